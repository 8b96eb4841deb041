#pragma once
// FlashAttention's idea on four lanes: softmax(Q K^T * scale + bias) V in blocks of queries and
// keys, with a running maximum and a running sum per query, so that the queries x keys matrices of
// the reference are never written. Memory beside input and output is constant.
// Source: Dao et al., "FlashAttention" (2022), Algorithm 1; Milakov and Gimelshein, "Online
// normalizer calculation for softmax" (2018).

#include "types.h"

namespace attention {

/// Everything in float32, row-major and dense, any size from 1:
/// q [heads][queries][width], k [kvHeads][keys][width], v [kvHeads][keys][valueWidth].
/// kvHeads divides heads; query head h reads KV head floor(h / (heads / kvHeads)).
struct TiledInput {
  const float* q;
  const float* k;
  const float* v;
  Index heads, kvHeads, queries, keys, width, valueWidth;
  const Options<float>& options;  ///< valid for these sizes (validate.h)
};

/// output [heads][queries][valueWidth]; logSumExp [heads][queries] or null: ln of the sum of
/// exp(score) over the visible keys, with the score as softmax sees it.
struct TiledOutput {
  float* output;
  float* logSumExp;
};

/// A share of the work: heads [firstHead, lastHead), queries [firstQuery, lastQuery) of each. How
/// the work is cut does not change a bit of the result, if the first query is a multiple of
/// tiledQueryBlock. Nothing outside the share is written.
struct TiledShare {
  Index firstHead, lastHead, firstQuery, lastQuery;
};

inline constexpr Index tiledQueryBlock = 256;

/// Writes the share's rows of the output.
///
/// A row in which no key is visible gets an output of 0 and a logSumExp of -inf. What is not
/// visible contributes nothing, not even a NaN: weights of hidden keys are exactly 0, and a hidden
/// value that is not finite is not multiplied. NaN or +inf in a visible score makes its row NaN, and
/// no other row. A row that sees a single key is that key's value, to the bit.
/// Blocks that the masks empty are skipped; blocks that they do not touch pay nothing for them.
/// Agrees with the reference up to rounding: the order of the additions differs.
void tiled(const TiledInput& input, const TiledOutput& output, const TiledShare& share);

}  // namespace attention
