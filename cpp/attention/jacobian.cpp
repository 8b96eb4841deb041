#include "jacobian.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "judge.h"

namespace attention {
namespace {

/// What rounding to float32 makes of a weight of 1, and a little more.
constexpr double mostWeight = 1 + 1e-6;

/// The eigenvalue x of diag(p) - p p^T in [low, high], where the sum of p^2 / (p - x) rises through 1.
/// Source: Golub, "Some modified matrix eigenvalue problems" (1973), section 5.
double eigenvalue(const std::vector<double>& p, double low, double high) {
  const auto top = std::max_element(p.begin(), p.end());
  for (;;) {
    const double x = low + (high - low) / 2;
    if (x <= low || x >= high) return low;
    // The 1 and the term of the largest weight together: beside a weight near 1 nothing cancels.
    double excess = (x - *top * (1 - *top)) / (*top - x);
    for (auto weight = p.begin(); weight != p.end(); ++weight)
      if (weight != top) excess += *weight * *weight / (*weight - x);
    (excess < 0 ? low : high) = x;
  }
}

/// The largest of the eigenvalues lies between the two largest weights (the same, if these are), and
/// not below its diagonal. Only where rounded weights add up to more than 1 is one negative.
double spectralNorm(const std::vector<double>& p) {
  std::vector<double> sorted = p;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const double first = sorted[0], second = sorted.size() > 1 ? sorted[1] : 0;
  const double largest = eigenvalue(p, std::max(second, first * (1 - first)), first);
  double sum = 0, squares = 0;
  for (const double weight : p) {
    sum += weight;
    squares += weight * weight;
  }
  return sum > 1 ? std::max(largest, -eigenvalue(p, -squares, 0)) : largest;
}

}  // namespace

std::optional<Error> validateWeights(const std::vector<double>& weights) {
  if (weights.empty()) return Error{ErrorCode::empty, "weights", "", {0}};
  const auto judged = [](double weight) -> judge::Check {
    if (auto error = judge::finite("weights", weight)) return error;
    if (auto error = judge::atLeast("weights", weight, 0)) return error;
    return weight > mostWeight ? judge::atMost("weights", weight, 1) : judge::Check{};
  };
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (auto error = judge::atEntry(i, judged(weights[i]))) return error;
  return {};
}

Result<Jacobian> softmaxJacobian(const std::vector<double>& weights) {
  const double count = double(weights.size());
  if (auto error = judge::size("jacobian", count, count)) return *error;
  if (auto error = validateWeights(weights)) return *error;
  const Eigen::Map<const Eigen::VectorXd> p(weights.data(), Index(weights.size()));
  Matrix<double> jacobian = -p * p.transpose();
  // Not p - p p: what is left of a weight near 1 is exact this way.
  jacobian.diagonal() = p.array() * (1 - p.array());
  return Jacobian{std::move(jacobian), jacobianSize(weights), spectralNorm(weights)};
}

double jacobianSize(const std::vector<double>& weights) {
  double diagonal = 0, pairs = 0, squares = 0;
  for (const double p : weights) {
    diagonal += p * (1 - p) * (p * (1 - p));
    pairs += p * p * squares;
    squares += p * p;
  }
  return std::sqrt(diagonal + 2 * pairs);
}

}  // namespace attention
