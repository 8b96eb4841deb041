#include "reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "multiply.h"

namespace attention {
namespace {

/// scaled [q][k] -> scaled + bias where the key is visible, else -inf.
template <class S>
Matrix<S> applyMask(const Matrix<S>& scaled, const Mask<S>& mask, Index h) {
  Matrix<S> masked(scaled.rows(), scaled.cols());
  for (Index q = 0; q < masked.rows(); ++q)
    for (Index k = 0; k < masked.cols(); ++k)
      masked(q, k) = mask.visible(h, q, k) ? scaled(q, k) + mask.bias(h, q, k)
                                           : -std::numeric_limits<S>::infinity();
  return masked;
}

/// masked [q][k] -> exp(masked - the row's maximum) of the visible keys. Subtracting the maximum
/// changes nothing but the overflow: it cancels when the row is normalised.
template <class S>
Matrix<S> exponentiate(const Matrix<S>& masked, const Mask<S>& mask, Index h) {
  Matrix<S> exponentials = Matrix<S>::Zero(masked.rows(), masked.cols());
  for (Index q = 0; q < masked.rows(); ++q) {
    S maximum = -std::numeric_limits<S>::infinity();
    for (Index k = 0; k < masked.cols(); ++k)
      if (mask.visible(h, q, k)) maximum = std::max(maximum, masked(q, k));
    for (Index k = 0; k < masked.cols(); ++k)
      if (mask.visible(h, q, k)) exponentials(q, k) = std::exp(masked(q, k) - maximum);
  }
  return exponentials;
}

/// exponentials [q][k] -> each row divided by its sum. A NaN reaches the sum, and through it the
/// visible keys of its row, but no hidden one.
template <class S>
Matrix<S> normalize(const Matrix<S>& exponentials, const Mask<S>& mask, Index h) {
  Matrix<S> weights = Matrix<S>::Zero(exponentials.rows(), exponentials.cols());
  for (Index q = 0; q < weights.rows(); ++q) {
    const S sum = exponentials.row(q).sum();
    for (Index k = 0; k < weights.cols(); ++k)
      if (mask.visible(h, q, k)) weights(q, k) = exponentials(q, k) / sum;
  }
  return weights;
}

/// weights [q][k] times v [k][c]; a hidden key is left out rather than multiplied by zero, since
/// 0 * NaN is NaN.
template <class S>
Matrix<S> weightedSum(const Matrix<S>& weights, const Matrix<S>& v, const Mask<S>& mask, Index h) {
  Matrix<S> output = Matrix<S>::Zero(weights.rows(), v.cols());
  for (Index q = 0; q < weights.rows(); ++q)
    for (Index k = 0; k < weights.cols(); ++k)
      if (mask.visible(h, q, k)) output.row(q) += weights(q, k) * v.row(k);
  return output;
}

}  // namespace

template <class S>
void weigh(const Matrix<S>& scaled, const Matrix<S>& v, const Mask<S>& mask, Index h,
           Trace<S>& trace) {
  // 3. masked: the bias, and -inf where nothing may be seen
  trace.masked_hqk.push_back(applyMask(scaled, mask, h));
  // 4. exponentials: positive, and the larger the sharper
  trace.exponentials_hqk.push_back(exponentiate(trace.masked_hqk.back(), mask, h));
  // 5. weights: with 4. the softmax; each row sums to 1
  trace.weights_hqk.push_back(normalize(trace.exponentials_hqk.back(), mask, h));
  // 6. output: the weighted sum of the values
  trace.output_hqc.push_back(weightedSum(trace.weights_hqk.back(), v, mask, h));
}

template <class S>
Trace<S> reference(const Problem<S>& problem) {
  const std::size_t heads = problem.q_hqd.size();
  const std::size_t queriesPerKv = heads / problem.k_hkd.size();
  const auto& first = problem.q_hqd.front();
  const Mask<S> mask(problem.options, first.rows(), problem.k_hkd.front().rows());
  const S scale = problem.options.scale.value_or(S(1) / std::sqrt(S(first.cols())));

  Trace<S> trace;
  for (std::size_t h = 0; h < heads; ++h) {
    const auto& q = problem.q_hqd[h];
    const auto& k = problem.k_hkd[h / queriesPerKv];
    const auto& v = problem.v_hkc[h / queriesPerKv];
    const auto head = static_cast<Index>(h);

    // 1. scores: each query with each key
    trace.scores_hqk.push_back(multiplyTransposed(q, k));
    // 2. scaled: keeps the spread near 1 whatever the width
    trace.scaled_hqk.push_back(trace.scores_hqk[h] * scale);
    weigh(trace.scaled_hqk[h], v, mask, head, trace);
  }
  return trace;
}

template void weigh(const Matrix<float>&, const Matrix<float>&, const Mask<float>&, Index,
                    Trace<float>&);
template void weigh(const Matrix<double>&, const Matrix<double>&, const Mask<double>&, Index,
                    Trace<double>&);
template Trace<float> reference(const Problem<float>&);
template Trace<double> reference(const Problem<double>&);

}  // namespace attention
