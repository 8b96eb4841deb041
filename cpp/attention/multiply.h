#pragma once
// Products of the reference and of what is built on it. Eigen's matrix product is compiled once,
// here and for speed; elsewhere an operator* between matrices would compile it again, and for
// WebAssembly the linker keeps one of the two, perhaps the one that was made for size.

#include "types.h"

namespace attention {

/// a [m][n], b [n][c] -> a b [m][c]
template <class S>
Matrix<S> multiply(const Matrix<S>& a, const Matrix<S>& b);

/// a [m][n], b [c][n] -> a b^T [m][c]
template <class S>
Matrix<S> multiplyTransposed(const Matrix<S>& a, const Matrix<S>& b);

}  // namespace attention
