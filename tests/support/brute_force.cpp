#include "support/brute_force.h"

#include <cmath>
#include <limits>

namespace attention::testing {
namespace {

using Real = long double;

constexpr Real minusInfinity = -std::numeric_limits<Real>::infinity();

/// Position of the first query among the keys.
template <class S>
Index shiftOf(const Options<S>& options, Index queries, Index keys) {
  return options.causal == Causal::bottomRight ? keys - queries : 0;
}

/// What window and blocks leave: the window is painted key by key, the closed blocks are rubbed out
/// one by one, and sinks and globals are drawn over it.
template <class S>
void paintPattern(Matrix<bool>& grid, const Options<S>& options, Index shift) {
  const Index queries = grid.rows(), keys = grid.cols();
  if (options.window) {
    grid.setConstant(false);
    for (Index q = 0; q < queries; ++q)
      for (const int side : {-1, 1}) {
        std::int64_t k = q + shift;
        for (std::int64_t n = 0; n < *options.window; ++n, k += side * options.dilation) {
          if (k >= 0 && k < keys) grid(q, k) = true;
          if (std::abs(k) > 2 * (queries + keys)) break;
        }
      }
  }
  if (options.blocks) {
    const auto& [size, open] = *options.blocks;
    for (Index i = 0; i < open.rows(); ++i)
      for (Index j = 0; j < open.cols(); ++j)
        for (std::int64_t p = i * size;
             !open(i, j) && p < std::min<Index>((i + 1) * size, shift + queries); ++p)
          for (std::int64_t k = j * size; k < std::min<Index>((j + 1) * size, keys); ++k)
            if (p >= shift) grid(p - shift, k) = false;
  }
  if (!options.window && !options.blocks) return;
  grid.leftCols(std::min<Index>(options.sinks, keys)).setConstant(true);
  for (const std::int64_t token : options.globals) {
    grid.col(token).setConstant(true);
    if (token >= shift && token - shift < queries) grid.row(token - shift).setConstant(true);
  }
}

/// Starts from "all see all" and rubs out.
template <class S>
Matrix<bool> paint(const Options<S>& options, std::size_t h, Index queries, Index keys) {
  Matrix<bool> grid = Matrix<bool>::Constant(queries, keys, true);
  const Index shift = shiftOf(options, queries, keys);
  paintPattern(grid, options, shift);
  for (Index q = 0; q < queries; ++q) {
    if (options.causal != Causal::none)
      for (Index k = std::max<Index>(0, q + shift + 1); k < keys; ++k) grid(q, k) = false;
    for (Index k = 0; k < keys; ++k) {
      if (options.attend && (*options.attend)(q, k) == false) grid(q, k) = false;
      if (options.keyPadding && options.keyPadding->at(std::size_t(k)) == true) grid(q, k) = false;
      if (!options.bias.empty()) {
        const auto& bias = options.bias.size() == 1 ? options.bias[0] : options.bias[h];
        if (std::isinf(bias(q, k)) && bias(q, k) < 0) grid(q, k) = false;
      }
    }
  }
  return grid;
}

Expected blank(Index rows, Index columns) {
  return {Matrix<Real>::Zero(rows, columns), Matrix<Real>::Zero(rows, columns)};
}

/// scores, scaled and masked of one pair. `eps` is the spacing of S at 1: each rounding errs by at
/// most half of it, relatively, so that a whole eps for each operation is generous.
template <class S>
void scorePair(BruteForce& out, const Problem<S>& problem, std::size_t h, Index i, Index j,
               const Matrix<S>& q, const Matrix<S>& k, Real eps) {
  const Index d = q.cols();
  const auto& options = problem.options;
  Real sum = 0, magnitude = 0;
  for (Index x = 0; x < d; ++x) {
    const Real product = Real(q(i, x)) * Real(k(j, x));
    sum += product;
    magnitude += std::fabs(product);
  }
  const Real scale = options.scale ? Real(*options.scale) : 1 / std::sqrt(Real(d));
  Real bias = 0, far = 0;
  if (!options.bias.empty()) bias = options.bias[options.bias.size() == 1 ? 0 : h](i, j);
  if (options.alibi)
    far = -Real((*options.alibi)[h]) *
          Real(std::abs(i + shiftOf(options, out.visible.rows(), out.visible.cols()) - j));

  out.scores.value(i, j) = sum;
  out.scores.bound(i, j) = Real(d + 1) * eps * magnitude;
  out.scaled.value(i, j) = sum * scale;
  out.scaled.bound(i, j) =
      std::fabs(scale) * out.scores.bound(i, j) + 3 * eps * std::fabs(sum * scale);
  out.masked.value(i, j) = out.visible(i, j) ? sum * scale + bias + far : minusInfinity;
  out.masked.bound(i, j) = out.scaled.bound(i, j) + eps * std::fabs(sum * scale + bias + far);
  // ALiBi is rounded on its own, and again when the bias is added.
  if (options.alibi) out.masked.bound(i, j) += eps * (std::fabs(far) + std::fabs(bias + far));
}

/// One row of softmax over the visible keys. The weights are shifted by the row's mean, which
/// cancels as the maximum does; only the exponentials, which show the maximum, look for it.
void softmaxRow(BruteForce& out, Index i, Real eps, Real tiny) {
  const Index keys = out.visible.cols();
  Real mean = 0, maximum = minusInfinity, argumentError = 0;
  Index count = 0;
  for (Index j = 0; j < keys; ++j) {
    if (!out.visible(i, j)) continue;
    mean += out.masked.value(i, j);
    ++count;
    maximum = std::fmax(maximum, out.masked.value(i, j));
    argumentError = std::fmax(argumentError, 2 * out.masked.bound(i, j));
  }
  if (count == 0) return;
  mean /= Real(count);

  Real sum = 0, error = 0;
  for (Index j = 0; j < keys; ++j) {
    if (!out.visible(i, j)) continue;
    const Real x = out.masked.value(i, j) - maximum;
    // Beside an infinite score: exp(-inf) is exact.
    const Real bound = std::isinf(x) ? 0 : argumentError + eps * std::fabs(x);
    out.exponentials.value(i, j) = std::exp(x);
    out.exponentials.bound(i, j) = std::exp(x + bound) - std::exp(x) + 2 * eps * std::exp(x) + tiny;
    sum += std::exp(out.masked.value(i, j) - mean);
    error += out.exponentials.bound(i, j);
  }
  const Real relative = error / (sum * std::exp(mean - maximum)) + Real(count + 2) * eps;
  for (Index j = 0; j < keys; ++j) {
    if (!out.visible(i, j)) continue;
    const Real weight = std::exp(out.masked.value(i, j) - mean) / sum;
    out.weights.value(i, j) = weight;
    out.weights.bound(i, j) =
        out.exponentials.bound(i, j) / (sum * std::exp(mean - maximum)) + weight * relative + tiny;
  }
}

template <class S>
void outputRow(BruteForce& out, const Matrix<S>& v, Index i, Real eps, Real tiny) {
  for (Index c = 0; c < v.cols(); ++c) {
    Real sum = 0, bound = tiny;
    for (Index j = 0; j < v.rows(); ++j) {
      if (!out.visible(i, j)) continue;
      const Real value = v(j, c);
      sum += out.weights.value(i, j) * value;
      bound += std::fabs(value) * (out.weights.bound(i, j) + tiny +
                                   Real(v.rows() + 1) * eps * out.weights.value(i, j));
    }
    out.output.value(i, c) = sum;
    out.output.bound(i, c) = bound;
  }
}

}  // namespace

template <class S>
BruteForce bruteForce(const Problem<S>& problem, std::size_t h) {
  const std::size_t group = problem.q_hqd.size() / problem.k_hkd.size();
  const auto &q = problem.q_hqd[h], &k = problem.k_hkd[h / group], &v = problem.v_hkc[h / group];
  const Real eps = std::numeric_limits<S>::epsilon(), tiny = std::numeric_limits<S>::min();
  const Index n = q.rows(), m = k.rows();
  BruteForce out{paint(problem.options, h, n, m),
                 blank(n, m),
                 blank(n, m),
                 blank(n, m),
                 blank(n, m),
                 blank(n, m),
                 blank(n, v.cols())};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < m; ++j) scorePair(out, problem, h, i, j, q, k, eps);
    softmaxRow(out, i, eps, tiny);
    outputRow(out, v, i, eps, tiny);
  }
  return out;
}

template BruteForce bruteForce(const Problem<float>&, std::size_t);
template BruteForce bruteForce(const Problem<double>&, std::size_t);

}  // namespace attention::testing
