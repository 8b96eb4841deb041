// What the benchmark compares with and measures by, compiled as the product is: not a part of it.
// Plain exported functions over pointers; contenders/native.ts is their only caller.
//
// Each is an exported function of its own: engines compile function by function, and in a large one
// the accumulators spill.

#include <wasm_simd128.h>

#include <cmath>
#include <cstddef>

#define EXPORT [[gnu::noinline, gnu::used, gnu::visibility("default")]]

extern "C" {

/// What the machine's multipliers and adders give in this engine: `rounds` times 12 independent
/// accumulators, multiplied and added to. Two operations per lane, so 96 per round.
///
/// 12, since a chain of a multiplication and an addition takes 6 to 8 cycles, in which a core with
/// two pipes for each starts 12 to 16 of them, and an engine has 16 registers to hold them and the
/// two operands. The sum is returned so that nothing is left out.
EXPORT float peak(size_t rounds, float factor, float term) {
  const v128_t f = wasm_f32x4_splat(factor), t = wasm_f32x4_splat(term);
  v128_t a0 = t, a1 = t, a2 = t, a3 = t, a4 = t, a5 = t, a6 = t, a7 = t, a8 = t, a9 = t, a10 = t,
         a11 = t;
#pragma clang loop unroll(disable)
  for (size_t i = 0; i < rounds; ++i) {
    a0 = wasm_f32x4_add(wasm_f32x4_mul(a0, f), t);
    a1 = wasm_f32x4_add(wasm_f32x4_mul(a1, f), t);
    a2 = wasm_f32x4_add(wasm_f32x4_mul(a2, f), t);
    a3 = wasm_f32x4_add(wasm_f32x4_mul(a3, f), t);
    a4 = wasm_f32x4_add(wasm_f32x4_mul(a4, f), t);
    a5 = wasm_f32x4_add(wasm_f32x4_mul(a5, f), t);
    a6 = wasm_f32x4_add(wasm_f32x4_mul(a6, f), t);
    a7 = wasm_f32x4_add(wasm_f32x4_mul(a7, f), t);
    a8 = wasm_f32x4_add(wasm_f32x4_mul(a8, f), t);
    a9 = wasm_f32x4_add(wasm_f32x4_mul(a9, f), t);
    a10 = wasm_f32x4_add(wasm_f32x4_mul(a10, f), t);
    a11 = wasm_f32x4_add(wasm_f32x4_mul(a11, f), t);
  }
  a0 = wasm_f32x4_add(wasm_f32x4_add(a0, a1), wasm_f32x4_add(a2, a3));
  a4 = wasm_f32x4_add(wasm_f32x4_add(a4, a5), wasm_f32x4_add(a6, a7));
  a8 = wasm_f32x4_add(wasm_f32x4_add(a8, a9), wasm_f32x4_add(a10, a11));
  a0 = wasm_f32x4_add(wasm_f32x4_add(a0, a4), a8);
  return wasm_f32x4_extract_lane(a0, 0) + wasm_f32x4_extract_lane(a0, 1) +
         wasm_f32x4_extract_lane(a0, 2) + wasm_f32x4_extract_lane(a0, 3);
}

/// The sum of `count` floats, a multiple of 4, as the plain loop has it: each addition waits for the
/// one before.
EXPORT float plainSum(const float* x, size_t count) {
  v128_t a = wasm_f32x4_splat(0);
#pragma clang loop unroll(disable)
  for (size_t i = 0; i < count; i += 4) a = wasm_f32x4_add(a, wasm_v128_load(x + i));
  return wasm_f32x4_extract_lane(a, 0) + wasm_f32x4_extract_lane(a, 1) +
         wasm_f32x4_extract_lane(a, 2) + wasm_f32x4_extract_lane(a, 3);
}

/// The same in four sums side by side, a multiple of 16: as fast as one core can read.
EXPORT float sum(const float* x, size_t count) {
  v128_t a = wasm_f32x4_splat(0), b = a, c = a, d = a;
  for (size_t i = 0; i < count; i += 16) {
    a = wasm_f32x4_add(a, wasm_v128_load(x + i));
    b = wasm_f32x4_add(b, wasm_v128_load(x + i + 4));
    c = wasm_f32x4_add(c, wasm_v128_load(x + i + 8));
    d = wasm_f32x4_add(d, wasm_v128_load(x + i + 12));
  }
  a = wasm_f32x4_add(wasm_f32x4_add(a, b), wasm_f32x4_add(c, d));
  return wasm_f32x4_extract_lane(a, 0) + wasm_f32x4_extract_lane(a, 1) +
         wasm_f32x4_extract_lane(a, 2) + wasm_f32x4_extract_lane(a, 3);
}

/// One head of attention in plain loops, vectorised by the compiler alone: q [queries][width],
/// k and v [keys][width], out [queries][width]; scratch holds keys * (width + 1) floats.
///
/// The form that the compiler makes the most of without permission to reorder additions: keys are
/// transposed once, so that the inner loop of both products runs over independent sums. One row of
/// scores stands in the cache; a whole matrix would not. The exponential is the library's, called
/// per score. Causal rows end at their diagonal.
EXPORT void autovec(const float* q, const float* k, const float* v, size_t queries, size_t keys,
                    size_t width, bool causal, float* scratch, float* out) {
  float* const __restrict transposed = scratch;
  float* const __restrict row = scratch + keys * width;
  for (size_t j = 0; j < keys; ++j)
    for (size_t d = 0; d < width; ++d) transposed[d * keys + j] = k[j * width + d];

  const float scale = 1 / std::sqrt(float(width));
  for (size_t i = 0; i < queries; ++i) {
    const size_t visible = causal ? i + 1 : keys;
    for (size_t j = 0; j < visible; ++j) row[j] = 0;
    for (size_t d = 0; d < width; ++d) {
      const float x = q[i * width + d] * scale;
      const float* const column = transposed + d * keys;
      for (size_t j = 0; j < visible; ++j) row[j] += x * column[j];
    }

    float maximum = row[0];
    for (size_t j = 1; j < visible; ++j) maximum = row[j] > maximum ? row[j] : maximum;
    float total = 0;
    for (size_t j = 0; j < visible; ++j) {
      row[j] = std::exp(row[j] - maximum);
      total += row[j];
    }

    float* const __restrict y = out + i * width;
    for (size_t d = 0; d < width; ++d) y[d] = 0;
    for (size_t j = 0; j < visible; ++j) {
      const float weight = row[j] / total;
      const float* const value = v + j * width;
      for (size_t d = 0; d < width; ++d) y[d] += weight * value[d];
    }
  }
}

}  // extern "C"
