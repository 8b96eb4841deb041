#pragma once
// The whole of self-attention in five lines, to be read. No masks, no options: those, and the
// trace of every step, are the reference's (reference.h). A test holds the two together.

#include <cmath>

#include "types.h"

namespace attention {

template <class S>
struct SelfAttention {
  Matrix<S> output, weights;
};

/// X [tokens][width], Wq and Wk [width][d], Wv [width][c] -> output [tokens][c], weights [tokens][tokens].
template <class S>
SelfAttention<S> selfAttention(const Matrix<S>& X, const Matrix<S>& Wq, const Matrix<S>& Wk,
                               const Matrix<S>& Wv) {
  const Matrix<S> Q = X * Wq, K = X * Wk, V = X * Wv;
  const Matrix<S> scores = Q * K.transpose() / std::sqrt(S(Q.cols()));
  Matrix<S> weights = (scores.colwise() - scores.rowwise().maxCoeff()).array().exp();
  weights = weights.array().colwise() / weights.rowwise().sum().eval().array();
  return {weights * V, weights};
}

// Compiled once and for speed, as the products of multiply.h are.
extern template SelfAttention<double> selfAttention(const Matrix<double>&, const Matrix<double>&,
                                                    const Matrix<double>&, const Matrix<double>&);

}  // namespace attention
