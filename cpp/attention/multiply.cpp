#include "multiply.h"

namespace attention {

template <class S>
Matrix<S> multiply(const Matrix<S>& a, const Matrix<S>& b) {
  return a * b;
}

template <class S>
Matrix<S> multiplyTransposed(const Matrix<S>& a, const Matrix<S>& b) {
  return a * b.transpose();
}

template Matrix<float> multiply(const Matrix<float>&, const Matrix<float>&);
template Matrix<double> multiply(const Matrix<double>&, const Matrix<double>&);
template Matrix<float> multiplyTransposed(const Matrix<float>&, const Matrix<float>&);
template Matrix<double> multiplyTransposed(const Matrix<double>&, const Matrix<double>&);

}  // namespace attention
