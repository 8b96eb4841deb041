#include "panel.h"

#include <algorithm>

#include "kernel.h"
#include "simd.h"

namespace attention::panel {

using simd::f32x4;
using simd::load;
using simd::loadSplat;
using simd::splat;
using simd::store;

namespace {

/// Rows of a matrix that begin `stride` apart.
struct Rows {
  const float* first;
  Index stride;

  const float* operator[](Index i) const { return first + i * stride; }
};

/// to [columns][stride], its first four lanes = rows [4][columns] times factor.
void transposeFour(Rows rows, Index columns, float factor, float* to, Index stride) {
  const float *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3];
  const f32x4 f = splat(factor);
  Index c = 0;
  for (; c + 4 <= columns; c += 4, to += 4 * stride) {
    f32x4 a = load(r0 + c), b = load(r1 + c), x = load(r2 + c), y = load(r3 + c);
    simd::transpose(a, b, x, y);
    store(to, a * f);
    store(to + stride, b * f);
    store(to + 2 * stride, x * f);
    store(to + 3 * stride, y * f);
  }
  for (; c < columns; ++c, to += stride)
    store(to, simd::gather(r0 + c, r1 + c, r2 + c, r3 + c) * f);
}

/// The same for fewer than four rows.
void transposeFew(Rows rows, Index count, Index columns, float factor, float* to, Index stride) {
  for (Index c = 0; c < columns; ++c)
    for (Index i = 0; i < 4; ++i) to[c * stride + i] = i < count ? rows[i][c] * factor : 0;
}

void transposeRows(Rows rows, Index count, Index columns, float factor, float* to, Index stride) {
  if (count >= 4)
    transposeFour(rows, columns, factor, to, stride);
  else
    transposeFew(rows, count, columns, factor, to, stride);
}

}  // namespace

ATTENTION_KERNEL void packQueries(const float* rows, Index stride, Index count, Index width,
                                  float factor, float* to) {
  transposeRows({rows, stride}, count, width, factor, to, lanes);
  transposeRows({rows + 4 * stride, stride}, count - 4, width, factor, to + 4, lanes);
}

ATTENTION_KERNEL void packKeys(const float* rows, Index count, Index width, float* to) {
  transposeRows({rows, width}, count, width, 1, to, group);
  for (Index d = 0; d < width; ++d) to[d * group + 4] = count == group ? rows[4 * width + d] : 0;
}

ATTENTION_KERNEL void unpack(const float* out, const float* sum, Index count, Index columns,
                             Index stride, float* rows) {
  for (Index lane = 0; lane < count; lane += 4, out += 4, sum += 4, rows += 4 * stride) {
    // By 0 nothing is divided: its row is set to 0 below.
    float divisor[4];
    for (Index i = 0; i < 4; ++i) divisor[i] = sum[i] == 0 ? 1 : sum[i];
    const f32x4 by = load(divisor);
    Index c = 0;
    if (count - lane >= 4)
      for (; c + 4 <= columns; c += 4) {
        f32x4 a = load(out + c * lanes) / by, b = load(out + (c + 1) * lanes) / by;
        f32x4 x = load(out + (c + 2) * lanes) / by, y = load(out + (c + 3) * lanes) / by;
        simd::transpose(a, b, x, y);
        store(rows + c, a);
        store(rows + stride + c, b);
        store(rows + 2 * stride + c, x);
        store(rows + 3 * stride + c, y);
      }
    for (; c < columns; ++c)
      for (Index i = 0; i < std::min<Index>(4, count - lane); ++i)
        rows[i * stride + c] = out[c * lanes + i] / divisor[i];
    // What was added with a weight of 0 is no 0 where the value was infinite.
    for (Index i = 0; i < std::min<Index>(4, count - lane); ++i)
      if (sum[i] == 0) std::fill_n(rows + i * stride, columns, 0.f);
  }
}

ATTENTION_KERNEL void score(const float* keys, const float* queries, Index width, float* scores) {
  f32x4 a[group], b[group];
  for (Index i = 0; i < group; ++i) a[i] = b[i] = splat(0);
  ATTENTION_ROLLED
  for (Index d = 0; d < width; ++d) {
    const f32x4 qa = load(queries), qb = load(queries + 4);
    for (Index i = 0; i < group; ++i) {
      const f32x4 k = loadSplat(keys + i);
      a[i] = a[i] + k * qa;
      b[i] = b[i] + k * qb;
    }
    queries += lanes;
    keys += group;
  }
  for (Index i = 0; i < group; ++i) {
    store(scores + i * lanes, a[i]);
    store(scores + i * lanes + 4, b[i]);
  }
}

