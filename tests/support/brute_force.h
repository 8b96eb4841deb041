#pragma once
// Attention once more, from the definition and in long double, as unlike reference.cpp as it can
// be: who sees whom is painted into a grid, no maximum is subtracted, every sum is a plain loop,
// and each number comes with the rounding error that a calculation in S may make.

#include "attention/types.h"
#include "support/compare.h"

namespace attention::testing {

/// One head. `visible` is the grid.
struct BruteForce {
  Matrix<bool> visible;
  Expected scores, scaled, masked, exponentials, weights, output;
};

/// Head h of the problem.
template <class S>
BruteForce bruteForce(const Problem<S>& problem, std::size_t h);

}  // namespace attention::testing
