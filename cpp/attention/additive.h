#pragma once
// The first attention: a query and a key are compared by a small network instead of a product.

#include <optional>
#include <vector>

#include "error.h"
#include "types.h"

namespace attention {

/// e_ij = w . tanh(q_i wq + k_j wk), softmax over the keys, and the weighted sum of the values.
/// Source: Bahdanau, Cho and Bengio, "Neural Machine Translation by Jointly Learning to Align and
/// Translate" (2014), section 3.1 and appendix A.1.2, where q are a decoder's states and k an
/// encoder's annotations.
struct AdditiveProblem {
  Matrix<double> q;                      ///< queries x a
  Matrix<double> k;                      ///< keys x b
  std::optional<Matrix<double>> v = {};  ///< keys x c; nothing = k
  Matrix<double> wq;                     ///< a x u
  Matrix<double> wk;                     ///< b x u
  std::vector<double> w;                 ///< u
  /// [k], true = padding, ignored.
  std::optional<std::vector<bool>> keyPadding = {};
};

struct AdditiveTrace {
  /// One per query, [keys][u]: tanh(q_i wq + k_j wk). Empty if it were larger than any result may be.
  Heads<double> hidden_qku;
  Matrix<double> scores;        ///< [q][k] e
  Matrix<double> masked;        ///< scores; -inf where the key is padding
  Matrix<double> exponentials;  ///< exp(masked - the row's maximum)
  Matrix<double> weights;       ///< exponentials / their sum; zeros where nothing is visible
  Matrix<double> output;        ///< [q][c] weights * v
};

std::optional<Error> validate(const AdditiveProblem& problem);

Result<AdditiveTrace> additiveAttention(const AdditiveProblem& problem);

}  // namespace attention
