#include "position.h"

#include <algorithm>
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
Matrix<S> rotate(const Matrix<S>& x, const Rotary& rotary,
                 const std::vector<std::int64_t>& positions) {
  Matrix<S> result = x;
  const Index dims = Index(rotary.dims.value_or(x.cols())), pairs = dims / 2;
  const bool interleaved = rotary.pairing == Pairing::interleaved;
  const auto frequency = frequencies(rotary.theta, dims, pairs);
  for (Index row = 0; row < x.rows(); ++row)
    for (Index i = 0; i < pairs; ++i) {
      const Index a = interleaved ? 2 * i : i, b = interleaved ? 2 * i + 1 : i + pairs;
      const Turn by = turn(double(positions[std::size_t(row)]), frequency[std::size_t(i)]);
      result(row, a) = S(x(row, a) * by.cos - x(row, b) * by.sin);
      result(row, b) = S(x(row, a) * by.sin + x(row, b) * by.cos);
    }
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

std::optional<Error> validatePart(const Rotary& rotary, Index width) {
  return judge::within("rotary", validate(rotary, width));
}

std::optional<Error> validatePositions(const std::vector<std::int64_t>& positions, Index rows) {
  if (auto error = judge::entries("positions", positions, rows)) return error;
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (auto error = judge::atEntry(i, judge::atLeast("positions", double(positions[i]), 0)))
      return error;
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

/// Turns rows by rows of `turnsOf`.
class Turner {
 public:
  Turner(const Rotary& rotary, Index width) : pairs_(Index(rotary.dims.value_or(width)) / 2) {
    const bool interleaved = rotary.pairing == Pairing::interleaved;
    step_ = interleaved ? 2 : 1;
    partner_ = interleaved ? 1 : pairs_;
  }

  template <class S>
  void turn(S* x, const double* turn) const {
    for (Index i = 0; i < pairs_; ++i, x += step_, turn += step_) {
      const double a = x[0], b = x[partner_], cos = turn[0], sin = turn[partner_];
      x[0] = S(a * cos - b * sin);
      x[partner_] = S(a * sin + b * cos);
    }
  }

 private:
  Index pairs_, step_, partner_;
};

}  // namespace

Turns::Turns(const Rotary& rotary, Index width, Index positions)
    : rotary_(rotary), turns_(turnsOf(width, rotary, positionsFrom(0, positions), 0, positions)) {}

void Turns::turn(Matrix<double>& rows) const {
  const Turner turner(rotary_, rows.cols());
  for (Index row = 0; row < rows.rows(); ++row)
    turner.turn(rows.row(row).data(), turns_.row(row).data());
}

void rotateInPlace(const std::vector<RotateHeads>& all, Index width, const Rotary& rotary,
                   const std::vector<std::int64_t>& positions) {
  constexpr Index block = 64;  // rows at a time, so that their turns stay near
  const Index rows = Index(positions.size());
  const Turner turner(rotary, width);
  for (Index first = 0; first < rows; first += block) {
    const Index count = std::min(block, rows - first);
    const Matrix<double> turns = turnsOf(width, rotary, positions, first, count);
    for (const auto& [start, heads] : all)
      for (Index h = 0; h < heads; ++h)
        for (Index row = 0; row < count; ++row)
          turner.turn(start + (h * rows + first + row) * width, turns.data() + row * width);
  }
}

template Matrix<float> sinusoidal(Index, Index, double);
template Matrix<double> sinusoidal(Index, Index, double);
template Matrix<float> rotate(const Matrix<float>&, const Rotary&,
                              const std::vector<std::int64_t>&);
template Matrix<double> rotate(const Matrix<double>&, const Rotary&,
                               const std::vector<std::int64_t>&);

}  // namespace attention
