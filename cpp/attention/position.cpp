#include "position.h"

#include <cmath>
#include <numeric>

#include "judge.h"

namespace attention {

template <class S>
Matrix<S> sinusoidal(Index tokens, Index width, double base) {
  Matrix<S> result(tokens, width);
  for (Index p = 0; p < tokens; ++p)
    for (Index i = 0; i < width; ++i) {
      const Index pair = i / 2;
      const double angle = double(p) / std::pow(base, double(2 * pair) / double(width));
      result(p, i) = S(i % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  return result;
}

template <class S>
void rotateInPlace(const std::vector<RotateHeads<S>>& all, Index width, const Rotary& rotary,
                   const std::vector<std::int64_t>& positions) {
  const Index dims = Index(rotary.dims.value_or(width)), pairs = dims / 2;
  const Index rows = Index(positions.size());
  const bool interleaved = rotary.pairing == Pairing::interleaved;
  struct Turn {
    Index a, b;  // the columns
    double frequency, cos, sin;
  };
  std::vector<Turn> turns;
  for (Index i = 0; i < pairs; ++i)
    turns.push_back({interleaved ? 2 * i : i, interleaved ? 2 * i + 1 : i + pairs,
                     std::pow(rotary.theta, -double(2 * i) / double(dims)), 0, 0});
  for (Index row = 0; row < rows; ++row) {
    for (Turn& turn : turns) {
      const double angle = double(positions[std::size_t(row)]) * turn.frequency;
      turn.cos = std::cos(angle);
      turn.sin = std::sin(angle);
    }
    for (const auto& [first, heads] : all)
      for (Index h = 0; h < heads; ++h) {
        S* x = first + (h * rows + row) * width;
        for (const Turn& turn : turns) {
          const S a = x[turn.a], b = x[turn.b];
          x[turn.a] = S(a * turn.cos - b * turn.sin);
          x[turn.b] = S(a * turn.sin + b * turn.cos);
        }
      }
  }
}

template <class S>
Matrix<S> rotate(const Matrix<S>& x, const Rotary& rotary,
                 const std::vector<std::int64_t>& positions) {
  Matrix<S> result = x;
  rotateInPlace<S>({{result.data(), 1}}, x.cols(), rotary, positions);
  return result;
}

std::vector<std::int64_t> positionsFrom(std::int64_t first, Index count) {
  std::vector<std::int64_t> positions(static_cast<std::size_t>(count));
  std::iota(positions.begin(), positions.end(), first);
  return positions;
}

std::optional<Error> validate(const Rotary& rotary, Index width) {
  using namespace judge;
  if (auto error = positive("theta", rotary.theta)) return error;
  const std::int64_t dims = rotary.dims.value_or(width);
  if (auto error = atLeast("dims", double(dims), 0)) return error;
  if (auto error = atMost("dims", double(dims), double(width))) return error;
  if (dims % 2 != 0) return Error{ErrorCode::odd, "dims", "", {double(dims)}};
  return {};
}

std::optional<Error> validatePositions(const std::vector<std::int64_t>& positions, Index rows) {
  if (auto error = judge::entries("positions", positions, rows)) return error;
  for (const std::int64_t position : positions)
    if (auto error = judge::atLeast("positions", double(position), 0)) return error;
  return {};
}

std::vector<double> alibiSlopes(Index heads) {
  Index power = 1;
  while (2 * power <= heads) power *= 2;
  std::vector<double> slopes;
  for (Index i = 1; i <= power; ++i) slopes.push_back(std::exp2(-8.0 * double(i) / double(power)));
  for (Index i = 1; Index(slopes.size()) < heads; i += 2)
    slopes.push_back(std::exp2(-8.0 * double(i) / double(2 * power)));
  return slopes;
}

template Matrix<float> sinusoidal(Index, Index, double);
template Matrix<double> sinusoidal(Index, Index, double);
template void rotateInPlace(const std::vector<RotateHeads<float>>&, Index, const Rotary&,
                            const std::vector<std::int64_t>&);
template void rotateInPlace(const std::vector<RotateHeads<double>>&, Index, const Rotary&,
                            const std::vector<std::int64_t>&);
template Matrix<float> rotate(const Matrix<float>&, const Rotary&,
                              const std::vector<std::int64_t>&);
template Matrix<double> rotate(const Matrix<double>&, const Rotary&,
                               const std::vector<std::int64_t>&);

}  // namespace attention
