#include "state_space.h"

#include <cmath>

namespace attention {
namespace {

/// x [tokens][channels] -> h [tokens][channels * state]
Matrix<double> statesOf(const StateSpaceProblem& p) {
  const Index tokens = p.x.rows(), channels = p.a.rows(), state = p.a.cols();
  Matrix<double> states(tokens, channels * state);
  Matrix<double> h = Matrix<double>::Zero(channels, state);
  for (Index t = 0; t < tokens; ++t) {
    for (Index channel = 0; channel < channels; ++channel)
      h.row(channel) =
          p.a.row(channel).cwiseProduct(h.row(channel)) + p.x(t, channel) * p.b.row(channel);
    states.row(t) = h.reshaped<Eigen::RowMajor>().transpose();
  }
  return states;
}

/// h [tokens][channels * state] -> sum over the state of c * h
Matrix<double> readOut(const Matrix<double>& states, const Matrix<double>& c) {
  Matrix<double> output(states.rows(), c.rows());
  for (Index t = 0; t < output.rows(); ++t)
    for (Index channel = 0; channel < output.cols(); ++channel)
      output(t, channel) = states.row(t).segment(channel * c.cols(), c.cols()).dot(c.row(channel));
  return output;
}

/// K [tokens][channels]. Each power by itself: a product of t factors would err t times as much.
Matrix<double> kernelOf(const StateSpaceProblem& p) {
  Matrix<double> kernel = Matrix<double>::Zero(p.x.rows(), p.a.rows());
  for (Index t = 0; t < kernel.rows(); ++t)
    for (Index channel = 0; channel < kernel.cols(); ++channel)
      for (Index s = 0; s < p.a.cols(); ++s)
        kernel(t, channel) +=
            p.c(channel, s) * std::pow(p.a(channel, s), double(t)) * p.b(channel, s);
  return kernel;
}

/// y_t = sum over j <= t of K_{t-j} x_j
Matrix<double> convolve(const Matrix<double>& kernel, const Matrix<double>& x) {
  Matrix<double> output = Matrix<double>::Zero(x.rows(), x.cols());
  for (Index t = 0; t < x.rows(); ++t)
    for (Index j = 0; j <= t; ++j) output.row(t) += kernel.row(t - j).cwiseProduct(x.row(j));
  return output;
}

}  // namespace

std::optional<Error> validate(const StateSpaceProblem& p) {
  return validate(p, {1, p.x.rows(), p.x.cols()});
}

std::optional<Error> validate(const StateSpaceProblem& p, const judge::Shape& x) {
  using namespace judge;
  const Index tokens = x.rows, channels = x.columns, state = p.a.cols();
  return first([&] { return notEmpty("x", tokens, channels); },
               [&] { return notEmpty("a", p.a.rows(), state); },
               [&] { return shape("a", p.a, channels, state); },
               [&] { return shape("b", p.b, channels, state); },
               [&] { return shape("c", p.c, channels, state); },
               [&] { return p.d ? entries("d", *p.d, channels) : Check{}; },
               [&] { return judge::size("output", double(tokens), double(channels)); },
               [&] {
                 if (p.form != StateSpaceForm::recurrent) return Check{};
                 return judge::size("states", double(tokens), double(channels) * double(state));
               },
               [&] { return judge::work("output", workOf(p, x)); });
}

double workOf(const StateSpaceProblem& p, const judge::Shape& x) {
  const double tokens = double(x.rows), channels = double(x.columns);
  const double powers = tokens * channels * double(p.a.cols());
  if (p.form == StateSpaceForm::recurrent) return 2 * powers;
  // A row is added for each pair of tokens.
  const double pairs = tokens * (tokens + 1) / 2;
  return powers * judge::powerWork + pairs * (channels + judge::pairWork);
}

Result<StateSpaceTrace> stateSpace(const StateSpaceProblem& p) {
  if (auto error = validate(p)) return *error;
  StateSpaceTrace trace;
  if (p.form == StateSpaceForm::recurrent) {
    trace.states = statesOf(p);
    trace.output = readOut(trace.states, p.c);
  } else {
    trace.kernel = kernelOf(p);
    trace.output = convolve(trace.kernel, p.x);
  }
  if (p.d) trace.output += p.x * asRow(*p.d).asDiagonal();
  return trace;
}

}  // namespace attention
