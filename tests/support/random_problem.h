#pragma once
// Problems by the dice, for the tests that hold the core against the brute force. The dice are
// the engine alone, whose numbers the standard fixes: the same problems on every host.

#include <random>

#include "attention/types.h"

namespace attention::testing {

using Dice = std::mt19937;

/// The sizes at which code that works in fours, or has a special first or last element, breaks.
inline constexpr Index sizes[] = {1, 2, 3, 4, 5, 17};

/// Multiples of 1/8 from -2 to 2: exact in float, so that float and double mean the same problem.
template <class S>
Matrix<S> randomNumbers(Dice& dice, Index rows, Index columns);

/// Any shape, any number of heads, and each option in one problem of three.
template <class S>
Problem<S> randomProblem(Dice& dice);

/// Puts NaN and infinities into the keys, and the values, that no query sees. Returns how many.
template <class S>
int poisonHidden(Problem<S>& problem);

}  // namespace attention::testing
