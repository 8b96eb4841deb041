#pragma once
// The one comparison of the tests. It answers with a text, empty when all is well, so that
// CHECK(difference(got, want, bound) == "") prints where and by how much.

#include <cmath>
#include <cstdio>
#include <string>

#include "attention/types.h"

namespace attention::testing {

/// Numbers in long double with the error that an implementation may have at each.
struct Expected {
  Matrix<long double> value, bound;
};

inline std::string shape(Index rows, Index columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

inline std::string text(const char* what, Index i, Index j, long double got, long double want,
                        long double bound) {
  char line[200];
  std::snprintf(line, sizeof line,
                "%s at row %d, column %d: got %.17Lg, want %.17Lg (allowed %.3Lg)", what, int(i),
                int(j), got, want, bound);
  return line;
}

/// NaN only where NaN is wanted, an infinity only where the same one is.
inline bool samePattern(long double got, long double want) {
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got);
  return (!std::isinf(want) && !std::isinf(got)) || got == want;
}

/// Patterns first, over the whole matrix; then the sizes. `!(error <= bound)`, so that no NaN of
/// the comparison itself passes. The entry that is furthest beyond its bound is the one reported.
template <class S>
std::string difference(const Matrix<S>& got, const Matrix<long double>& want,
                       const Matrix<long double>& bound) {
  if (got.rows() != want.rows() || got.cols() != want.cols())
    return "shape: got " + shape(got.rows(), got.cols()) + ", want " +
           shape(want.rows(), want.cols());
  for (Index i = 0; i < got.rows(); ++i)
    for (Index j = 0; j < got.cols(); ++j)
      if (!samePattern(got(i, j), want(i, j)))
        return text("NaN or infinity", i, j, got(i, j), want(i, j), bound(i, j));

  std::string worst;
  long double worstExcess = 0;
  for (Index i = 0; i < got.rows(); ++i)
    for (Index j = 0; j < got.cols(); ++j) {
      if (!std::isfinite(want(i, j))) continue;
      const long double error = std::abs(static_cast<long double>(got(i, j)) - want(i, j));
      if (error <= bound(i, j)) continue;
      const long double excess = error - bound(i, j);
      if (!worst.empty() && excess <= worstExcess) continue;
      worst = text("number", i, j, got(i, j), want(i, j), bound(i, j));
      worstExcess = excess;
    }
  return worst;
}

template <class S>
std::string difference(const Matrix<S>& got, const Expected& want) {
  return difference(got, want.value, want.bound);
}

/// Against numbers written down: |got - want| <= tolerance * (1 + |want|).
template <class S, class T>
std::string difference(const Matrix<S>& got, const Matrix<T>& want, double tolerance) {
  const Matrix<long double> exact = want.template cast<long double>();
  const Matrix<long double> bound = tolerance * (1 + exact.array().abs());
  return difference(got, exact, bound);
}

/// Every bit the same, NaN equal to NaN.
template <class S>
std::string difference(const Matrix<S>& got, const Matrix<S>& want) {
  return difference(got, want, 0.0);
}

}  // namespace attention::testing
