#pragma once
// Where a token stands, told to an operation that does not know: added to the embedding
// (sinusoidal), turned into queries and keys (rotary), or taken from the score (ALiBi).

#include <optional>
#include <vector>

#include "error.h"
#include "types.h"

namespace attention {

/// The least base of angles, for sinusoidal and rotary positions: with less, angles of far positions
/// would leave the range of double.
inline constexpr double leastBase = 1e-290;

/// Nothing, or what is wrong with such a base.
std::optional<Error> validateBase(const char* field, double base);

/// [tokens][width]: sin(p / base^(2 floor(i/2) / width)) in even columns i, the cosine of the same
/// angle in odd ones. Positions start at 0. Source: Vaswani et al. 2017, section 3.5.
template <class S>
Matrix<S> sinusoidal(Index tokens, Index width, double base);

/// Which columns are turned together: (0,1), (2,3), ... as in the paper, or (0, dims/2), ...
enum class Pairing { interleaved, half };

/// Rotary positions. Source: Su et al., "RoFormer" (2021), section 3.2.2.
struct Rotary {
  double theta = 10000;
  Pairing pairing = Pairing::interleaved;
  /// The first columns, which are turned; the others stay as they are. Nothing = all. Even.
  std::optional<std::int64_t> dims;
};

/// The row at position p has pair i turned by p * theta^(-2i / dims). Angles are computed to twice
/// the digits of double, so that cosine and sine have 13 digits at every position up to 2^53.
/// positions: one per row, not negative.
template <class S>
Matrix<S> rotate(const Matrix<S>& x, const Rotary& rotary,
                 const std::vector<std::int64_t>& positions);

/// 0, 1, 2, ...
std::vector<std::int64_t> positionsFrom(std::int64_t first, Index count);

/// Nothing, or what is wrong with rotary positions of this width. An odd width without dims is
/// `odd`, with field dims, other width, and the width as its value.
std::optional<Error> validate(const Rotary& rotary, Index width);

/// The same, told of a problem that the rotary positions are a part of: "rotary.theta".
std::optional<Error> validatePart(const Rotary& rotary, Index width);

/// Of one matrix of the given rows: one position per row.
std::optional<Error> validatePositions(const std::vector<std::int64_t>& positions, Index rows);

/// The factor of the distance, one per head: 2^(-8 i / heads) for a power of two; for any other
/// number those of the next lower power of two, then every other one of twice that.
/// Source: Press, Smith and Lewis, "Train Short, Test Long" (2022), and its published code.
std::vector<double> alibiSlopes(Index heads);

/// Positions 0, 1, 2, ... whose sines and cosines are computed once, for what is turned often.
class Turns {
 public:
  Turns(const Rotary& rotary, Index width, Index positions);

  /// As `rotate` at 0, 1, 2, ..., to the same bit, and in place. No more rows than positions.
  void turn(Matrix<double>& rows) const;

 private:
  Rotary rotary_;
  Matrix<double> turns_;
};

/// Matrices [rows][width] one after the other, those of so many heads.
struct RotateHeads {
  float* x;
  Index heads;
};

/// As `rotate`, to the same bit, of every head of all of these and in place. Sines and cosines are
/// computed once for all that stand at a position.
void rotateInPlace(const std::vector<RotateHeads>& all, Index width, const Rotary& rotary,
                   const std::vector<std::int64_t>& positions);

}  // namespace attention
