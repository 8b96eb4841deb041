#include "recurrent.h"

#include <algorithm>
#include <cmath>

#include "judge.h"
#include "multiply.h"

namespace attention {
namespace {

using Row = Eigen::RowVectorXd;

/// The network run once: its inputs x wIh, the sum of both biases, and for each token what goes into
/// tanh and what comes out.
struct Run {
  Matrix<double> inputs;
  Row bias, h0;
  Matrix<double> sums, states;

  Row before(Index t) const { return t == 0 ? h0 : Row(states.row(t - 1)); }
};

Run run(const RecurrentProblem& p) {
  const Index tokens = p.x.rows(), hidden = p.wHh.rows();
  const auto orZeros = [hidden](const std::optional<std::vector<double>>& list) {
    return list ? Row(asRow(*list)) : Row(Row::Zero(hidden));
  };
  Run run{multiply(p.x, p.wIh), orZeros(p.bIh) + orZeros(p.bHh), orZeros(p.h0),
          Matrix<double>(tokens, hidden), Matrix<double>(tokens, hidden)};
  for (Index t = 0; t < tokens; ++t) {
    run.sums.row(t) = run.inputs.row(t) + run.bias + run.before(t) * p.wHh;
    for (Index j = 0; j < hidden; ++j) run.states(t, j) = std::tanh(run.sums(t, j));
  }
  return run;
}

/// tanh(from + step) - tanh(from), exact to rounding also where both are close to 1 or to each other.
double tanhStep(double from, double step) {
  const double to = from + step;
  if (std::signbit(from) != std::signbit(to)) return std::tanh(to) - std::tanh(from);
  const double low = std::min(std::fabs(from), std::fabs(to));
  const double size = -2 * std::exp(-2 * low) * std::expm1(-2 * std::fabs(step)) /
                      ((1 + std::exp(-2 * std::fabs(from))) * (1 + std::exp(-2 * std::fabs(to))));
  return std::copysign(size, step);
}

/// Column i: the states with and without token i, the difference of both carried from token to
/// token as a number of its own.
void signalOf(Index i, const Run& run, const Matrix<double>& wHh, Matrix<double>& signal) {
  Row without = run.before(i), difference;
  double own = 0;
  for (Index t = i; t < signal.rows(); ++t) {
    Row sum = run.bias + without * wHh;
    if (t > i) sum += run.inputs.row(t);
    const Row step = t == i ? Row(run.inputs.row(i)) : Row(difference * wHh);
    difference = sum.binaryExpr(step, [](double from, double by) { return tanhStep(from, by); });
    without = sum.unaryExpr([](double s) { return std::tanh(s); });
    const double left = difference.stableNorm();
    if (t == i) own = left;
    signal(t, i) = own == 0 ? 0 : left / own;
  }
}

/// The derivative of tanh. 1 - tanh^2 would be 0 long before it is.
double tanhSlope(double sum) {
  const double e = std::exp(-2 * std::fabs(sum));
  return 4 * e / ((1 + e) * (1 + e));
}

/// Column i. The product of the Jacobians is kept near 1 by powers of two, which round nothing, so
/// that it can vanish or explode without its entries doing so.
void gradientOf(Index i, const Matrix<double>& slopes, const Matrix<double>& wHh,
                Matrix<double>& gradient) {
  const Index hidden = wHh.rows();
  Matrix<double> product = Matrix<double>::Identity(hidden, hidden);
  int exponent = 0;
  gradient(i, i) = 1;
  for (Index t = i + 1; t < gradient.rows(); ++t) {
    product = multiply(product, wHh) * slopes.row(t).asDiagonal();
    const double norm = product.stableNorm();
    gradient(t, i) = std::scalbn(norm / std::sqrt(double(hidden)), exponent);
    if (norm == 0 || !std::isfinite(norm)) continue;
    const int shift = std::ilogb(norm);
    product = product.unaryExpr([shift](double d) { return std::scalbn(d, -shift); }).eval();
    exponent += shift;
  }
}

}  // namespace

std::optional<Error> validate(const RecurrentProblem& p) {
  using namespace judge;
  const Index tokens = p.x.rows(), hidden = p.wIh.cols();
  return first(
      [&] { return notEmpty("x", tokens, p.x.cols()); },
      [&] { return notEmpty("wIh", p.wIh.rows(), hidden); },
      [&] { return equal(ErrorCode::innerMismatch, "wIh", p.wIh.rows(), "x", p.x.cols()); },
      [&] { return shape("wHh", p.wHh, hidden, hidden); },
      [&] { return p.bIh ? entries("bIh", *p.bIh, hidden) : Check{}; },
      [&] { return p.bHh ? entries("bHh", *p.bHh, hidden) : Check{}; },
      [&] { return p.h0 ? entries("h0", *p.h0, hidden) : Check{}; },
      [&] { return judge::size("states", double(tokens), double(hidden)); },
      [&] { return judge::size("signal", double(tokens), double(tokens)); },
      [&] {
        const double pairs = double(tokens) * (double(tokens) + 1) / 2, h = double(hidden);
        return judge::work(
            "gradient",
            double(p.x.size()) * h + pairs * (h * h * (h + 2) + 4 * h * functionWork + matrixWork));
      });
}

Result<RecurrentTrace> recurrent(const RecurrentProblem& p) {
  if (auto error = validate(p)) return *error;
  const Index tokens = p.x.rows();
  Run network = run(p);
  const Matrix<double> slopes = network.sums.unaryExpr([](double s) { return tanhSlope(s); });
  RecurrentTrace trace{
      {}, Matrix<double>::Zero(tokens, tokens), Matrix<double>::Zero(tokens, tokens)};
  for (Index i = 0; i < tokens; ++i) {
    signalOf(i, network, p.wHh, trace.signal);
    gradientOf(i, slopes, p.wHh, trace.gradient);
  }
  trace.states = std::move(network.states);
  return trace;
}

}  // namespace attention
