#include "rows.h"

#include <algorithm>

#include "blocks.h"
#include "row.h"
#include "simd.h"

namespace attention::rows {
namespace {

/// What is kept of a single query between two blocks of keys.
struct Row {
  float* query;  // [width], times scale * log2(e)
  float* out;    // [valueWidth]
  float* reference;
  float* sum;
};

class Rows : Blocks {
 public:
  Rows(const TiledInput& in, const TiledOutput& out, const TiledShare& share)
      : Blocks(in, out),
        share_(share),
        scratch_(Index(floats(in, share))),
        rows_(scratch_.take(rowFloats(in) * count(in, share))),
        scores_(scratch_.take(keyBlock)) {}

  /// May be more than an Index holds, for a problem that has to be refused.
  static std::int64_t floats(const TiledSizes& in, const TiledShare& share) {
    return (std::int64_t(in.width) + in.valueWidth + 2) * count(in, share) + keyBlock;
  }

  void run() {
    for (Index h = share_.firstHead; h < share_.lastHead;) {
      const Index group = in_.heads / in_.kvHeads;
      const Index last = std::min((kvHead(h) + 1) * group, share_.lastHead);
      headGroup(h, last);
      h = last;
    }
  }

 private:
  static constexpr Index keyBlock = TiledBlock{}.keys;
  static_assert(keyBlock % row::group == 0);

  static Index rowFloats(const TiledSizes& in) { return in.width + in.valueWidth + 2; }
  static Index count(const TiledSizes& in, const TiledShare& share) {
    return std::min(in.heads / in.kvHeads, share.lastHead - share.firstHead) *
           (share.lastQuery - share.firstQuery);
  }

  void headGroup(Index first, Index last) {
    const auto eachRow = [&](auto body) {
      float* next = rows_;
      for (Index h = first; h < last; ++h)
        for (Index q = share_.firstQuery; q < share_.lastQuery; ++q) {
          float* out = next + in_.width;
          body(Row{next, out, out + in_.valueWidth, out + in_.valueWidth + 1}, h, q);
          next += rowFloats(in_);
        }
    };
    eachRow([&](const Row& r, Index h, Index q) { start(r, h, q); });
    for (Index k = 0; k < in_.keys; k += keyBlock)
      eachRow([&](const Row& r, Index h, Index q) {
        eachPiece(q, q + 1, {k, std::min(k + keyBlock, in_.keys)}, 1, TiledBlock{}.gap,
                  [&](Keys keys) { step(r, h, q, keys); });
      });
    eachRow([&](const Row& r, Index h, Index q) { finish(r, h, q); });
  }

  void start(const Row& r, Index h, Index q) {
    const float* from = in_.q + (h * in_.queries + q) * in_.width;
    for (Index d = 0; d < in_.width; ++d) r.query[d] = from[d] * factor_;
    std::fill(r.out, r.out + in_.valueWidth, 0.f);
    *r.reference = minusInfinity;
    *r.sum = 0;
  }

  void step(const Row& r, Index h, Index q, Keys keys) {
    const Part part = mask_.part(h, q, q + 1, keys.first, keys.last);
    if (part == Part::nothing) return;
    const Index count = keys.last - keys.first, end = keys.first + roundUp(count, row::group);
    row::score(r.query, this->keys(h) + keys.first * in_.width, count, in_.width, scores_);
    if (const float slope = slopeFactor(h); slope != 0)
      row::addDistances(scores_, end - keys.first, slope, mask_.position(q) - keys.first);
    const bool partial = hide(h, q, q + 1, keys, end, part, scores_, 1);
    const float before = *r.reference;
    const float now = *r.reference = raised(before, row::maximum(scores_, end - keys.first));
    float rescale[4];
    store(rescale, simd::exp2(simd::splat(fall(before, now))));
    *r.sum = *r.sum * *rescale + row::weigh(scores_, end - keys.first, subtrahend(now));
    const float* rows = values(h) + keys.first * in_.valueWidth;
    if (partial && !finite(rows, count * in_.valueWidth))
      addVisible(r, rows, h, q, keys, *rescale);
    else
      row::addValues(rows, scores_, count, in_.valueWidth, *rescale, r.out);
  }

  void addVisible(const Row& r, const float* rows, Index h, Index q, Keys keys, float rescale) {
    for (Index c = 0; c < in_.valueWidth; ++c) r.out[c] *= rescale;
    for (Index k = keys.first; k < keys.last; ++k, rows += in_.valueWidth) {
      const float weight = scores_[k - keys.first];
      if (weight == 0 && !mask_.visible(h, q, k)) continue;
      for (Index c = 0; c < in_.valueWidth; ++c) r.out[c] += rows[c] * weight;
    }
  }

  void finish(const Row& r, Index h, Index q) {
    const Index row = h * in_.queries + q;
    float* to = out_.output + row * in_.valueWidth;
    for (Index c = 0; c < in_.valueWidth; ++c) to[c] = *r.sum == 0 ? 0 : r.out[c] / *r.sum;
    finishSum(row, *r.reference, *r.sum);
  }

  const TiledShare share_;
  Scratch scratch_;
  float* const rows_;
  float* const scores_;
};

}  // namespace

void run(const TiledInput& in, const TiledOutput& out, const TiledShare& share) {
  Rows(in, out, share).run();
}

std::int64_t floats(const TiledSizes& sizes, const TiledShare& share) {
  return Rows::floats(sizes, share);
}

}  // namespace attention::rows
