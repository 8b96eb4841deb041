#pragma once
// Experiments that show why attention is as it is: what the scale is for, and that nothing in it
// knows the order of the tokens.

#include <cstdint>
#include <optional>
#include <vector>

#include "error.h"
#include "types.h"

namespace attention {

/// Queries and keys of independent normal numbers (random.h), for each width of `dK`.
struct ScaleProblem {
  std::vector<std::int64_t> dK;
  std::int64_t samples;    ///< queries, each with keys of its own
  std::int64_t keys = 16;  ///< per query
  std::uint64_t seed = 0;
};

struct ScaleMeasures {
  double spread;         ///< standard deviation of all scores; before scaling it tends to sqrt(dK)
  double entropy;        ///< of a query's weights in nats, mean; ln(keys) where all are equal
  double largestWeight;  ///< mean
  double gradient;       ///< Frobenius norm of the softmax Jacobian (jacobian.h), mean
};

struct ScaleRow {
  std::int64_t dK;
  ScaleMeasures scaled;    ///< scores / sqrt(dK)
  ScaleMeasures unscaled;  ///< scores as they are
};

std::optional<Error> validate(const ScaleProblem& problem);

/// One row per width. Each starts from the seed anew: it does not depend on which others are asked
/// for. The spreads are the same to the bit in every host, being made of + - * / and square roots
/// in a fixed order; the means go through exp and log, whose last bit libraries round differently.
/// Source: Vaswani et al. 2017, section 3.2.1, footnote 4.
Result<std::vector<ScaleRow>> scaleExperiment(const ScaleProblem& problem);

/// Token i of the permuted input is token permutation[i]. What masks tell by token, `attend`,
/// `keyPadding` and `bias`, moves along with the tokens; what they tell by position stays.
struct PermutationProblem {
  SelfProblem<double> attention;
  std::vector<std::int64_t> permutation;
};

struct PermutationTrace {
  SelfTrace<double> original;
  SelfTrace<double> permuted;  ///< of the permuted input
  Matrix<double> weights;      ///< the original's, rows and columns permuted
  Matrix<double> output;       ///< the original's, rows permuted
  /// The largest between `output` and that of the permuted input: rounding, unless a mask goes by
  /// position.
  double difference;
};

std::optional<Error> validate(const PermutationProblem& problem);

/// Attention without positions is equivariant: permuting its input permutes its output.
/// Source: Lee et al., "Set Transformer" (2019), section 3.1.
Result<PermutationTrace> permutationExperiment(const PermutationProblem& problem);

/// Of two matrices of one shape. Equal infinities, and NaN and NaN, do not differ; NaN where only one
/// of two numbers is.
double largestDifference(const Matrix<double>& a, const Matrix<double>& b);

}  // namespace attention
