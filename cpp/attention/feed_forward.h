#pragma once
// The part of a block that looks at one token at a time: wider, bent, and back.

#include <optional>
#include <vector>

#include "error.h"
#include "judge.h"
#include "types.h"

namespace attention {

/// What bends the hidden layer.
enum class Activation {
  relu,      ///< max(0, x)
  gelu,      ///< x * Phi(x), Phi = the normal distribution, by erf: Hendrycks and Gimpel (2016)
  geluTanh,  ///< its approximation x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3))), the same source
  swiglu,  ///< silu(x wGate) * (x w1), silu(x) = x / (1 + exp(-x)): Shazeer, "GLU Variants Improve
           ///< Transformer" (2020)
};

/// activation(x w1 + b1) w2 + b2; with swiglu (silu(x wGate) * (x w1 + b1)) w2 + b2.
/// Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.3.
struct FeedForwardProblem {
  Matrix<double> x;                            ///< tokens x width
  Matrix<double> w1;                           ///< width x hidden
  std::optional<std::vector<double>> b1 = {};  ///< hidden; nothing = zeros
  Matrix<double> w2;                           ///< hidden x output width
  std::optional<std::vector<double>> b2 = {};  ///< output width; nothing = zeros
  std::optional<Matrix<double>> wGate = {};    ///< width x hidden, of swiglu and of nothing else
  Activation activation = Activation::gelu;
};

struct FeedForwardTrace {
  Matrix<double> hidden = {};               ///< tokens x hidden: x w1 + b1
  std::optional<Matrix<double>> gate = {};  ///< tokens x hidden: x wGate, of swiglu
  Matrix<double> activated = {};            ///< tokens x hidden
  Matrix<double> output = {};               ///< tokens x output width
};

std::optional<Error> validate(const FeedForwardProblem& problem);

/// The same of a problem that is still to get its x, of that shape.
std::optional<Error> validate(const FeedForwardProblem& problem, const judge::Shape& x);

/// The multiply-adds of a problem whose x has this shape: judge::work.
double workOf(const FeedForwardProblem& problem, const judge::Shape& x);

Result<FeedForwardTrace> feedForward(const FeedForwardProblem& problem);

}  // namespace attention
