#include "jacobian.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "judge.h"

namespace attention {
namespace {

/// What rounding to float32 makes of a weight of 1, and a little more.
constexpr double mostWeight = 1 + 1e-6;

}  // namespace

std::optional<Error> validateWeights(const std::vector<double>& weights) {
  if (weights.empty()) return Error{ErrorCode::empty, "weights", "", {0}};
  for (const double weight : weights) {
    if (auto error = judge::finite("weights", weight)) return error;
    if (auto error = judge::atLeast("weights", weight, 0)) return error;
    if (weight > mostWeight) return judge::atMost("weights", weight, 1);
  }
  return {};
}

Result<Jacobian> softmaxJacobian(const std::vector<double>& weights) {
  if (auto error = validateWeights(weights)) return *error;
  const double numbers = double(weights.size()) * double(weights.size());
  if (numbers > double(maxJacobian))
    return Error{ErrorCode::tooLarge, "jacobian", "", {numbers, double(maxJacobian)}};
  const Eigen::Map<const Eigen::VectorXd> p(weights.data(), Index(weights.size()));
  Matrix<double> jacobian = -p * p.transpose();
  // Not p - p p: what is left of a weight near 1 is exact this way.
  jacobian.diagonal() = p.array() * (1 - p.array());
  const Eigen::SelfAdjointEigenSolver<Matrix<double>> solver(jacobian, Eigen::EigenvaluesOnly);
  const double largest = solver.eigenvalues().cwiseAbs().maxCoeff();
  return Jacobian{std::move(jacobian), jacobianSize(weights), largest};
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
