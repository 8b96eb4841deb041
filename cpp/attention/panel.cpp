#include "panel.h"

#include "kernel.h"
#include "simd.h"

namespace attention::panel {

using simd::f32x4;
using simd::load;
using simd::loadSplat;
using simd::splat;
using simd::store;

ATTENTION_KERNEL void score(const float* keys, const float* queries, Index width, float* scores) {
  f32x4 a0 = splat(0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  ATTENTION_ROLLED
  for (Index d = 0; d < width; ++d) {
    const f32x4 a = load(queries), b = load(queries + 4);
    const f32x4 k0 = loadSplat(keys), k1 = loadSplat(keys + 1);
    a0 = a0 + k0 * a;
    b0 = b0 + k0 * b;
    a1 = a1 + k1 * a;
    b1 = b1 + k1 * b;
    const f32x4 k2 = loadSplat(keys + 2), k3 = loadSplat(keys + 3);
    a2 = a2 + k2 * a;
    b2 = b2 + k2 * b;
    a3 = a3 + k3 * a;
    b3 = b3 + k3 * b;
    queries += lanes;
    keys += group;
  }
  store(scores, a0);
  store(scores + 4, b0);
  store(scores + 8, a1);
  store(scores + 12, b1);
  store(scores + 16, a2);
  store(scores + 20, b2);
  store(scores + 24, a3);
  store(scores + 28, b3);
}

ATTENTION_KERNEL void maximum(const float* scores, Index keys, float* maximum) {
  f32x4 a = load(scores), b = load(scores + 4);
  for (Index k = 1; k < keys; ++k) {
    a = simd::pmax(a, load(scores + k * lanes));
    b = simd::pmax(b, load(scores + k * lanes + 4));
  }
  store(maximum, a);
  store(maximum + 4, b);
}

ATTENTION_KERNEL void weigh(float* scores, Index keys, const float* reference, float* sum) {
  const f32x4 ra = load(reference), rb = load(reference + 4);
  f32x4 sa = load(sum), sb = load(sum + 4);
  ATTENTION_ROLLED
  for (Index k = 0; k < keys; ++k) {
    const f32x4 a = simd::exp2(load(scores) - ra), b = simd::exp2(load(scores + 4) - rb);
    store(scores, a);
    store(scores + 4, b);
    sa = sa + a;
    sb = sb + b;
    scores += lanes;
  }
  store(sum, sa);
  store(sum + 4, sb);
}

namespace {

template <int C>
void add(const float* values, Index stride, const float* weights, Index keys, const float* rescale,
         float* out) {
  f32x4 a[C], b[C];
  const f32x4 ra = load(rescale), rb = load(rescale + 4);
  for (int c = 0; c < C; ++c) {
    a[c] = load(out + c * lanes) * ra;
    b[c] = load(out + c * lanes + 4) * rb;
  }
  ATTENTION_ROLLED
  for (Index k = 0; k < keys; ++k) {
    const f32x4 wa = load(weights), wb = load(weights + 4);
    for (int c = 0; c < C; ++c) {
      const f32x4 v = loadSplat(values + c);
      a[c] = a[c] + v * wa;
      b[c] = b[c] + v * wb;
    }
    values += stride;
    weights += lanes;
  }
  for (int c = 0; c < C; ++c) {
    store(out + c * lanes, a[c]);
    store(out + c * lanes + 4, b[c]);
  }
}

}  // namespace

ATTENTION_KERNEL void addValues(int columns, const float* values, Index stride,
                                const float* weights, Index keys, const float* rescale,
                                float* out) {
  switch (columns) {
    case 1:
      return add<1>(values, stride, weights, keys, rescale, out);
    case 2:
      return add<2>(values, stride, weights, keys, rescale, out);
    case 3:
      return add<3>(values, stride, weights, keys, rescale, out);
    default:
      return add<group>(values, stride, weights, keys, rescale, out);
  }
}

}  // namespace attention::panel
