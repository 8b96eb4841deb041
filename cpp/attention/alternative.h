#pragma once
// Other weights with the same output: why weights alone do not explain it.
// Source: Jain and Wallace, "Attention is not Explanation" (2019).

#include <optional>
#include <vector>

#include "error.h"
#include "types.h"

namespace attention {

struct AlternativeProblem {
  Matrix<double> weights;  ///< rows x keys; each row from 0 to 1, taken as it is
  Matrix<double> v;        ///< keys x c
};

/// Of one row of weights.
struct Alternative {
  bool possible;     ///< whether there is any other row with this output and sum
  Index dimensions;  ///< of what can be added: the null space of [v 1]^T, over the keys that weigh
  Matrix<double>
      weights;            ///< 1 x keys, not negative; the given ones where nothing else is possible
  Matrix<double> output;  ///< 1 x c, of these weights
  double distance;        ///< total variation: half the sum of |weights - given weights|
  double difference;      ///< the largest between `output` and that of the given weights
};

/// The most keys, and the most of rows * keys^2: the search takes many steps of keys^2.
inline constexpr Index maxAlternativeKeys = 64;
inline constexpr std::int64_t maxAlternativeNumbers = std::int64_t{1} << 16;

/// Up to here the search is exhaustive.
inline constexpr Index exactAlternativeKeys = 10;

std::optional<Error> validate(const AlternativeProblem& problem);

/// For each row another one with the same output and sum, as far from it as can be found.
/// A key of weight 0 keeps it: what a mask hides stays hidden, whatever is in its value.
///
/// The rows with one output and sum are a polytope. The distance from the given row is the most, over
/// all sets of keys, that the set's weights can rise together: for one set a linear program, whose
/// solution is a corner. Up to exactAlternativeKeys keys every set is tried, and what is found is
/// the farthest there is. Of more keys each one alone is made as large and as small as it can be, and
/// from there those that rose are made to rise together, until that is no farther: the farthest
/// that this finds. Ties go to what is tried first, sets being counted in binary with key 0 first.
/// Dependence of the values is judged by full pivoting at 1e-12 of the largest pivot, each column
/// of v divided by its largest number.
Result<std::vector<Alternative>> alternativeWeights(const AlternativeProblem& problem);

}  // namespace attention
