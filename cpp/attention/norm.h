#pragma once
// What keeps the numbers of a deep network at one size: each token's row is brought to it by itself.

#include <optional>
#include <vector>

#include "error.h"
#include "types.h"

namespace attention {

/// layer: (x - mean) / sqrt(variance + epsilon) * gain + bias, the variance divided by the width.
/// Source: Ba, Kiros and Hinton, "Layer Normalization" (2016).
/// rms: x / sqrt(mean of x^2 + epsilon) * gain. Source: Zhang and Sennrich, "Root Mean Square Layer
/// Normalization" (2019); epsilon is not in the paper, but in every program.
enum class Normalization { layer, rms };

struct NormProblem {
  Matrix<double> x;                              ///< tokens x width
  std::optional<std::vector<double>> gain = {};  ///< width; nothing = ones
  std::optional<std::vector<double>> bias = {};  ///< width; nothing = zeros. rms has none
  double epsilon = 1e-5;  ///< 0 is legal: a row of no spread then becomes zeros
  Normalization normalization = Normalization::layer;
};

/// One entry per token, without epsilon: mean and variance of layer, rootMeanSquare of rms.
struct NormTrace {
  Matrix<double> output;  ///< tokens x width
  std::vector<double> mean = {}, variance = {}, rootMeanSquare = {};
};

std::optional<Error> validate(const NormProblem& problem);

Result<NormTrace> normalize(const NormProblem& problem);

}  // namespace attention
