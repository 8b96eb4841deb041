#pragma once
// FlashAttention's idea on four lanes: softmax(Q K^T * scale + bias) V in blocks of queries and
// keys, with a running maximum and a running sum per query, so that the queries x keys matrices of
// the reference are never written. Memory beside input and output does not grow with either.
// Source: Dao et al., "FlashAttention" (2022), Algorithm 1; Milakov and Gimelshein, "Online
// normalizer calculation for softmax" (2018).

#include <vector>

#include "types.h"

namespace attention {

/// Any size from 1. kvHeads divides heads; query head h reads KV head floor(h / (heads / kvHeads)).
struct TiledSizes {
  Index heads, kvHeads, queries, keys, width, valueWidth;
};

/// Everything in float32, row-major and dense:
/// q [heads][queries][width], k [kvHeads][keys][width], v [kvHeads][keys][valueWidth].
struct TiledInput : TiledSizes {
  const float* q;
  const float* k;
  const float* v;
  const Options<float>& options;  ///< valid for these sizes (validate.h)
};

/// output [heads][queries][valueWidth]; logSumExp [heads][queries] or null: ln of the sum of
/// exp(score) over the visible keys, with the score as softmax sees it.
struct TiledOutput {
  float* output;
  float* logSumExp;
  /// [heads][queries] each, or null: weights are 2^(score * log2(e) - reference) / sum, and 0 where
  /// the sum is. The two parts of logSumExp, which beside a large reference would round the sum away.
  float* reference = nullptr;
  float* sum = nullptr;
};

/// A share of the work: heads [firstHead, lastHead), queries [firstQuery, lastQuery) of each. How
/// the work is cut does not change a bit of the result, as long as the first query is a multiple of
/// tiledPanel. Nothing outside the share is written.
struct TiledShare {
  Index firstHead, lastHead, firstQuery, lastQuery;
};

/// Queries that are computed side by side.
inline constexpr Index tiledPanel = 8;

/// Queries and keys of a block. The blocks of keys start at multiples of `keys`. Where `gap` keys
/// side by side are seen by none of a panel's queries, as far as positions go, they are left out,
/// and the block is taken in pieces; a gap as long as the block leaves it in one piece.
struct TiledBlock {
  Index queries = 256, keys = 260, gap = 16;
};

/// Writes the share's rows of the output.
///
/// A row in which no key is visible gets an output of 0 and a logSumExp of -inf. What is not
/// visible contributes nothing, not even a NaN: weights of hidden keys are exactly 0, and a hidden
/// value that is not finite is not multiplied. NaN or +inf in a visible score makes its row NaN, and
/// no other row. A row that sees a single key is that key's value, to the bit.
/// Blocks that the masks empty are skipped, and so are the empty parts of blocks where positions
/// make them; blocks that the masks do not touch pay nothing for them.
/// Agrees with the reference up to rounding: the order of the additions differs. What leaves the
/// range of float32 on the way is infinite here: scores and scales times log2(e), sums of values
/// before the division. A row whose visible scores are all -inf is one in which nothing is visible.
/// Throws std::bad_alloc, before anything is written, if there is no memory for tiledScratchBytes.
void tiled(const TiledInput& input, const TiledOutput& output, const TiledShare& share);

/// The most that `tiled` allocates for a share of such a problem; for the whole of it, exactly.
std::int64_t tiledScratchBytes(const TiledSizes& sizes);

/// The multiply-adds of `tiled` over everything (judge.h), of the pairs that it computes. What masks
/// by position empty is skipped and not counted. attend, keyPadding and bias hide nothing here:
/// their every entry is looked at.
double tiledWork(const TiledSizes& sizes, const Options<float>& options);

/// As `tiled` over everything, by panels of queries however few there are: the backward pass computes
/// their scores once more, and to the bit.
void tiledPanels(const TiledInput& input, const TiledOutput& output);

/// What `tiledPanels` allocates.
std::int64_t tiledPanelsBytes(const TiledSizes& sizes);

/// One block of keys, or a piece of it, taken in by the queries [firstQuery, lastQuery) of a head, and what is kept
/// of these queries after it. Blocks that the masks empty do not appear.
struct TiledStep {
  Index head, firstQuery, lastQuery, firstKey, lastKey;
  /// [q] What exponents are counted from: the first maximum of the row, raised whenever a larger
  /// score comes, in steps of ln 2. In the scores' own unit; -inf while nothing was visible.
  std::vector<float> maximum;
  /// [q] What the sum and the output so far were multiplied with.
  std::vector<float> rescale;
  /// [q] The sum of exp(score - maximum) so far.
  std::vector<float> sum;
  Matrix<float> weights;  ///< [q][k] exp(score - maximum) of this block's keys
  Matrix<float> output;   ///< [q][c] The weighted sum of the values so far, not yet divided
};

/// As `tiled` over everything, by the same code for panels of queries, with a record of each step.
/// block.queries is at most tiledPanel.
std::vector<TiledStep> tiledSteps(const TiledInput& input, const TiledOutput& output,
                                  TiledBlock block);

}  // namespace attention
