#include "experiment.h"

#include <algorithm>
#include <cmath>

#include "attend.h"
#include "jacobian.h"
#include "judge.h"
#include "random.h"
#include "validate.h"

// A product and a sum that are rounded together are other bits than those of a host that cannot.
#ifdef __clang__
#pragma clang fp contract(off)
#endif

namespace attention {
namespace {

using Numbers = std::vector<double>;

Numbers normals(Random& random, std::int64_t count) {
  Numbers numbers;
  for (std::int64_t i = 0; i < count; ++i) numbers.push_back(random.normal());
  return numbers;
}

/// [samples][keys]; for each sample a query is drawn, then its keys.
Numbers randomScores(const ScaleProblem& p, std::int64_t width) {
  Random random(p.seed);
  Numbers scores;
  for (std::int64_t sample = 0; sample < p.samples; ++sample) {
    const Numbers query = normals(random, width);
    for (std::int64_t key = 0; key < p.keys; ++key) {
      double score = 0;
      for (const double x : query) score += x * random.normal();
      scores.push_back(score);
    }
  }
  return scores;
}

double standardDeviation(const Numbers& numbers) {
  double sum = 0, squares = 0;
  for (const double x : numbers) sum += x;
  const double mean = sum / double(numbers.size());
  for (const double x : numbers) squares += (x - mean) * (x - mean);
  return std::sqrt(squares / double(numbers.size()));
}

Numbers softmax(const double* scores, std::int64_t count) {
  const double largest = *std::max_element(scores, scores + count);
  Numbers weights;
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    weights.push_back(std::exp(scores[i] - largest));
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

double entropy(const Numbers& weights) {
  double sum = 0;
  for (const double weight : weights)
    if (weight > 0) sum -= weight * std::log(weight);
  return sum;
}

ScaleMeasures measure(const Numbers& scores, std::int64_t keys) {
  ScaleMeasures measures{standardDeviation(scores), 0, 0, 0};
  for (std::size_t first = 0; first < scores.size(); first += std::size_t(keys)) {
    const Numbers weights = softmax(scores.data() + first, keys);
    measures.entropy += entropy(weights);
    measures.largestWeight += *std::max_element(weights.begin(), weights.end());
    measures.gradient += jacobianSize(weights);
  }
  const double samples = double(scores.size()) / double(keys);
  measures.entropy /= samples;
  measures.largestWeight /= samples;
  measures.gradient /= samples;
  return measures;
}

template <class M>
Matrix<typename M::Scalar> permutedRows(const M& m, const std::vector<std::int64_t>& permutation) {
  Matrix<typename M::Scalar> result(m.rows(), m.cols());
  for (Index i = 0; i < m.rows(); ++i)
    result.row(i) = m.row(Index(permutation[static_cast<std::size_t>(i)]));
  return result;
}

/// Rows and columns.
template <class S>
Matrix<S> permutedPairs(const Matrix<S>& m, const std::vector<std::int64_t>& permutation) {
  const Matrix<S> columns = permutedRows(m, permutation).transpose();
  return permutedRows(columns, permutation).transpose();
}

SelfProblem<double> permuted(const PermutationProblem& problem) {
  SelfProblem<double> result = problem.attention;
  const auto& permutation = problem.permutation;
  result.x = permutedRows(result.x, permutation);
  auto& options = result.options;
  if (options.attend) options.attend = permutedPairs(*options.attend, permutation);
  for (auto& bias : options.bias) bias = permutedPairs(bias, permutation);
  if (const auto padding = options.keyPadding)
    for (std::size_t i = 0; i < permutation.size(); ++i)
      (*options.keyPadding)[i] = (*padding)[std::size_t(permutation[i])];
  return result;
}

}  // namespace

std::optional<Error> validate(const ScaleProblem& p) {
  using namespace judge;
  if (p.dK.empty()) return Error{ErrorCode::empty, "dK", "", {0}};
  if (auto error = entryCount("dK", double(p.dK.size()))) return error;
  for (std::size_t i = 0; i < p.dK.size(); ++i)
    if (auto error = atEntry(i, atLeast("dK", double(p.dK[i]), 1))) return error;
  if (auto error = atLeast("samples", double(p.samples), 1)) return error;
  if (auto error = atLeast("keys", double(p.keys), 1)) return error;
  if (auto error = judge::size("scores", double(p.samples), double(p.keys))) return error;
  double work = 0;
  for (const std::int64_t width : p.dK)
    work += double(p.samples) *
            ((double(p.keys) + 1) * double(width) * randomWork + 2 * double(p.keys) * pairWork);
  return judge::work("samples", work);
}

Result<std::vector<ScaleRow>> scaleExperiment(const ScaleProblem& problem) {
  if (auto error = validate(problem)) return *error;
  std::vector<ScaleRow> rows;
  for (const std::int64_t width : problem.dK) {
    Numbers scores = randomScores(problem, width);
    const ScaleMeasures unscaled = measure(scores, problem.keys);
    const double scale = 1 / std::sqrt(double(width));
    for (double& score : scores) score *= scale;
    rows.push_back({width, measure(scores, problem.keys), unscaled});
  }
  return rows;
}

std::optional<Error> validate(const PermutationProblem& p) {
  using namespace judge;
  if (auto error = validate(p.attention)) return error;
  if (auto error = judge::work("output", 2 * workOf(p.attention))) return error;
  const Index tokens = p.attention.x.rows();
  if (auto error = entries("permutation", p.permutation, tokens)) return error;
  std::vector<bool> taken(p.permutation.size());
  for (std::size_t i = 0; i < p.permutation.size(); ++i) {
    const std::int64_t token = p.permutation[i];
    if (auto error = atEntry(i, atLeast("permutation", double(token), 0))) return error;
    if (auto error = atEntry(i, atMost("permutation", double(token), double(tokens - 1))))
      return error;
    if (taken[std::size_t(token)])
      return Error{ErrorCode::repeated, "permutation", "", {double(i + 1), double(token)}};
    taken[std::size_t(token)] = true;
  }
  return {};
}

Result<PermutationTrace> permutationExperiment(const PermutationProblem& problem) {
  if (auto error = validate(problem)) return *error;
  const auto traceOf = [](const SelfProblem<double>& p) {
    return std::get<SelfTrace<double>>(attend(p));
  };
  PermutationTrace trace{traceOf(problem.attention), traceOf(permuted(problem)), {}, {}, 0};
  const auto& original = trace.original.attention;
  trace.weights = permutedPairs(original.weights_hqk.front(), problem.permutation);
  trace.output = permutedRows(original.output_hqc.front(), problem.permutation);
  trace.difference = largestDifference(trace.permuted.attention.output_hqc.front(), trace.output);
  return trace;
}

double largestDifference(const Matrix<double>& a, const Matrix<double>& b) {
  double largest = 0;
  for (Index i = 0; i < a.size(); ++i) {
    const double x = a.data()[i], y = b.data()[i];
    // Two infinities, whose difference is no number, may be the same.
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const double difference = std::abs(x - y);
    if (std::isnan(difference)) return difference;
    largest = std::max(largest, difference);
  }
  return largest;
}

}  // namespace attention
