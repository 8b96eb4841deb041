#pragma once
// Short ways to write matrices and problems down.

#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "attention/types.h"

namespace attention::testing {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

template <class S = double>
Matrix<S> matrix(std::initializer_list<std::initializer_list<double>> rows) {
  Matrix<S> m(Index(rows.size()), rows.size() ? Index(rows.begin()->size()) : 0);
  Index i = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (const double x : row) m(i, j++) = S(x);
    ++i;
  }
  return m;
}

/// All entries, row after row.
inline std::vector<double> list(const Matrix<double>& m) { return {m.data(), m.data() + m.size()}; }

/// A picture of a mask: 'x' = may attend.
inline Matrix<bool> picture(const std::vector<std::string>& rows) {
  Matrix<bool> m(Index(rows.size()), Index(rows.front().size()));
  for (Index i = 0; i < m.rows(); ++i)
    for (Index j = 0; j < m.cols(); ++j) m(i, j) = rows[std::size_t(i)][std::size_t(j)] == 'x';
  return m;
}

template <class S>
Problem<S> oneHead(Matrix<S> q, Matrix<S> k, Matrix<S> v, Options<S> options = {}) {
  return {{std::move(q)}, {std::move(k)}, {std::move(v)}, std::move(options)};
}

/// The same problem in another scalar.
template <class T, class S>
Heads<T> cast(const Heads<S>& heads) {
  Heads<T> result;
  for (const auto& head : heads) result.push_back(head.template cast<T>());
  return result;
}

template <class T, class S>
Problem<T> cast(const Problem<S>& p) {
  Options<T> options;
  if (p.options.scale) options.scale = T(*p.options.scale);
  options.causal = p.options.causal;
  options.window = p.options.window;
  options.dilation = p.options.dilation;
  options.sinks = p.options.sinks;
  options.globals = p.options.globals;
  options.blocks = p.options.blocks;
  options.attend = p.options.attend;
  options.keyPadding = p.options.keyPadding;
  options.bias = cast<T>(p.options.bias);
  if (p.options.alibi) options.alibi.emplace(p.options.alibi->begin(), p.options.alibi->end());
  return {cast<T>(p.q_hqd), cast<T>(p.k_hkd), cast<T>(p.v_hkc), std::move(options)};
}

}  // namespace attention::testing
