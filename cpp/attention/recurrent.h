#pragma once
// What stood before attention: a state that is handed from token to token, and how fast a token is
// forgotten on the way. Attention's counterpart of both measures is the weight itself:
// d output_t / d v_i = weights[t][i], whatever the distance.

#include <optional>
#include <vector>

#include "error.h"
#include "types.h"

namespace attention {

/// An Elman network, row vectors: h_t = tanh(x_t wIh + bIh + h_{t-1} wHh + bHh). wIh and wHh are the
/// transposes of weight_ih_l0 and weight_hh_l0 in PyTorch's nn.RNN.
/// Source: Elman, "Finding Structure in Time" (1990).
struct RecurrentProblem {
  Matrix<double> x;                                       ///< tokens x input width
  Matrix<double> wIh;                                     ///< input width x hidden
  Matrix<double> wHh;                                     ///< hidden x hidden
  std::optional<std::vector<double>> bIh = {}, bHh = {};  ///< hidden; nothing = zeros
  std::optional<std::vector<double>> h0 = {};             ///< hidden, the state before token 0
};

struct RecurrentTrace {
  Matrix<double> states;  ///< tokens x hidden: h_t
  /// [t][i], how much of token i is left at token t: |h_t - h'_t| / |h_i - h'_i|, Euclidean, where h'
  /// are the states with zeros in the place of x_i. 0 above the diagonal, 1 on it; a token that
  /// changes nothing (0/0) has a column of zeros. Computed without cancellation, so that it goes on
  /// falling far below the rounding of a state.
  Matrix<double> signal;
  /// [t][i], the root mean square of the singular values of d h_t / d h_i, the product of the
  /// Jacobians between: 1 on the diagonal, 0 above. Source: Bengio, Simard and Frasconi, "Learning
  /// Long-Term Dependencies with Gradient Descent is Difficult" (1994).
  Matrix<double> gradient;
};

/// Nothing, or what is wrong with it.
std::optional<Error> validate(const RecurrentProblem& problem);

/// Costs tokens^2 * hidden^3 multiplications, for the gradient.
Result<RecurrentTrace> recurrent(const RecurrentProblem& problem);

}  // namespace attention
