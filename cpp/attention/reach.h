#pragma once
// What masks alone decide, without a number of q, k or v: who sees whom, and how far information
// gets through a stack of layers.

#include <string>
#include <vector>

#include "error.h"
#include "types.h"

namespace attention {

struct VisibleProblem {
  std::int64_t queries, keys;
  Options<double> options;  ///< of one head; scale and ALiBi hide nothing
};

struct VisibleTrace {
  Matrix<bool> visible_qk;
  std::int64_t pairs;  ///< how many of them
};

/// The most queries of a VisibleProblem: for callers each has a row of its own, however short.
inline constexpr std::int64_t maxVisibleQueries = std::int64_t{1} << 20;

std::optional<Error> validate(const VisibleProblem& problem);

/// The mask of queries x keys, as every path of the core applies it.
Result<VisibleTrace> visible(const VisibleProblem& problem);

struct ReachLayer {
  Options<double> options;
  /// A recurrent layer of linear cost, whose state has taken in everything before a token and the
  /// token itself. It has no masks.
  bool linear = false;
  /// What stands before the names of its own options in errors: "layers[2].", or nothing.
  std::string field = {};
  /// The options that it has from `common`, by their names.
  std::vector<std::string> shared = {};
};

/// A stack of residual layers over the same tokens: `layers`, `times` times over.
struct ReachProblem {
  std::int64_t tokens;
  std::vector<ReachLayer> layers;
  std::int64_t times = 1;
  /// What the layers were given together. Each has its options whole; here they are judged even
  /// where no layer goes by them.
  Options<double> common = {};
};

struct ReachTrace {
  /// Of each layer, from the first: may information of token k be in token q after it? A token
  /// always keeps its own.
  std::vector<Matrix<bool>> reached_lqk;
};

/// The sizes alone, before the layers are even read.
std::optional<Error> validateReach(std::int64_t tokens, std::size_t layers, std::int64_t times);

std::optional<Error> validate(const ReachProblem& problem);

/// reached_l = (visible_l or identity) reached_(l - 1), a product of matrices of truth values: what
/// token q sees in layer l brings along all that has reached it before. A window of w reaches back
/// l (w - 1) tokens in l layers.
Result<ReachTrace> reach(const ReachProblem& problem);

}  // namespace attention
