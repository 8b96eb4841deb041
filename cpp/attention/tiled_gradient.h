#pragma once
// The backward pass without matrices of queries x keys: the weights of a block of keys are computed
// once more, from the reference and the sum of their rows that the forward pass left, and used up
// at once. Memory grows with the tokens, not with their pairs.
// Source: Dao, "FlashAttention-2" (2023), Algorithm 2.

#include <optional>

#include "judge.h"
#include "tiled.h"

namespace attention {

/// dOutput [heads][queries][valueWidth]: gradient of the loss with respect to the output.
struct TiledGradientInput : TiledInput {
  const float* dOutput;
};

/// In the shapes of q, k and v.
struct TiledGradientOutput {
  float* dq;
  float* dk;
  float* dv;
};

/// As `gradient` of gradient.h, in float32 and up to rounding: the order of the additions differs.
/// A row whose visible scores are all -inf has weights of 0. What leaves the range of float32 on the way is infinite here, as in `tiled`.
/// Throws std::bad_alloc, before anything is written, if there is no memory.
void tiledGradient(const TiledGradientInput& input, const TiledGradientOutput& output);

/// All that `tiledGradient` allocates, the forward pass with its output included. A double, since a
/// problem that has to be refused may need more than a size_t holds.
double tiledGradientBytes(const TiledSizes& sizes);

/// The multiply-adds of `tiledGradient`, counted as those of `tiledWork`.
double tiledGradientWork(const TiledSizes& sizes, const Options<float>& options);

/// Before numbers are copied, of good sizes and options: tiledGradientWork.
std::optional<Error> validateTiledGradientWork(const TiledSizes& sizes,
                                               const Options<float>& options);

/// Before the gradient's path copies anything: its shapes, and the bytes of what is handed in, of
/// the gradients and of what is allocated together.
std::optional<Error> validateTiledGradient(const judge::Shape& q, const judge::Shape& k,
                                           const judge::Shape& v, const judge::Shape& dOutput,
                                           double inputBytes);

}  // namespace attention
