#pragma once
// Attention of many heads once more, from the definition and in long double: head h is told from
// columns h d to h d + d - 1 of what is projected with all heads side by side, every sum is a plain
// loop, and each number comes with the rounding error that a calculation in S may make.

#include "attention/heads.h"
#include "support/compare.h"

namespace attention::testing {

struct BruteHeads {
  std::vector<Expected> q, k, v, weights, headOutputs;
  Expected merged, output;
};

template <class S>
BruteHeads bruteHeads(const MultiHeadProblem<S>& problem);

}  // namespace attention::testing
