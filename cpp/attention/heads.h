#pragma once
// Attention of many heads: every head projects the same embeddings with matrices of its own, attends
// on its own, and all outputs, side by side, are mixed by one more matrix.
// Source: Vaswani et al. 2017, section 3.2.2; shared KV heads: Shazeer, "Fast Transformer Decoding:
// One Write-Head is All You Need" (2019), and Ainslie et al., "GQA" (2023).

#include <optional>
#include <vector>

#include "error.h"
#include "judge.h"
#include "position.h"
#include "types.h"

namespace attention {

/// As many heads as wq has matrices, as many KV heads as wk and wv have. These divide the heads:
/// head h reads KV head floor(h / (heads / kvHeads)).
template <class S>
struct MultiHeadProblem {
  Matrix<S> x;  ///< [tokens][model width]
  std::optional<Matrix<S>>
      context;  ///< [keys][its width]: where keys and values come from, if not from x
  Heads<S> wq;  ///< [heads][model width][d]
  Heads<S> wk;  ///< [kvHeads][width of x or context][d]
  Heads<S> wv;  ///< [kvHeads][width of x or context][c]
  std::optional<Matrix<S>> wo;  ///< [heads * c][output width]; nothing = heads side by side
  /// Added to what the matrix of the same letter gives, all heads side by side: heads * d,
  /// kvHeads * d, kvHeads * c and output width numbers.
  std::optional<std::vector<S>> bq = {}, bk = {}, bv = {}, bo = {};
  /// Queries and keys are turned after the projection.
  std::optional<Rotary> rotary = {};
  /// One per token. Nothing = 0, 1, 2, ...
  std::optional<std::vector<std::int64_t>> positions = {};
  /// [heads]; false switches a head off: its output is zeros before the heads are merged.
  std::optional<std::vector<bool>> active = {};
  /// The scale is 1/sqrt(d) of a head, whatever the width of the model. With a context no option
  /// that speaks of positions: those of one sequence mean nothing in another. keyPadding is the
  /// context's, attend and bias are [tokens][keys].
  Options<S> options = {};
};

/// Every intermediate is a result.
struct MultiHeadTrace {
  Heads<double> q_hqd, k_hkd, v_hkc;  ///< as they are attended with: biased and turned
  Trace<double> attention;            ///< of all heads; zeros for the output of one switched off
  Matrix<double> merged;              ///< [tokens][heads * c]: head h in columns h c to h c + c - 1
  Matrix<double> output;              ///< [tokens][output width]
};

/// The specification. No result of more than judge::maxNumbers numbers.
Result<MultiHeadTrace> multiHead(const MultiHeadProblem<double>& problem);

/// The same in float32: projections by product.h, attention by tiled.h; the output alone. No matrix
/// of tokens x keys: what is held grows with the tokens as the input does. Refused where it would be
/// more than maxTiledBytes.
Result<Matrix<float>> tiledMultiHead(const MultiHeadProblem<float>& problem);

std::optional<Error> validate(const MultiHeadProblem<double>& problem);
std::optional<Error> validate(const MultiHeadProblem<float>& problem);

/// The shapes of a problem, for a judgement before anything of it is copied. wq, wk and wv per head.
struct MultiHeadShapes {
  judge::Shape x;
  std::optional<judge::Shape> context;
  judge::Shape wq, wk, wv;
  std::optional<judge::Shape> wo;
};

/// The multiply-adds to make q, k and v, and to mix the heads.
double projectionWork(const MultiHeadShapes& shapes);

/// The multiply-adds of multiHead: judge::work.
double workOf(const MultiHeadShapes& shapes);

/// Those of tiledMultiHead, counted as tiledWork counts.
double tiledWork(const MultiHeadShapes& shapes, const Options<float>& options);

/// The same, of a problem.
double workOf(const MultiHeadProblem<double>& problem);

/// The shapes of a problem for tiledMultiHead, and the bytes that it takes in all. `tableBytes`: of
/// its masks and its bias.
std::optional<Error> validateTiled(const MultiHeadShapes& shapes, double tableBytes);

/// The most bytes that tiledMultiHead holds at a time, what it is handed included, and one weight
/// matrix once more, which a caller may have to split. Without its scratch where the rest is too
/// much already.
double tiledBytes(const MultiHeadShapes& shapes);

/// As a caller gave them, before anything is divided by them.
std::optional<Error> validateHeadCounts(double heads, double kvHeads);

/// The shape per head of a projection as callers give it: a matrix per head, or all heads side by
/// side in one matrix. `counted` is the field that says how many heads there are.
Result<judge::Shape> shapePerHead(const char* field, const judge::Shape& given, bool sideBySide,
                                  double heads, const char* counted);

/// [rows][heads * columns] -> [heads][rows][columns]
template <class S>
Heads<S> splitHeads(const Matrix<S>& sideBySide, Index heads);

/// [heads][rows][columns] -> [rows][heads * columns]
Matrix<double> mergeHeads(const Heads<double>& heads);

}  // namespace attention
