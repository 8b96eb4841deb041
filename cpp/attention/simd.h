#pragma once
// Four floats at once: SIMD-128 in WebAssembly, a plain struct elsewhere, so that debuggers, the
// sanitizers and the scalar build run the very same kernel. Only what the kernel uses.

#include <Eigen/Core>
#include <cstdint>
#include <limits>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace attention::simd {

#ifdef __wasm_simd128__

struct f32x4 {
  v128_t v;
};

inline f32x4 splat(float x) { return {wasm_f32x4_splat(x)}; }
/// The number at p in every lane.
inline f32x4 loadSplat(const float* p) { return {wasm_v128_load32_splat(p)}; }
inline f32x4 load(const float* p) { return {wasm_v128_load(p)}; }
inline void store(float* p, f32x4 a) { wasm_v128_store(p, a.v); }
inline f32x4 operator+(f32x4 a, f32x4 b) { return {wasm_f32x4_add(a.v, b.v)}; }
inline f32x4 operator-(f32x4 a, f32x4 b) { return {wasm_f32x4_sub(a.v, b.v)}; }
inline f32x4 operator*(f32x4 a, f32x4 b) { return {wasm_f32x4_mul(a.v, b.v)}; }
inline f32x4 operator/(f32x4 a, f32x4 b) { return {wasm_f32x4_div(a.v, b.v)}; }
/// a < b ? b : a. A NaN in a stays, one in b is dropped.
inline f32x4 pmax(f32x4 a, f32x4 b) { return {wasm_f32x4_pmax(a.v, b.v)}; }
/// b < a ? b : a.
inline f32x4 pmin(f32x4 a, f32x4 b) { return {wasm_f32x4_pmin(a.v, b.v)}; }
inline f32x4 gather(const float* a, const float* b, const float* c, const float* d) {
  return {wasm_f32x4_make(*a, *b, *c, *d)};
}
/// Rows a, b, c and d become columns.
inline void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  const v128_t ab = wasm_i32x4_shuffle(a.v, b.v, 0, 4, 1, 5);
  const v128_t cd = wasm_i32x4_shuffle(c.v, d.v, 0, 4, 1, 5);
  const v128_t ef = wasm_i32x4_shuffle(a.v, b.v, 2, 6, 3, 7);
  const v128_t gh = wasm_i32x4_shuffle(c.v, d.v, 2, 6, 3, 7);
  a.v = wasm_i64x2_shuffle(ab, cd, 0, 2);
  b.v = wasm_i64x2_shuffle(ab, cd, 1, 3);
  c.v = wasm_i64x2_shuffle(ef, gh, 0, 2);
  d.v = wasm_i64x2_shuffle(ef, gh, 1, 3);
}
/// The sum of the lanes of a, of b, of c and of d, each as (0 + 2) + (1 + 3).
inline f32x4 sums(f32x4 a, f32x4 b, f32x4 c, f32x4 d) {
  const v128_t ab = wasm_f32x4_add(wasm_i32x4_shuffle(a.v, b.v, 0, 1, 4, 5),
                                   wasm_i32x4_shuffle(a.v, b.v, 2, 3, 6, 7));
  const v128_t cd = wasm_f32x4_add(wasm_i32x4_shuffle(c.v, d.v, 0, 1, 4, 5),
                                   wasm_i32x4_shuffle(c.v, d.v, 2, 3, 6, 7));
  return {wasm_f32x4_add(wasm_i32x4_shuffle(ab, cd, 0, 2, 4, 6),
                         wasm_i32x4_shuffle(ab, cd, 1, 3, 5, 7))};
}
/// x * 2^n for whole n from -126 to 127 and a normal result; n is given as n + 1.5 * 2^23.
inline f32x4 timesPow2(f32x4 x, f32x4 shifted) {
  return {wasm_i32x4_add(x.v, wasm_i32x4_shl(shifted.v, 23))};
}

#else

struct f32x4 {
  float v[4];
};

template <class F>
f32x4 lanewise(F f) {
  return {{f(0), f(1), f(2), f(3)}};
}

