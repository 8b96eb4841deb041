#include "feed_forward.h"

#include <algorithm>
#include <cmath>

#include "multiply.h"

namespace attention {
namespace {

const double pi = std::acos(-1.0);

double relu(double x) { return x < 0 ? 0 : x; }

/// erfc instead of 1 + erf, which has no digits left where x is far below 0. Halved first where the
/// product may overflow, and last where it may be so small that halves are rounded.
double gelu(double x) {
  const double twice = std::erfc(-x / std::sqrt(2.0));
  return x > 1 ? x / 2 * twice : x * twice / 2;
}

double silu(double x) { return x / (1 + std::exp(-x)); }

/// (1 + tanh(u)) / 2 is 1 / (1 + exp(-2u)), which does not cancel.
double geluTanh(double x) {
  const double u = std::sqrt(2 / pi) * (x + 0.044715 * x * x * x);
  return x / (1 + std::exp(-2 * u));
}

Matrix<double> activate(const FeedForwardTrace& trace, Activation activation) {
  switch (activation) {
    case Activation::relu:
      return trace.hidden.unaryExpr(&relu);
    case Activation::gelu:
      return trace.hidden.unaryExpr(&gelu);
    case Activation::geluTanh:
      return trace.hidden.unaryExpr(&geluTanh);
    case Activation::swiglu:
      break;
  }
  return trace.gate->unaryExpr(&silu).cwiseProduct(trace.hidden);
}

Matrix<double> affine(const Matrix<double>& x, const Matrix<double>& w,
                      const std::optional<std::vector<double>>& bias) {
  Matrix<double> result = multiply(x, w);
  if (bias) result.rowwise() += asRow(*bias);
  return result;
}

judge::Check goodGate(const FeedForwardProblem& p) {
  const bool gated = p.activation == Activation::swiglu;
  if (gated && !p.wGate) return Error{ErrorCode::needs, "activation", "wGate"};
  if (!gated && p.wGate) return Error{ErrorCode::needs, "wGate", "activation: \"swiglu\""};
  return p.wGate ? judge::shape("wGate", *p.wGate, p.w1.rows(), p.w1.cols()) : judge::Check{};
}

}  // namespace

std::optional<Error> validate(const FeedForwardProblem& p) {
  return validate(p, {1, p.x.rows(), p.x.cols()});
}

std::optional<Error> validate(const FeedForwardProblem& p, const judge::Shape& x) {
  using namespace judge;
  const Index tokens = x.rows, hidden = p.w1.cols(), width = p.w2.cols();
  return first([&] { return notEmpty("x", tokens, x.columns); },
               [&] { return notEmpty("w1", p.w1.rows(), hidden); },
               [&] { return equal(ErrorCode::innerMismatch, "w1", p.w1.rows(), "x", x.columns); },
               [&] { return p.b1 ? entries("b1", *p.b1, hidden) : Check{}; },
               [&] { return notEmpty("w2", p.w2.rows(), width); },
               [&] { return equal(ErrorCode::innerMismatch, "w2", p.w2.rows(), "w1", hidden); },
               [&] { return p.b2 ? entries("b2", *p.b2, width) : Check{}; },
               [&] { return goodGate(p); },
               [&] { return judge::size("hidden", double(tokens), double(hidden)); },
               [&] { return judge::size("output", double(tokens), double(width)); },
               [&] { return judge::work("output", workOf(p, x)); });
}

double workOf(const FeedForwardProblem& p, const judge::Shape& x) {
  const double ways = p.wGate ? 2 : 1;
  const double perHidden = ways * double(x.columns) + double(p.w2.cols()) + judge::functionWork;
  return double(x.rows) * double(p.w1.cols()) * perHidden;
}

Result<FeedForwardTrace> feedForward(const FeedForwardProblem& p) {
  if (auto error = validate(p)) return *error;
  FeedForwardTrace trace{affine(p.x, p.w1, p.b1)};
  if (p.wGate) trace.gate = multiply(p.x, *p.wGate);
  trace.activated = activate(trace, p.activation);
  trace.output = affine(trace.activated, p.w2, p.b2);
  return trace;
}

}  // namespace attention
