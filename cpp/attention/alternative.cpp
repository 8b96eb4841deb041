#include "alternative.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiment.h"
#include "jacobian.h"
#include "judge.h"

namespace attention {
namespace {

using Vector = Eigen::VectorXd;

/// Pivots are 0 below this share of the largest one.
constexpr double dependent = 1e-12;
/// What a step of the search gains, or divides by, is 0 below this.
constexpr double smallest = 1e-10;
/// What an entry costs that is searched and changed, in multiply-adds of about the same time.
constexpr double eliminationStepWork = 8;
/// A distance is farther only by more than this share: ties are not left to rounding.
constexpr double farther = 1 + 1e-9;

/// A corner of { x >= 0 : x = start + a sum of directions }, and the way to others: the simplex
/// method on a dictionary (Chvátal, "Linear Programming", 1983, chapters 2 and 3). The weights of
/// the rows are a constant each, in the last column, plus multiples of the weights of the other
/// columns, which are 0 at this corner. start is positive; the set must be bounded.
class Corner {
 public:
  Corner(const Vector& start, const Matrix<double>& directions)
      : table_(directions.rows(), directions.cols() + 1),
        columns_(std::size_t(directions.cols()), direction) {
    table_ << directions, start;
    for (Index i = 0; i < start.size(); ++i) rows_.push_back(i);
    // Along each direction, which may go either way, to the first weight that reaches 0.
    for (Index column = 0; column < directions.cols(); ++column) {
      const Index row = leaving(column);
      if (row < 0) continue;
      exchange(row, column);
      drop(row);
    }
  }

  /// To a corner where gain * x is largest. By Bland's rule, which never goes in circles; the limit
  /// is for rounding.
  void climb(const Vector& gain) {
    for (Index step = 0; step < 50 * gain.size(); ++step) {
      const Index column = entering(gain);
      const Index row = column < 0 ? -1 : leaving(column);
      if (row < 0) return;
      exchange(row, column);
    }
  }

  Vector point(Index size) const {
    Vector x = Vector::Zero(size);
    for (Index row = 0; row < table_.rows(); ++row)
      x(rows_[std::size_t(row)]) = std::max(constant(row), 0.0);
    return x;
  }

 private:
  static constexpr Index direction = -1;

  double constant(Index row) const { return table_(row, table_.cols() - 1); }

  /// The first weight that would gain by rising from 0, or -1.
  Index entering(const Vector& gain) const {
    Index found = -1;
    for (Index column = 0; column < table_.cols() - 1; ++column) {
      const Index weight = columns_[std::size_t(column)];
      if (weight == direction) continue;
      double gained = gain(weight);
      for (Index row = 0; row < table_.rows(); ++row)
        gained += gain(rows_[std::size_t(row)]) * table_(row, column);
      if (gained > smallest && (found < 0 || weight < columns_[std::size_t(found)])) found = column;
    }
    return found;
  }

  /// The row of the weight that reaches 0 first when the column's rises, or -1.
  Index leaving(Index column) const {
    Index found = -1;
    double least = 0;
    for (Index row = 0; row < table_.rows(); ++row) {
      if (table_(row, column) > -smallest) continue;
      const double steps = std::max(constant(row), 0.0) / -table_(row, column);
      const bool first = found < 0 || steps < least ||
                         (steps == least && rows_[std::size_t(row)] < rows_[std::size_t(found)]);
      if (!first) continue;
      found = row;
      least = steps;
    }
    return found;
  }

  void exchange(Index row, Index column) {
    const double pivot = table_(row, column);
    table_.row(row) /= -pivot;
    table_(row, column) = 1 / pivot;
    for (Index other = 0; other < table_.rows(); ++other) {
      if (other == row) continue;
      const double times = table_(other, column);
      table_(other, column) = 0;
      table_.row(other) += times * table_.row(row);
    }
    std::swap(rows_[std::size_t(row)], columns_[std::size_t(column)]);
  }

