#include "blocks.h"

#include <algorithm>
#include <cmath>

#include "judge.h"
#include "simd.h"

namespace attention {

using simd::load;
using simd::store;

bool finite(const float* x, Index count) {
  // x * 0 is 0 for every finite number and NaN for the others.
  const simd::f32x4 zero = simd::splat(0);
  simd::f32x4 a = zero, b = zero, c = zero, d = zero;
  Index i = 0;
  for (; i + 16 <= count; i += 16) {
    a = a + load(x + i) * zero;
    b = b + load(x + i + 4) * zero;
    c = c + load(x + i + 8) * zero;
    d = d + load(x + i + 12) * zero;
  }
  float sums[4];
  store(sums, (a + b) + (c + d));
  float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (; i < count; ++i) sum += x[i] * 0;
  return sum == 0;
}

float raised(float reference, float maximum) {
  if (!(maximum > reference)) return reference;
  if (reference == minusInfinity) return maximum;
  const float stepped = reference + std::ceil(maximum - reference);
  return stepped >= maximum && stepped <= maximum + 1 ? stepped : maximum;
}

float fall(float before, float now) {
  if (before == minusInfinity) return minusInfinity;
  return before == now ? 0 : before - now;
}

bool Blocks::hide(Index head, Index q0, Index q1, Keys keys, Index end, Part part, float* scores,
                  Index stride) const {
  bool partial = part == Part::some;
  if (partial)
    for (Index q = q0; q < q1; ++q)
      mask_.applyTables(head, q, keys.first, keys.last, log2e, scores + q - q0, stride);
  const bool open = mask_.open(q0, q1, keys.first, keys.last);
  for (Index q = q0; q < q1; ++q) {
    const auto cover = [&](Index from, Index to, Index step = 1) {
      float* score = scores + (from - keys.first) * stride + q - q0;
      for (Index k = from; k < to; k += step, score += step * stride) *score = minusInfinity;
      return from < to;
    };
    cover(keys.last, end);
    for (Index k = keys.first; !open && k < keys.last;) {
      const Run seen = mask_.run(q, k, keys.last);
      partial |= cover(k, seen.first);
      // What its steps leave out.
      for (Index off = 1; off < std::min(seen.step, seen.last - seen.first); ++off)
        partial |= cover(seen.first + off, seen.last, seen.step);
      k = seen.last;
    }
  }
  return partial;
}

double looksWork(const TiledSizes& sizes, const Options<float>& options) {
  double perQuery = double(options.globals.size()) * judge::tiledGlobalWork;
  if (options.blocks) {
    // Queries of one block look together.
    const double size = double(options.blocks->size);
    perQuery += std::ceil(double(sizes.keys) / size) / size * judge::tiledBlockWork;
  }
  return double(sizes.heads) * double(sizes.queries) * perQuery;
}

void Blocks::finishSum(Index row, float reference, float sum) const {
  if (out_.logSumExp) out_.logSumExp[row] = (reference + std::log2(sum)) * ln2;
  if (out_.reference) out_.reference[row] = subtrahend(reference);
  if (out_.sum) out_.sum[row] = sum;
}

}  // namespace attention
