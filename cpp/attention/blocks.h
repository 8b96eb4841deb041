#pragma once
// What a problem of the tiled path is to all that walks through its blocks: where heads lie, which
// keys of a block are seen, and the running maximum, told as the reference that powers of two are
// counted from.

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "mask.h"
#include "tiled.h"

namespace attention {

inline constexpr float log2e = 1.44269504088896340736f;
inline constexpr float ln2 = 0.69314718055994530942f;
inline constexpr float minusInfinity = -std::numeric_limits<float>::infinity();

inline Index roundUp(Index n, Index step) { return (n + step - 1) / step * step; }

/// Are all `count` numbers finite?
bool finite(const float* x, Index count);

/// The reference of the weights so far, 2^(score - reference), starts at the first maximum, so that
/// a lone key weighs exactly 1, and is raised in whole steps, so that it moves seldom. It is never
/// below the maximum, nor far above it: between numbers that differ much, rounding would do both.
float raised(float reference, float maximum);

/// The power of two that the weights so far are to be multiplied with. Where nothing was seen yet
/// it is 2^-inf, 0.
float fall(float before, float now);

/// Nothing seen so far: 0 stands for the reference, since -inf minus -inf is no number.
inline float subtrahend(float reference) { return reference == minusInfinity ? 0 : reference; }

/// One allocation, handed out piece by piece and not initialised.
class Scratch {
 public:
  explicit Scratch(Index floats) : memory_(new float[std::size_t(floats)]), next_(memory_.get()) {}

  float* take(Index floats) {
    float* piece = next_;
    next_ += floats;
    return piece;
  }

 private:
  const std::unique_ptr<float[]> memory_;
  float* next_;
};

/// The multiply-adds that it takes to find what the masks of all heads open, beside the pairs: each
/// block of queries looks at each block of keys in the pattern, where a stretch may begin and end,
/// and each query at each key that all see, which is a stretch of its own.
double looksWork(const TiledSizes& sizes, const Options<float>& options);

/// What the two ways through a problem share: panels of queries (tiled.cpp), and queries one by one
/// (rows.h).
class Blocks {
 public:
  Blocks(const TiledInput& in, const TiledOutput& out)
      : in_(in),
        out_(out),
        mask_(in.options, in.queries, in.keys),
        scale_(in.options.scale.value_or(1 / std::sqrt(float(in.width)))),
        factor_(log2e * scale_) {}

 protected:
  const float* keys(Index head) const { return in_.k + kvHead(head) * in_.keys * in_.width; }
  const float* values(Index head) const { return in_.v + kvHead(head) * in_.keys * in_.valueWidth; }
  Index kvHead(Index head) const { return head / (in_.heads / in_.kvHeads); }

  /// Calls body(Keys) for the pieces of a block of keys that some of the queries [q0, q1) see, as
  /// far as positions go, with less than `gap` between two keys that are seen. Each piece starts at
  /// a multiple of `step` from the block's start; they do not overlap, for `step` is at most `gap`.
  template <class Body>
  void eachPiece(Index q0, Index q1, Keys block, Index step, Index gap, Body body) const {
    if (mask_.apart(q0, q1, block.first, block.last)) return;
    for (Index k = block.first; k < block.last;) {
      const Keys seen = mask_.stretch(q0, q1, k, block.last, gap);
      if (seen.first >= seen.last) return;
      body(Keys{block.first + (seen.first - block.first) / step * step, seen.last});
      k = seen.last;
    }
  }

  /// What a distance of 1 adds to a score; 0 without ALiBi.
  float slopeFactor(Index head) const {
    using Limits = std::numeric_limits<float>;
    return std::clamp(-log2e * mask_.slope(head), Limits::lowest(), Limits::max());
  }

  /// Scores [end - keys.first][stride] of the keys and of a surplus up to `end`: applies masks and
  /// bias, and hides the surplus. True if one of the keys is hidden from one of the queries.
  bool hide(Index head, Index q0, Index q1, Keys keys, Index end, Part part, float* scores,
            Index stride) const;

  /// Writes what is asked for of a row whose weights are powers of two counted from `reference`.
  void finishSum(Index row, float reference, float sum) const;

  const TiledInput& in_;
  const TiledOutput& out_;
  const Mask<float> mask_;
  const float scale_;
  const float factor_;  // of the scores, whose exponentials are powers of 2 here
};

}  // namespace attention
