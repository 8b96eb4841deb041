#include "position.h"

#include <cmath>
#include <numeric>

#include "judge.h"

namespace attention {
namespace {

/// hi + lo, with lo below half a unit in the last place of hi: about 32 digits. Source: Dekker, "A
/// floating-point technique for extending the available precision" (1971).
struct Twofold {
  double hi, lo;
};

Twofold normalized(double hi, double lo) {
  const double sum = hi + lo;
  return {sum, lo - (sum - hi)};
}

Twofold operator*(Twofold a, Twofold b) {
  const double hi = a.hi * b.hi;
  return normalized(hi, std::fma(a.hi, b.hi, -hi) + (a.hi * b.lo + a.lo * b.hi));
}

Twofold inverse(Twofold x) {
  const double hi = 1 / x.hi;
  return normalized(hi, hi * (std::fma(-hi, x.hi, 1) - hi * x.lo));
}

Twofold power(Twofold x, Index n) {
  if (n == 0) return {1, 0};
  const Twofold half = power(x, n / 2);
  return n % 2 == 0 ? half * half : half * half * x;
}

/// x^(1 / n): one step of Newton's method from the nearest double.
Twofold root(double x, Index n) {
  const double near = std::pow(x, 1 / double(n));
  const Twofold got = power({near, 0}, n);
  if (!std::isfinite(got.hi)) return {near, 0};
  return normalized(near, near * (((x - got.hi) - got.lo) / x / double(n)));
}

/// base^(-2 i / width) for i from 0, `count` of them. A double's error would grow with the position:
/// at a million it costs seven digits of the angle.
std::vector<Twofold> frequencies(double base, Index width, Index count) {
  std::vector<Twofold> result;
  if (count == 0) return result;
  const Twofold half = inverse(root(base, width)), step = half * half;
  for (Twofold next{1, 0}; Index(result.size()) < count; next = next * step) result.push_back(next);
  return result;
}

struct Turn {
  double cos, sin;
};

/// By the angle position * frequency.
Turn turn(double position, Twofold frequency) {
  const double hi = position * frequency.hi;
  const double lo = std::fma(position, frequency.hi, -hi) + position * frequency.lo;
  const Turn far{std::cos(hi), std::sin(hi)}, rest{std::cos(lo), std::sin(lo)};
  return {far.cos * rest.cos - far.sin * rest.sin, far.sin * rest.cos + far.cos * rest.sin};
}

}  // namespace

template <class S>
Matrix<S> sinusoidal(Index tokens, Index width, double base) {
  Matrix<S> result(tokens, width);
  const auto frequency = frequencies(base, width, (width + 1) / 2);
  for (Index p = 0; p < tokens; ++p)
    for (Index i = 0; i < width; i += 2) {
      const Turn by = turn(double(p), frequency[std::size_t(i / 2)]);
      result(p, i) = S(by.sin);
      if (i + 1 < width) result(p, i + 1) = S(by.cos);
    }
  return result;
}

template <class S>
void rotateInPlace(const std::vector<RotateHeads<S>>& all, Index width, const Rotary& rotary,
                   const std::vector<std::int64_t>& positions) {
  const Index dims = Index(rotary.dims.value_or(width)), pairs = dims / 2;
  const Index rows = Index(positions.size());
  const bool interleaved = rotary.pairing == Pairing::interleaved;
  const auto frequency = frequencies(rotary.theta, dims, pairs);
  std::vector<Turn> turns(static_cast<std::size_t>(pairs));
  for (Index row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < turns.size(); ++i)
      turns[i] = turn(double(positions[std::size_t(row)]), frequency[i]);
    for (const auto& [first, heads] : all)
      for (Index h = 0; h < heads; ++h) {
        S* x = first + (h * rows + row) * width;
        for (Index i = 0; i < pairs; ++i) {
          const Turn& by = turns[std::size_t(i)];
          S& a = x[interleaved ? 2 * i : i];
          S& b = x[interleaved ? 2 * i + 1 : i + pairs];
          const S from = a;
          a = S(from * by.cos - b * by.sin);
          b = S(from * by.sin + b * by.cos);
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

std::optional<Error> validateBase(const char* field, double base) {
  if (auto error = judge::positive(field, base)) return error;
  return judge::atLeast(field, base, leastBase);
}

std::optional<Error> validate(const Rotary& rotary, Index width) {
  using namespace judge;
  if (auto error = validateBase("theta", rotary.theta)) return error;
  if (!rotary.dims && width % 2 != 0)
    return Error{ErrorCode::odd, "dims", "width", {double(width)}};
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
