#pragma once
// Numbers for examples that nobody set by hand: the same in every host for the same seed.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "error.h"
#include "types.h"

namespace attention {

/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits();

  /// In [0, 1), all 53 bits used.
  double uniform();

  /// Mean 0, variance 1: the sum of twelve uniforms minus six (Irwin-Hall), so within [-6, 6].
  /// Only additions: libraries round log and cos differently, and a seed must mean the same
  /// numbers everywhere.
  double normal();

 private:
  std::uint64_t state_;
};

/// Nothing, or why there is no such matrix. Sizes as a caller gave them.
std::optional<Error> validateRandom(double rows, double columns, double deviation);

/// rows x columns independent normal numbers times `deviation`.
Matrix<double> randomMatrix(Index rows, Index columns, std::uint64_t seed, double deviation = 1);

/// One row per token (UTF-8), which depends on the token's text and the seed alone: the same word
/// has the same embedding wherever it stands.
Matrix<double> embed(const std::vector<std::string>& tokens, Index width, std::uint64_t seed);

}  // namespace attention
