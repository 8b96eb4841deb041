#include "support/brute_heads.h"

#include <cmath>
#include <limits>

#include "support/brute_force.h"

namespace attention::testing {
namespace {

using Real = long double;
using Reals = Matrix<Real>;

/// What n roundings may make of a sum of this size: each errs by at most eps / 2 of it, and eps is
/// taken, so that the second order has its place.
Real roundings(Index n, Real size, Real eps) { return Real(n) * eps * size; }

Expected blank(Index rows, Index columns) {
  return {Reals::Zero(rows, columns), Reals::Zero(rows, columns)};
}

template <class S>
Expected given(const Matrix<S>& m) {
  return {m.template cast<Real>(), Reals::Zero(m.rows(), m.cols())};
}

/// a w + b
template <class S>
Expected times(const Expected& a, const Matrix<S>& w, const std::optional<std::vector<S>>& bias,
               Real eps) {
  Expected y = blank(a.value.rows(), w.cols());
  for (Index i = 0; i < y.value.rows(); ++i)
    for (Index j = 0; j < y.value.cols(); ++j) {
      Real sum = bias ? Real((*bias)[std::size_t(j)]) : 0, size = std::fabs(sum), error = 0;
      for (Index k = 0; k < w.rows(); ++k) {
        sum += a.value(i, k) * w(k, j);
        size += (std::fabs(a.value(i, k)) + a.bound(i, k)) * std::fabs(Real(w(k, j)));
        error += a.bound(i, k) * std::fabs(Real(w(k, j)));
      }
      y.value(i, j) = sum;
      y.bound(i, j) = error + roundings(w.rows() + 1, size, eps);
    }
  return y;
}

/// The heads' matrices in one, head h in columns h d to h d + d - 1.
template <class S>
Matrix<S> sideBySide(const Heads<S>& heads) {
  const Index columns = heads[0].cols();
  Matrix<S> all(heads[0].rows(), columns * Index(heads.size()));
  for (Index i = 0; i < all.rows(); ++i)
    for (Index j = 0; j < all.cols(); ++j)
      all(i, j) = heads[std::size_t(j / columns)](i, j % columns);
  return all;
}

/// Columns first to first + count - 1.
Expected columns(const Expected& m, Index first, Index count) {
  return {m.value.middleCols(first, count), m.bound.middleCols(first, count)};
}

/// Angles, sines and cosines are computed in double whatever S.
void turn(Expected& x, const Rotary& rotary, const std::vector<std::int64_t>& positions, Real eps) {
  constexpr Real fine = std::numeric_limits<double>::epsilon();
  const Index dims = rotary.dims ? Index(*rotary.dims) : x.value.cols();
  for (Index row = 0; row < x.value.rows(); ++row)
    for (Index pair = 0; 2 * pair < dims; ++pair) {
      const bool half = rotary.pairing == Pairing::half;
      const Index a = half ? pair : 2 * pair, b = half ? pair + dims / 2 : 2 * pair + 1;
      const Real position = Real(positions[std::size_t(row)]);
      const Real angle = position / std::pow(Real(rotary.theta), 2 * Real(pair) / Real(dims));
      const Real xa = x.value(row, a), xb = x.value(row, b);
      const Real error = std::fabs(xa) + std::fabs(xb) + x.bound(row, a) + x.bound(row, b);
      x.value(row, a) = xa * std::cos(angle) - xb * std::sin(angle);
      x.value(row, b) = xa * std::sin(angle) + xb * std::cos(angle);
      x.bound(row, a) = x.bound(row, b) =
          x.bound(row, a) + x.bound(row, b) + (3 * eps + 8 * fine * (1 + angle)) * error;
    }
}

/// The least and the most that a score may come to, as value and bound.
template <class S>
Expected masked(const Options<S>& options, std::size_t h, const Expected& q, const Expected& k,
                Real eps) {
  const Index d = q.value.cols();
  const Real scale = options.scale ? Real(*options.scale) : 1 / std::sqrt(Real(d));
  Expected result = blank(q.value.rows(), k.value.rows());
  for (Index i = 0; i < q.value.rows(); ++i)
    for (Index j = 0; j < k.value.rows(); ++j) {
      Real sum = 0, size = 0, error = 0;
      for (Index x = 0; x < d; ++x) {
        const Real a = std::fabs(q.value(i, x)), b = std::fabs(k.value(j, x));
        sum += q.value(i, x) * k.value(j, x);
        size += (a + q.bound(i, x)) * (b + k.bound(j, x));
        error += a * k.bound(j, x) + q.bound(i, x) * b + q.bound(i, x) * k.bound(j, x);
      }
      const Real bias =
          options.bias.empty() ? 0 : Real(options.bias[options.bias.size() == 1 ? 0 : h](i, j));
      result.value(i, j) = sum * scale + bias;
      result.bound(i, j) = std::fabs(scale) * (error + roundings(d + 6, size, eps)) +
                           roundings(4, std::fabs(sum * scale) + std::fabs(bias), eps);
    }
  return result;
}

/// Weights of the visible keys. Each is off by its own score's error and by that of the sum.
Expected softmax(const Expected& scores, const Matrix<bool>& visible, Real eps, Real tiny) {
  Expected weights = blank(visible.rows(), visible.cols());
  for (Index i = 0; i < visible.rows(); ++i) {
    Real mean = 0, count = 0, error = 0;
    for (Index j = 0; j < visible.cols(); ++j)
      if (visible(i, j)) {
        mean += scores.value(i, j);
        count += 1;
        error = std::fmax(error, scores.bound(i, j) + 2 * eps * std::fabs(scores.value(i, j)));
      }
    if (count == 0) continue;
    mean /= count;
    Real sum = 0;
    for (Index j = 0; j < visible.cols(); ++j)
      if (visible(i, j)) sum += std::exp(scores.value(i, j) - mean);
    for (Index j = 0; j < visible.cols(); ++j)
      if (visible(i, j)) {
        const Real weight = std::exp(scores.value(i, j) - mean) / sum;
        weights.value(i, j) = weight;
        weights.bound(i, j) = weight * (std::expm1(4 * error) + (count + 12) * eps) + tiny;
      }
  }
  return weights;
}

Expected weightedSum(const Expected& w, const Expected& v, const Matrix<bool>& visible, Real eps) {
  Expected y = blank(w.value.rows(), v.value.cols());
  for (Index i = 0; i < y.value.rows(); ++i)
    for (Index c = 0; c < y.value.cols(); ++c)
      for (Index j = 0; j < v.value.rows(); ++j) {
        if (!visible(i, j)) continue;
        const Real size = std::fabs(v.value(j, c)) + v.bound(j, c);
        y.value(i, c) += w.value(i, j) * v.value(j, c);
        y.bound(i, c) += w.bound(i, j) * size + w.value(i, j) * v.bound(j, c) +
                         roundings(v.value.rows() + 2, w.value(i, j) * size, eps);
      }
  return y;
}

/// Who sees whom, of a problem of these sizes with the same options.
template <class S>
Matrix<bool> visible(const Options<S>& options, std::size_t heads, std::size_t h, Index queries,
                     Index keys) {
  const Heads<S> q(heads, Matrix<S>::Zero(queries, 1)), k = {Matrix<S>::Zero(keys, 1)};
  return bruteForce(Problem<S>{q, k, k, options}, h).visible;
}

}  // namespace

template <class S>
BruteHeads bruteHeads(const MultiHeadProblem<S>& p) {
  const Real eps = std::numeric_limits<S>::epsilon();
  const Expected x = given(p.x), source = p.context ? given(*p.context) : x;
  const Expected q = times(x, sideBySide(p.wq), p.bq, eps);
  const Expected k = times(source, sideBySide(p.wk), p.bk, eps);
  const Expected v = times(source, sideBySide(p.wv), p.bv, eps);
  const Index d = p.wq[0].cols(), c = p.wv[0].cols(), group = Index(p.wq.size() / p.wk.size());

  std::vector<std::int64_t> positions;
  for (Index i = 0; i < p.x.rows(); ++i)
    positions.push_back(p.positions ? (*p.positions)[std::size_t(i)] : i);
  BruteHeads out;
  for (Index kv = 0; kv < Index(p.wk.size()); ++kv) {
    out.k.push_back(columns(k, kv * d, d));
    out.v.push_back(columns(v, kv * c, c));
    if (p.rotary) turn(out.k.back(), *p.rotary, positions, eps);
  }
  out.merged = blank(p.x.rows(), Index(p.wq.size()) * c);
  for (Index h = 0; h < Index(p.wq.size()); ++h) {
    out.q.push_back(columns(q, h * d, d));
    if (p.rotary) turn(out.q.back(), *p.rotary, positions, eps);
    const auto kv = std::size_t(h / group), head = std::size_t(h);
    const auto seen = visible(p.options, p.wq.size(), head, p.x.rows(), source.value.rows());
    const Expected scores = masked(p.options, head, out.q.back(), out.k[kv], eps);
    out.weights.push_back(softmax(scores, seen, eps, std::numeric_limits<S>::min()));
    Expected y = weightedSum(out.weights.back(), out.v[kv], seen, eps);
    if (p.active && !(*p.active)[head]) y = blank(p.x.rows(), c);
    out.merged.value.middleCols(h * c, c) = y.value;
    out.merged.bound.middleCols(h * c, c) = y.bound;
    out.headOutputs.push_back(y);
  }
  const Matrix<S> identity = Matrix<S>::Identity(out.merged.value.cols(), out.merged.value.cols());
  out.output = times(out.merged, p.wo ? *p.wo : identity, p.bo, eps);
  return out;
}

template BruteHeads bruteHeads(const MultiHeadProblem<float>&);
template BruteHeads bruteHeads(const MultiHeadProblem<double>&);

}  // namespace attention::testing
