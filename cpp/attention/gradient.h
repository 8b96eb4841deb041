#pragma once
// The backward pass: from the gradient of a loss with respect to the output, those with respect to
// everything that went in. One numbered pass after the other, as the reference, whose trace it
// starts from.
// Source: the chain rule through reference.h; written out in Dao et al., "FlashAttention" (2022),
// appendix B.2.

#include <optional>

#include "error.h"
#include "types.h"

namespace attention {

template <class S>
struct GradientProblem {
  Problem<S> attention;
  Heads<S> dOutput_hqc;  ///< gradient of the loss with respect to the output
};

/// Each gradient has the shape of what it is the gradient of.
template <class S>
struct GradientTrace {
  Trace<S> attention;
  Heads<S> dWeights_hqk;  ///< dOutput v^T; 0 where the key is not visible
  /// weights * (dWeights - dOutput . output of the row): the Jacobian of softmax, applied, since
  /// dOutput . output is the weighted mean of the row's dWeights. Also the gradient of the bias, where
  /// each head has its own; times scale, that of the scores.
  Heads<S> dMasked_hqk;
  Heads<S> dq_hqd;  ///< dMasked k * scale
  Heads<S> dk_hkd;  ///< dMasked^T q * scale, over all query heads that read the head
  Heads<S> dv_hkc;  ///< weights^T dOutput, over all query heads that read the head
};

template <class S>
struct SelfGradientProblem {
  SelfProblem<S> attention;
  Matrix<S> dOutput;  ///< tokens x c
};

template <class S>
struct SelfGradientTrace {
  Matrix<S> q, k, v;
  GradientTrace<S> gradient;
  Matrix<S> dx;             ///< dq wq^T + dk wk^T + dv wv^T
  Matrix<S> dwq, dwk, dwv;  ///< x^T dq, x^T dk, x^T dv
};

template <class S>
std::optional<Error> validate(const GradientProblem<S>& problem);

template <class S>
std::optional<Error> validate(const SelfGradientProblem<S>& problem);

/// Shapes as in reference.h; dOutput [h][q][c].
///
/// What is not visible contributes nothing, as in the reference: a NaN in a hidden key or value, or
/// in the query or dOutput of a row that sees nothing, reaches no gradient. A row that sees nothing
/// has gradients of zero, and so has a key that none sees.
template <class S>
Result<GradientTrace<S>> gradient(const GradientProblem<S>& problem);

/// Through the projections as well: q = x wq, k = x wk, v = x wv.
template <class S>
Result<SelfGradientTrace<S>> gradient(const SelfGradientProblem<S>& problem);

}  // namespace attention
