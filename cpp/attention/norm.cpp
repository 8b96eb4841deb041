#include "norm.h"

#include <algorithm>
#include <cmath>

#include "judge.h"

namespace attention {
namespace {

using Row = Eigen::RowVectorXd;

/// The exponent of the power of two nearest below the largest entry. A row divided by it can be
/// squared without overflow or underflow, and division by a power of two rounds nothing.
int exponentOf(const Row& row) {
  const double largest = row.cwiseAbs().maxCoeff();
  if (!(largest > 0) || std::isinf(largest)) return 0;
  return std::max(std::ilogb(largest), -1000);
}

Row scaled(const Row& row, int exponent) {
  return row.unaryExpr([exponent](double x) { return std::scalbn(x, exponent); });
}

/// row / sqrt(meanSquare + epsilon), all of it in units of 2^exponent
Row divided(const Row& row, double meanSquare, double epsilon, int exponent) {
  const double size = std::hypot(std::sqrt(meanSquare), std::scalbn(std::sqrt(epsilon), -exponent));
  return size == 0 ? Row(Row::Zero(row.size())) : Row(row / size);
}

/// Both return the normalised row, before gain and bias, and append to the trace.
Row layerNorm(const Row& x, double epsilon, NormTrace& trace) {
  const int exponent = exponentOf(x);
  const Row row = scaled(x, -exponent);
  double mean = row.mean();
  Row centred = row.array() - mean;
  // What the rounding of the mean left.
  const double rest = centred.mean();
  mean += rest;
  centred.array() -= rest;
  const double variance = centred.squaredNorm() / double(x.size());
  trace.mean.push_back(std::scalbn(mean, exponent));
  trace.variance.push_back(std::scalbn(variance, 2 * exponent));
  return divided(centred, variance, epsilon, exponent);
}

Row rmsNorm(const Row& x, double epsilon, NormTrace& trace) {
  const int exponent = exponentOf(x);
  const Row row = scaled(x, -exponent);
  const double meanSquare = row.squaredNorm() / double(x.size());
  trace.rootMeanSquare.push_back(std::scalbn(std::sqrt(meanSquare), exponent));
  return divided(row, meanSquare, epsilon, exponent);
}

}  // namespace

std::optional<Error> validate(const NormProblem& p) {
  using namespace judge;
  const Index width = p.x.cols();
  return first([&] { return notEmpty("x", p.x.rows(), width); },
               [&] { return p.gain ? entries("gain", *p.gain, width) : Check{}; },
               [&] {
                 if (!p.bias || p.normalization == Normalization::layer) return Check{};
                 return Check{Error{ErrorCode::excludes, "bias", "normalization: \"rms\""}};
               },
               [&] { return p.bias ? entries("bias", *p.bias, width) : Check{}; },
               [&] { return finite("epsilon", p.epsilon); },
               [&] { return atLeast("epsilon", p.epsilon, 0); },
               [&] { return judge::size("output", double(p.x.rows()), double(width)); });
}

Result<NormTrace> normalize(const NormProblem& p) {
  if (auto error = validate(p)) return *error;
  NormTrace trace{Matrix<double>(p.x.rows(), p.x.cols())};
  const auto norm = p.normalization == Normalization::layer ? layerNorm : rmsNorm;
  for (Index t = 0; t < p.x.rows(); ++t) {
    Row row = norm(p.x.row(t), p.epsilon, trace);
    if (p.gain) row.array() *= asRow(*p.gain).array();
    if (p.bias) row += asRow(*p.bias);
    trace.output.row(t) = row;
  }
  return trace;
}

}  // namespace attention