ATTENTION_KERNEL void addDistances(float* scores, Index keys, float factor, Index distance) {
  constexpr float steps[] = {0, 1, 2, 3};
  const f32x4 by = splat(factor), first = splat(float(distance)) + load(steps);
  for (Index k = 0; k < keys; ++k) {
    const f32x4 a = first - splat(float(k)), b = a + splat(4);
    store(scores, load(scores) + simd::timesSize(by, a));
    store(scores + 4, load(scores + 4) + simd::timesSize(by, b));
    scores += lanes;
  }
}

ATTENTION_KERNEL void maximum(const float* scores, Index keys, float* maximum) {
  // Two of each, so that they do not wait for each other.
  f32x4 a0 = load(scores), b0 = load(scores + 4), a1 = a0, b1 = b0;
  Index k = 1;
  ATTENTION_ROLLED
  for (; k + 2 <= keys; k += 2) {
    const float* next = scores + k * lanes;
    a0 = simd::pmax(a0, load(next));
    b0 = simd::pmax(b0, load(next + 4));
    a1 = simd::pmax(a1, load(next + lanes));
    b1 = simd::pmax(b1, load(next + lanes + 4));
  }
  if (k < keys) {
    a0 = simd::pmax(a0, load(scores + k * lanes));
    b0 = simd::pmax(b0, load(scores + k * lanes + 4));
  }
  store(maximum, simd::pmax(a0, a1));
  store(maximum + 4, simd::pmax(b0, b1));
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

template <Index C>
void add(const float* values, Index stride, const float* weights, Index keys, const float* rescale,
         float* out) {
  f32x4 a[C], b[C];
  const f32x4 ra = load(rescale), rb = load(rescale + 4);
  for (Index c = 0; c < C; ++c) {
    a[c] = load(out + c * lanes) * ra;
    b[c] = load(out + c * lanes + 4) * rb;
  }
  ATTENTION_ROLLED
  for (Index k = 0; k < keys; ++k) {
    const f32x4 wa = load(weights), wb = load(weights + 4);
    for (Index c = 0; c < C; ++c) {
      const f32x4 v = loadSplat(values + c);
      a[c] = a[c] + v * wa;
      b[c] = b[c] + v * wb;
    }
    values += stride;
    weights += lanes;
  }
  for (Index c = 0; c < C; ++c) {
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
    case 4:
      return add<4>(values, stride, weights, keys, rescale, out);
    default:
      return add<group>(values, stride, weights, keys, rescale, out);
  }
}

namespace {

/// Four lanes of one key.
struct Differentiated {
  f32x4 weights, dMasked;
};

inline Differentiated differentiated(f32x4 score, f32x4 dWeight, f32x4 reference, f32x4 factor,
                                     f32x4 mean) {
  const f32x4 weights = simd::exp2(score - reference) * factor;
  return {weights, weights * (dWeight - mean)};
}

}  // namespace

ATTENTION_KERNEL void differentiate(float* scores, float* dWeights, Index keys,
                                    const float* reference, const float* factor,
                                    const float* mean) {
  const f32x4 ra = load(reference), rb = load(reference + 4);
  const f32x4 fa = load(factor), fb = load(factor + 4);
  const f32x4 ma = load(mean), mb = load(mean + 4);
  ATTENTION_ROLLED
  for (Index k = 0; k < keys; ++k) {
    const auto a = differentiated(load(scores), load(dWeights), ra, fa, ma);
    const auto b = differentiated(load(scores + 4), load(dWeights + 4), rb, fb, mb);
    store(scores, a.weights);
    store(scores + 4, b.weights);
    store(dWeights, a.dMasked);
    store(dWeights + 4, b.dMasked);
    scores += lanes;
    dWeights += lanes;
  }
}

// The same register block as `score`, which it is the transpose of.
ATTENTION_KERNEL void addQueries(const float* weights, Index keys, const float* rows, Index columns,
                                 float* sums) {
  for (Index k = 0; k < keys; k += group, weights += group * lanes)
    for (Index c = 0; c < columns; c += 8) {
      float* to = sums + k * columns + c;
      f32x4 a[group], b[group];
      for (Index i = 0; i < group; ++i) {
        a[i] = load(to + i * columns);
        b[i] = load(to + i * columns + 4);
      }
      const float *weight = weights, *row = rows + c;
      ATTENTION_ROLLED
      for (Index lane = 0; lane < lanes; ++lane) {
        const f32x4 ra = load(row), rb = load(row + 4);
        for (Index i = 0; i < group; ++i) {
          const f32x4 w = loadSplat(weight + i * lanes);
          a[i] = a[i] + w * ra;
          b[i] = b[i] + w * rb;
        }
        ++weight;
        row += columns;
      }
      for (Index i = 0; i < group; ++i) {
        store(to + i * columns, a[i]);
        store(to + i * columns + 4, b[i]);
      }
    }
}

}  // namespace attention::panel
