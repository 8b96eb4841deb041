#include "position.h"

#include <algorithm>
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
Matrix<S> rotate(const Matrix<S>& x, const Rotary& rotary,
                 const std::vector<std::int64_t>& positions) {
  Matrix<S> result = x;
  const Index dims = Index(rotary.dims.value_or(x.cols())), pairs = dims / 2;
  const bool interleaved = rotary.pairing == Pairing::interleaved;
  for (Index i = 0; i < pairs; ++i) {
    const double frequency = std::pow(rotary.theta, -double(2 * i) / double(dims));
    const Index a = interleaved ? 2 * i : i, b = interleaved ? 2 * i + 1 : i + pairs;
    for (Index row = 0; row < x.rows(); ++row) {
      const double angle = double(positions[std::size_t(row)]) * frequency;
      const double cos = std::cos(angle), sin = std::sin(angle);
      result(row, a) = S(x(row, a) * cos - x(row, b) * sin);
      result(row, b) = S(x(row, a) * sin + x(row, b) * cos);
    }
  }
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

namespace {

/// The row at a position, for those from `first` on: its cosine in the one column of a pair, its sine
/// in the other. That is what (1, 0) is turned to.
Matrix<double> turnsOf(Index width, const Rotary& rotary,
                       const std::vector<std::int64_t>& positions, Index first, Index count) {
  const Index dims = Index(rotary.dims.value_or(width));
  const bool interleaved = rotary.pairing == Pairing::interleaved;
  Matrix<double> ones = Matrix<double>::Zero(count, width);
  for (Index i = 0; i < dims / 2; ++i) ones.col(interleaved ? 2 * i : i).setOnes();
  const auto from = positions.begin() + first;
  return rotate(ones, rotary, {from, from + count});
}

}  // namespace

void rotateInPlace(const std::vector<RotateHeads>& all, Index width, const Rotary& rotary,
                   const std::vector<std::int64_t>& positions) {
  constexpr Index block = 64;  // rows at a time, so that their turns stay near
  const Index rows = Index(positions.size()), pairs = Index(rotary.dims.value_or(width)) / 2;
  const bool interleaved = rotary.pairing == Pairing::interleaved;
  const Index step = interleaved ? 2 : 1, partner = interleaved ? 1 : pairs;
  for (Index first = 0; first < rows; first += block) {
    const Index count = std::min(block, rows - first);
    const Matrix<double> turns = turnsOf(width, rotary, positions, first, count);
    for (const auto& [start, heads] : all)
      for (Index h = 0; h < heads; ++h)
        for (Index row = 0; row < count; ++row) {
          float* x = start + (h * rows + first + row) * width;
          const double* turn = turns.data() + row * width;
          for (Index i = 0; i < pairs; ++i, x += step, turn += step) {
            const double a = x[0], b = x[partner], cos = turn[0], sin = turn[partner];
            x[0] = float(a * cos - b * sin);
            x[partner] = float(a * sin + b * cos);
          }
        }
  }
}

template Matrix<float> sinusoidal(Index, Index, double);
template Matrix<double> sinusoidal(Index, Index, double);
template Matrix<float> rotate(const Matrix<float>&, const Rotary&,
                              const std::vector<std::int64_t>&);
template Matrix<double> rotate(const Matrix<double>&, const Rotary&,
                               const std::vector<std::int64_t>&);

}  // namespace attention
