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

namespace {

/// Four vectors of one key: sum + query * key.
f32x4 along(f32x4 sum, f32x4 q0, f32x4 q1, f32x4 q2, f32x4 q3, const float* key) {
  sum = sum + q0 * load(key);
  sum = sum + q1 * load(key + 4);
  sum = sum + q2 * load(key + 8);
  return sum + q3 * load(key + 12);
}

}  // namespace

ATTENTION_KERNEL void score(const float* query, const float* keys, Index count, Index width,
                            float* scores) {
  for (Index k = 0; k < count; k += group) {
    const float* q = query;
    const float* k0 = keys + k * width;
    const float* k1 = keys + std::min(k + 1, count - 1) * width;
    const float* k2 = keys + std::min(k + 2, count - 1) * width;
    const float* k3 = keys + std::min(k + 3, count - 1) * width;
    f32x4 a = splat(0), b = a, c = a, d = a;
    Index left = width;
    ATTENTION_ROLLED
    for (; left >= 16; left -= 16) {
      const f32x4 q0 = load(q), q1 = load(q + 4), q2 = load(q + 8), q3 = load(q + 12);
      a = along(a, q0, q1, q2, q3, k0);
      b = along(b, q0, q1, q2, q3, k1);
      c = along(c, q0, q1, q2, q3, k2);
      d = along(d, q0, q1, q2, q3, k3);
      q += 16, k0 += 16, k1 += 16, k2 += 16, k3 += 16;
    }
    ATTENTION_ROLLED
    for (; left >= 4; left -= 4) {
      a = a + load(q) * load(k0);
      b = b + load(q) * load(k1);
      c = c + load(q) * load(k2);
      d = d + load(q) * load(k3);
      q += 4, k0 += 4, k1 += 4, k2 += 4, k3 += 4;
    }
    f32x4 sum = simd::sums(a, b, c, d);
    for (; left > 0; --left)
      sum = sum + loadSplat(q++) * simd::gather(k0++, k1++, k2++, k3++);
    store(scores + k, sum);
  }
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

namespace {

/// N vectors of columns.
template <Index N>
void add(const float* values, const float* weights, Index keys, Index width, float rescale,
         float* out) {
  f32x4 sum[N];
  for (Index i = 0; i < N; ++i) sum[i] = load(out + 4 * i) * splat(rescale);
  ATTENTION_ROLLED
  for (Index k = 0; k < keys; ++k) {
    const f32x4 w = loadSplat(weights + k);
    for (Index i = 0; i < N; ++i) sum[i] = sum[i] + w * load(values + 4 * i);
    values += width;
  }
  for (Index i = 0; i < N; ++i) store(out + 4 * i, sum[i]);
}

}  // namespace

ATTENTION_KERNEL void addValues(const float* values, const float* weights, Index keys, Index width,
                                float rescale, float* out) {
  Index c = 0;
  for (; c + 32 <= width; c += 32) add<8>(values + c, weights, keys, width, rescale, out + c);
  for (; c + 16 <= width; c += 16) add<4>(values + c, weights, keys, width, rescale, out + c);
  for (; c + 4 <= width; c += 4) add<1>(values + c, weights, keys, width, rescale, out + c);
  for (; c < width; ++c) {
    float sum = out[c] * rescale;
    for (Index k = 0; k < keys; ++k) sum += weights[k] * values[k * width + c];
    out[c] = sum;
  }
}

}  // namespace attention::row