  void drop(Index row) {
    const Index below = table_.rows() - row - 1;
    table_.middleRows(row, below) = table_.bottomRows(below).eval();
    table_.conservativeResize(table_.rows() - 1, Eigen::NoChange);
    rows_.erase(rows_.begin() + row);
  }

  Matrix<double> table_;
  std::vector<Index> rows_, columns_;  ///< which weight
};

double totalVariation(const Vector& a, const Vector& b) { return (a - b).cwiseAbs().sum() / 2; }

/// [v 1]^T: times weights, what must not change; each row divided by its largest number.
Matrix<double> conditionsOf(const Matrix<double>& v) {
  Matrix<double> conditions(v.cols() + 1, v.rows());
  conditions.topRows(v.cols()) = v.transpose();
  conditions.row(v.cols()).setOnes();
  for (Index c = 0; c < v.cols(); ++c) {
    const double largest = conditions.row(c).cwiseAbs().maxCoeff();
    if (largest > 0) conditions.row(c) /= largest;
  }
  return conditions;
}

/// The null space of m, in columns: by Gauss and Jordan with full pivoting each pivot's key is told
/// by the other keys, each of which makes a direction.
Matrix<double> nullSpace(Matrix<double> m) {
  std::vector<Index> pivots, others(std::size_t(m.cols()));
  std::iota(others.begin(), others.end(), 0);
  double first = 0;
  for (Index row = 0; row < m.rows() && !others.empty(); ++row) {
    Index from = row;
    std::size_t place = 0;
    for (Index i = row; i < m.rows(); ++i)
      for (std::size_t j = 0; j < others.size(); ++j)
        if (std::abs(m(i, others[j])) > std::abs(m(from, others[place]))) {
          from = i;
          place = j;
        }
    const Index key = others[place];
    const double pivot = m(from, key);
    if (row == 0) first = std::abs(pivot);
    if (std::abs(pivot) <= dependent * first) break;
    m.row(row).swap(m.row(from));
    m.row(row) /= pivot;
    for (Index i = 0; i < m.rows(); ++i) {
      const double times = m(i, key);
      if (i != row) m.row(i) -= times * m.row(row);
    }
    pivots.push_back(key);
    others.erase(others.begin() + std::ptrdiff_t(place));
  }
  Matrix<double> directions = Matrix<double>::Zero(m.cols(), Index(others.size()));
  for (Index j = 0; j < directions.cols(); ++j) {
    directions(others[std::size_t(j)], j) = 1;
    for (std::size_t i = 0; i < pivots.size(); ++i)
      directions(pivots[i], j) = -m(Index(i), others[std::size_t(j)]);
  }
  return directions;
}

/// What the search makes as large as it can be: a sum of weights over each set of keys, as long as
/// these are few, and else each weight alone, and what is left beside it.
std::vector<Vector> gains(Index keys) {
  std::vector<Vector> result;
  if (keys <= exactAlternativeKeys) {
    for (unsigned set = 1; set < 1u << keys; ++set) {
      result.emplace_back(Vector::Zero(keys));
      for (Index k = 0; k < keys; ++k) result.back()(k) = set >> k & 1;
    }
    return result;
  }
  for (Index k = 0; k < keys; ++k)
    for (const double sign : {1.0, -1.0}) result.emplace_back(sign * Vector::Unit(keys, k));
  return result;
}

Vector farthest(const Vector& given, const Matrix<double>& directions) {
  const Corner any(given, directions);
  Vector best = given;
  double distance = 0;
  for (Vector gain : gains(given.size())) {
    Corner corner = any;
    for (double before = 0;;) {
      corner.climb(gain);
      const Vector x = corner.point(given.size());
      const double now = totalVariation(x, given);
      if (now > distance * farther) {
        best = x;
        distance = now;
      }
      if (now <= before * farther) break;
      before = now;
      gain = (x - given).array().sign();
    }
  }
  return best;
}

/// weights [1][keys] times v [keys][c], without the values that weigh nothing.
Matrix<double> outputOf(const Matrix<double>& weights, const Matrix<double>& v) {
  Matrix<double> output = Matrix<double>::Zero(1, v.cols());
  for (Index k = 0; k < weights.cols(); ++k)
    if (weights(0, k) != 0) output += weights(0, k) * v.row(k);
  return output;
}

Alternative alternativeOf(const Matrix<double>& given, const Matrix<double>& v) {
  std::vector<Index> keys;
  for (Index k = 0; k < given.cols(); ++k)
    if (given(0, k) > 0) keys.push_back(k);
  const Index count = Index(keys.size());
  Vector weights(count);
  Matrix<double> values(count, v.cols());
  for (Index i = 0; i < count; ++i) {
    weights(i) = given(0, keys[std::size_t(i)]);
    values.row(i) = v.row(keys[std::size_t(i)]);
  }

  Alternative result{false, 0, given, outputOf(given, v), 0, 0};
  if (count == 0) return result;
  const Matrix<double> directions = nullSpace(conditionsOf(values));
  if (directions.cols() == 0) return result;
  const Vector found = farthest(weights, directions);
  result.dimensions = directions.cols();
  for (Index i = 0; i < count; ++i) result.weights(0, keys[std::size_t(i)]) = found(i);
  const Matrix<double> output = outputOf(result.weights, v);
  result.distance = totalVariation(found, weights);
  result.possible = result.distance > 0;
  result.difference = largestDifference(output, result.output);
  result.output = output;
  return result;
}

/// Of what grows with the columns of v: for each key that weighs, all conditions are searched for a
/// pivot and each loses a multiple of one.
double eliminationWork(Index rows, Index keys, Index columns) {
  const double conditions = double(columns) + 1;
  const double pivots = std::min(double(keys), conditions);
  return double(rows) * pivots * conditions * double(keys) * eliminationStepWork;
}

}  // namespace

std::optional<Error> validate(const AlternativeProblem& p) {
  using namespace judge;
  const Index rows = p.weights.rows(), keys = p.weights.cols();
  if (auto error = notEmpty("weights", rows, keys)) return error;
  if (auto error = notEmpty("v", p.v.rows(), p.v.cols())) return error;
  if (auto error = equal(ErrorCode::innerMismatch, "v", p.v.rows(), "weights", keys)) return error;
  if (auto error = atMost("keys", double(keys), double(maxAlternativeKeys))) return error;
  const double numbers = double(rows) * double(keys) * double(keys);
  if (numbers > double(maxAlternativeNumbers))
    return Error{ErrorCode::tooLarge, "alternatives", "", {numbers, double(maxAlternativeNumbers)}};
  if (auto error = judge::size("output", double(rows), double(p.v.cols()))) return error;
  if (auto error = judge::work("alternatives", eliminationWork(rows, keys, p.v.cols())))
    return error;
  for (Index row = 0; row < rows; ++row)
    if (auto error = validateWeights({p.weights.row(row).begin(), p.weights.row(row).end()})) {
      // The last of them is the column.
      error->values.insert(error->values.end() - 1, double(row + 1));
      return error;
    }
  for (Index k = 0; k < keys; ++k)
    if ((p.weights.col(k).array() > 0).any())
      for (Index c = 0; c < p.v.cols(); ++c)
        if (!std::isfinite(p.v(k, c)))
          return Error{ErrorCode::notFinite, "v", "", {double(k + 1), double(c + 1)}};
  return {};
}

Result<std::vector<Alternative>> alternativeWeights(const AlternativeProblem& problem) {
  if (auto error = validate(problem)) return *error;
  std::vector<Alternative> rows;
  for (Index row = 0; row < problem.weights.rows(); ++row)
    rows.push_back(alternativeOf(problem.weights.row(row), problem.v));
  return rows;
}

}  // namespace attention