inline f32x4 splat(float x) { return {{x, x, x, x}}; }
inline f32x4 loadSplat(const float* p) { return splat(*p); }
inline f32x4 load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
inline void store(float* p, f32x4 a) {
  for (int i = 0; i < 4; ++i) p[i] = a.v[i];
}
inline f32x4 operator+(f32x4 a, f32x4 b) {
  return lanewise([&](int i) { return a.v[i] + b.v[i]; });
}
inline f32x4 operator-(f32x4 a, f32x4 b) {
  return lanewise([&](int i) { return a.v[i] - b.v[i]; });
}
inline f32x4 operator*(f32x4 a, f32x4 b) {
  return lanewise([&](int i) { return a.v[i] * b.v[i]; });
}
inline f32x4 operator/(f32x4 a, f32x4 b) {
  return lanewise([&](int i) { return a.v[i] / b.v[i]; });
}
inline f32x4 pmax(f32x4 a, f32x4 b) {
  return lanewise([&](int i) { return a.v[i] < b.v[i] ? b.v[i] : a.v[i]; });
}
inline f32x4 pmin(f32x4 a, f32x4 b) {
  return lanewise([&](int i) { return b.v[i] < a.v[i] ? b.v[i] : a.v[i]; });
}
inline f32x4 gather(const float* a, const float* b, const float* c, const float* d) {
  return {{*a, *b, *c, *d}};
}
inline void transpose(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  const f32x4 rows[4] = {a, b, c, d};
  f32x4* const columns[4] = {&a, &b, &c, &d};
  for (int i = 0; i < 4; ++i)
    *columns[i] = {{rows[0].v[i], rows[1].v[i], rows[2].v[i], rows[3].v[i]}};
}
inline f32x4 sums(f32x4 a, f32x4 b, f32x4 c, f32x4 d) {
  const auto sum = [](f32x4 x) { return (x.v[0] + x.v[2]) + (x.v[1] + x.v[3]); };
  return {{sum(a), sum(b), sum(c), sum(d)}};
}
inline f32x4 timesPow2(f32x4 x, f32x4 shifted) {
  return lanewise([&](int i) {
    return Eigen::numext::bit_cast<float>(
        Eigen::numext::bit_cast<std::uint32_t>(x.v[i]) +
        (Eigen::numext::bit_cast<std::uint32_t>(shifted.v[i]) << 23));
  });
}

#endif

/// 2^x for x <= 0, and for x up to 60: relative error below 2.5e-7, results down to the smallest
/// subnormal rounded, exactly 1 for 0 and exactly a power of two for whole x. -inf and all below
/// -190 give exactly 0, NaN gives NaN.
///
/// 2^x = 2^n * p(x - n) with n the nearest whole number and p a polynomial of degree 5, minimax on
/// [-1/2, 1/2] (Remez), divided by its constant term: 1.5e-7 too small at most, never too large,
/// and a common factor cancels where the results are normalised. The power is put together 64
/// binades too high and brought down by a multiplication, which rounds subnormal results as IEEE
/// says.
inline f32x4 exp2(f32x4 x) {
  const f32x4 shift = splat(0x1.8p23f + 64), clamped = pmax(x, splat(-190));
  const f32x4 shifted = clamped + shift;
  const f32x4 f = clamped - (shifted - shift);
  // By pairs (Estrin): half as deep as Horner's rule, so that more of them are under way at once.
  const f32x4 f2 = f * f;
  const f32x4 p45 = splat(0x1.5c08e4p-10f) * f + splat(0x1.3d0c52p-7f);
  const f32x4 p23 = splat(0x1.c6b6e2p-5f) * f + splat(0x1.ebf916p-3f);
  const f32x4 p01 = splat(0x1.62e428p-1f) * f + splat(1);
  const f32x4 p = (p45 * f2 + p23) * f2 + p01;
  return timesPow2(p, shifted) * splat(0x1p-64f);
}

/// factor * |x|, of a finite factor; what leaves the range is the last number in it.
inline f32x4 timesSize(f32x4 factor, f32x4 x) {
  using Limits = std::numeric_limits<float>;
  const f32x4 product = factor * pmax(x, splat(0) - x);
  return pmin(pmax(product, splat(Limits::lowest())), splat(Limits::max()));
}

}  // namespace attention::simd
