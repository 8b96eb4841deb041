#pragma once
// How a softmax answers to its scores: the matrix of its derivatives, and how large it is.

#include <optional>
#include <vector>

#include "error.h"
#include "types.h"

namespace attention {

struct Jacobian {
  Matrix<double> matrix;  ///< [i][j] d weight i / d score j = weight i * ((i == j) - weight j)
  double size;            ///< Frobenius norm
  double largest;         ///< spectral norm: the most that a change of the scores is stretched
};

/// Weights of one row: not empty, each from 0 to 1, but for rounding.
std::optional<Error> validateWeights(const std::vector<double>& weights);

/// diag(p) - p p^T of the weights p, taken as they are: that they add up to 1 is not asked for, so
/// that rounded ones, and the zeros of a row that sees nothing, have one too.
/// Source: Martins and Astudillo, "From Softmax to Sparsemax" (2016), section 2.5.
Result<Jacobian> softmaxJacobian(const std::vector<double>& weights);

/// The Frobenius norm of diag(p) - p p^T, without the matrix. All terms are positive: nothing
/// cancels where one weight is nearly 1.
double jacobianSize(const std::vector<double>& weights);

}  // namespace attention
