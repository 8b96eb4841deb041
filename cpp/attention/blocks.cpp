#include "blocks.h"

#include <algorithm>
#include <cmath>

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

Keys Blocks::within(Index q0, Index q1, Index k0, Index k1, Index step) const {
  const Keys reached = mask_.reached(q0, q1);
  const Index skipped = k0 < mask_.sinks() ? 0 : std::max<Index>(reached.first - k0, 0);
  return {k0 + skipped / step * step, std::min(k1, reached.last)};
}

bool Blocks::hide(Index head, Index q0, Index q1, Keys keys, Index end, Part part, float* scores,
                  Index stride) const {
  const Keys open = mask_.open(q0, q1);
  const Index first = std::clamp(open.first, keys.first, keys.last);
  const Index last = std::clamp(open.last, first, keys.last);
  const bool partial = part == Part::some || first > keys.first || last < keys.last;
  if (!partial && last == end) return false;
  if (part == Part::some)
    for (Index q = q0; q < q1; ++q)
      mask_.applyTables(head, q, keys.first, keys.last, log2e, scores + q - q0, stride);
  for (Index q = q0; q < q1; ++q) {
    const Keys row = mask_.reached(q, q + 1);
    const auto hideBand = [&](Index from, Index to) {
      for (Index k = from; k < to; ++k)
        if (k >= std::min(row.last, keys.last) || (k < row.first && k >= mask_.sinks()))
          scores[(k - keys.first) * stride + q - q0] = minusInfinity;
    };
    hideBand(keys.first, first);
    hideBand(last, end);
  }
  return partial;
}

void Blocks::finishSum(Index row, float reference, float sum) const {
  if (out_.logSumExp) out_.logSumExp[row] = (reference + std::log2(sum)) * ln2;
  if (out_.reference) out_.reference[row] = subtrahend(reference);
  if (out_.sum) out_.sum[row] = sum;
}

}  // namespace attention
