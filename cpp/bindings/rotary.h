#pragma once
// Rotary positions, across the boundary.

#include "attention/position.h"
#include "problem.h"

namespace attention::bindings {

inline Rotary rotaryFrom(const val& from) {
  Rotary rotary;
  rotary.theta = numberOr(from, "theta", rotary.theta);
  if (wordOr(from, "pairing", "interleaved") == "half") rotary.pairing = Pairing::half;
  if (has(from, "dims")) rotary.dims = std::int64_t(from["dims"].as<double>());
  return rotary;
}

/// rotary and positions, of a problem that has both.
template <class Problem>
void readRotary(const val& from, Problem& problem) {
  if (has(from, "rotary")) problem.rotary = rotaryFrom(from["rotary"]);
  if (!has(from, "positions")) return;
  const auto positions = listFrom(from, "positions");
  problem.positions.emplace(positions.begin(), positions.end());
}

}  // namespace attention::bindings
