#pragma once
// The linear-cost layer: a diagonal linear state-space model, which reads a token at a time like a
// recurrent network and can be computed for all tokens at once like a convolution.
// Sources: Gu, Gupta, Goel and Re, "On the Parameterization and Initialization of Diagonal State
// Space Models" (2022, S4D); Gupta, Gu and Berant, "Diagonal State Spaces are as Effective as
// Structured State Spaces" (2022, DSS).

#include <optional>
#include <vector>

#include "error.h"
#include "judge.h"
#include "types.h"

namespace attention {

enum class StateSpaceForm { recurrent, convolution };

/// Per channel, with a state of its own: h_t = a * h_{t-1} + b x_t (entry by entry, h_{-1} = 0),
/// y_t = sum over the state of c * h_t, plus d x_t. a and b are discretised already, and real: a
/// layer with complex a is outside of this. It forgets where |a| < 1.
struct StateSpaceProblem {
  Matrix<double> x;                           ///< tokens x channels
  Matrix<double> a, b, c;                     ///< channels x state
  std::optional<std::vector<double>> d = {};  ///< channels; nothing = zeros
  StateSpaceForm form = StateSpaceForm::recurrent;
};

/// states of the recurrent form, kernel of the convolution; the other one is empty.
struct StateSpaceTrace {
  Matrix<double> output = {};  ///< tokens x channels
  Matrix<double> states = {};  ///< tokens x (channels * state): h_t, channel by channel
  /// tokens x channels: K_t = sum over the state of c a^t b, so that y = K * x + d x.
  Matrix<double> kernel = {};
};

std::optional<Error> validate(const StateSpaceProblem& problem);

/// The same of a problem that is still to get its x, of that shape.
std::optional<Error> validate(const StateSpaceProblem& problem, const judge::Shape& x);

/// The multiply-adds of a problem whose x has this shape: judge::work.
double workOf(const StateSpaceProblem& problem, const judge::Shape& x);

/// The recurrent form costs tokens * channels * state, the convolution, summed as it is written,
/// tokens^2 * channels. Both give the same up to rounding, as long as no a^t is infinite.
Result<StateSpaceTrace> stateSpace(const StateSpaceProblem& problem);

}  // namespace attention
