#include "row.h"

#include <algorithm>

#include "kernel.h"
#include "simd.h"

namespace attention::row {

using simd::f32x4;
using simd::load;
using simd::loadSplat;
using simd::splat;
using simd::store;

// Eight accumulators for four keys: additions that do not wait for each other.
ATTENTION_KERNEL void score(const float* query, const float* keys, Index count, Index width,
                            float* scores) {
  const Index pairs = width / 8 * 8, whole = width / 4 * 4;
  for (Index k = 0; k < count; k += group) {
    const float* k0 = keys + k * width;
    const float* k1 = keys + std::min(k + 1, count - 1) * width;
    const float* k2 = keys + std::min(k + 2, count - 1) * width;
    const float* k3 = keys + std::min(k + 3, count - 1) * width;
    f32x4 a0 = splat(0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
    ATTENTION_ROLLED
    for (Index d = 0; d < pairs; d += 8) {
      const f32x4 a = load(query + d), b = load(query + d + 4);
      a0 = a0 + a * load(k0 + d);
      a1 = a1 + a * load(k1 + d);
      a2 = a2 + a * load(k2 + d);
      a3 = a3 + a * load(k3 + d);
      b0 = b0 + b * load(k0 + d + 4);
      b1 = b1 + b * load(k1 + d + 4);
      b2 = b2 + b * load(k2 + d + 4);
      b3 = b3 + b * load(k3 + d + 4);
    }
    if (pairs < whole) {
      const f32x4 a = load(query + pairs);
      a0 = a0 + a * load(k0 + pairs);
      a1 = a1 + a * load(k1 + pairs);
      a2 = a2 + a * load(k2 + pairs);
      a3 = a3 + a * load(k3 + pairs);
    }
    f32x4 sum = simd::sums(a0 + b0, a1 + b1, a2 + b2, a3 + b3);
    for (Index d = whole; d < width; ++d)
      sum = sum + loadSplat(query + d) * simd::gather(k0 + d, k1 + d, k2 + d, k3 + d);
    store(scores + k, sum);
  }
}

ATTENTION_KERNEL void addDistances(float* scores, Index keys, float factor, Index distance) {
  constexpr float steps[] = {0, 1, 2, 3};
  const f32x4 by = splat(factor), first = splat(float(distance)) - load(steps);
  for (Index k = 0; k < keys; k += group)
    store(scores + k, load(scores + k) + simd::timesSize(by, first - splat(float(k))));
}

ATTENTION_KERNEL float maximum(const float* scores, Index keys) {
  f32x4 largest = load(scores);
  for (Index k = 4; k < keys; k += 4) largest = simd::pmax(largest, load(scores + k));
  float lanes[4];
  store(lanes, largest);
  float result = lanes[0];
  for (const float lane : lanes) result = result < lane ? lane : result;
  return result;
}

ATTENTION_KERNEL float weigh(float* scores, Index keys, float reference) {
  const f32x4 r = splat(reference);
  f32x4 sum = splat(0);
  for (Index k = 0; k < keys; k += 4) {
    const f32x4 weight = simd::exp2(load(scores + k) - r);
    store(scores + k, weight);
    sum = sum + weight;
  }
  float lanes[4];
  store(lanes, simd::sums(sum, sum, sum, sum));
  return lanes[0];
}

// Four keys at a time over all columns: the values are read once, in their order.
ATTENTION_KERNEL void addValues(const float* values, const float* weights, Index keys, Index width,
                                float rescale, float* out) {
  const Index whole = width / 4 * 4;
  for (Index c = 0; c < width; ++c) out[c] *= rescale;
  Index k = 0;
  for (; k + 4 <= keys; k += 4) {
    const float *v0 = values + k * width, *v1 = v0 + width, *v2 = v1 + width, *v3 = v2 + width;
    const f32x4 w0 = loadSplat(weights + k), w1 = loadSplat(weights + k + 1);
    const f32x4 w2 = loadSplat(weights + k + 2), w3 = loadSplat(weights + k + 3);
    ATTENTION_ROLLED
    for (Index c = 0; c < whole; c += 4)
      store(out + c, load(out + c) + ((w0 * load(v0 + c) + w1 * load(v1 + c)) +
                                      (w2 * load(v2 + c) + w3 * load(v3 + c))));
    for (Index c = whole; c < width; ++c)
      out[c] += (weights[k] * v0[c] + weights[k + 1] * v1[c]) +
                (weights[k + 2] * v2[c] + weights[k + 3] * v3[c]);
  }
  for (; k < keys; ++k)
    for (Index c = 0; c < width; ++c) out[c] += weights[k] * values[k * width + c];
}

}  // namespace attention::row
