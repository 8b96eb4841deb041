#include "tiled.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mask.h"
#include "panel.h"
#include "simd.h"

namespace attention {
namespace {

using panel::group;
using panel::lanes;
using simd::f32x4;
using simd::load;
using simd::store;

constexpr Index keyBlock = 256;
constexpr Index panels = tiledQueryBlock / lanes;

constexpr float log2e = 1.44269504088896340736f;
constexpr float ln2 = 0.69314718055994530942f;
constexpr float minusInfinity = -std::numeric_limits<float>::infinity();

/// x * 0 is 0 for every finite number and NaN for the others.
bool finite(const float* x, Index count) {
  float sum = 0;
  for (Index i = 0; i < count; ++i) sum += x[i] * 0;
  return sum == 0;
}

/// What is kept of a panel of queries between two blocks of keys.
struct State {
  float* queries;  // [width][lanes], times scale * log2(e)
  float* out;      // [valueWidth][lanes], the weighted sum so far
  /// All weights so far are 2^(score - reference). The reference starts at the first maximum and
  /// grows by whole numbers from there: rescaling is exact, and a lone key weighs exactly 1.
  float* reference;  // [lanes]
  float* sum;        // [lanes]
};

class Tiles {
 public:
  Tiles(const TiledInput& in, const TiledOutput& out)
      : in_(in),
        out_(out),
        mask_(in.options, in.queries, in.keys),
        factor_(log2e * in.options.scale.value_or(1 / std::sqrt(float(in.width)))),
        queries_(std::size_t(panels * in.width * lanes)),
        sums_(std::size_t(panels * in.valueWidth * lanes)),
        rows_(std::size_t(panels * 2 * lanes)),
        keys_(std::size_t(keyBlock * in.width)),
        scores_(std::size_t(keyBlock * lanes)) {}

  void queryBlock(Index head, Index first, Index last) {
    head_ = head;
    const Index kvHead = head / (in_.heads / in_.kvHeads);
    values_ = in_.v + kvHead * in_.keys * in_.valueWidth;
    packQueries(first, last);
    const Keys reached = mask_.reached(first, last);
    const Index sinks = std::min(mask_.sinks(), reached.last);
    for (Index k = 0; k < reached.last; k += keyBlock) {
      const Index end = std::min(k + keyBlock, in_.keys);
      if (k >= sinks && end <= reached.first) continue;
      packKeys(in_.k + kvHead * in_.keys * in_.width, k, end);
      finite_ = finite(values_ + k * in_.valueWidth, (end - k) * in_.valueWidth);
      for (Index q = first; q < last; q += lanes)
        step(state((q - first) / lanes), q, std::min(q + lanes, last), k, end);
    }
    for (Index q = first; q < last; q += lanes)
      finish(state((q - first) / lanes), q, std::min(q + lanes, last));
  }

 private:
  State state(Index i) {
    return {queries_.data() + i * in_.width * lanes, sums_.data() + i * in_.valueWidth * lanes,
            rows_.data() + i * 2 * lanes, rows_.data() + i * 2 * lanes + lanes};
  }

  void packQueries(Index first, Index last) {
    const float* rows = in_.q + head_ * in_.queries * in_.width;
    std::fill(sums_.begin(), sums_.end(), 0.f);
    for (Index q = first; q < last; q += lanes) {
      const State s = state((q - first) / lanes);
      std::fill(s.reference, s.reference + lanes, minusInfinity);
      std::fill(s.sum, s.sum + lanes, 0.f);
      for (Index lane = 0; lane < lanes; ++lane)
        for (Index d = 0; d < in_.width; ++d)
          s.queries[d * lanes + lane] =
              q + lane < last ? rows[(q + lane) * in_.width + d] * factor_ : 0;
    }
  }

  /// [groups][width][group]; what is missing of the last group is 0.
  void packKeys(const float* rows, Index first, Index last) {
    for (Index k = first; k < last; k += group) {
      float* to = keys_.data() + (k - first) * in_.width;
      for (Index i = 0; i < group; ++i)
        for (Index d = 0; d < in_.width; ++d)
          to[d * group + i] = k + i < last ? rows[(k + i) * in_.width + d] : 0;
    }
  }

  /// Keys [k0, k1) for the panel of queries [q0, q1).
  void step(const State& s, Index q0, Index q1, Index k0, Index k1) {
    const Keys reached = mask_.reached(q0, q1);
    // Whole groups: the surplus keys are hidden like any other.
    const Index from =
        k0 < mask_.sinks() ? k0 : k0 + std::max<Index>(reached.first - k0, 0) / group * group;
    const Index to = std::min(k1, reached.last);
    if (from >= to) return;
    const Index end = from + (to - from + group - 1) / group * group;
    float* scores = scores_.data();
    for (Index k = from; k < end; k += group)
      panel::score(keys_.data() + (k - k0) * in_.width, s.queries, in_.width,
                   scores + (k - from) * lanes);
    const Keys open = mask_.open(q0, q1);
    const bool partial = open.first > from || open.last < end;
    hide(scores, q0, q1, from, std::min(std::max(open.first, from), end), from);
    hide(scores, q0, q1, std::max(std::min(open.last, end), std::max(open.first, from)), end, from);
    float rescale[lanes];
    weigh(s, scores, end - from, rescale);
    const float* values = values_ + from * in_.valueWidth;
    if (partial && !finite_)
      addVisible(s, values, q0, q1, from, to, rescale);
    else
      add(s, values, to - from, rescale);
  }

  /// Applies masks and bias to the scores of keys [first, last).
  void hide(float* scores, Index q0, Index q1, Index first, Index last, Index from) {
    for (Index k = first; k < last; ++k)
      for (Index lane = 0; lane < lanes; ++lane) {
        float& score = scores[(k - from) * lanes + lane];
        const Index q = q0 + lane;
        if (q >= q1 || k >= in_.keys || !mask_.visible(head_, q, k))
          score = minusInfinity;
        else
          score += mask_.bias(head_, q, k) * log2e;
      }
  }

  /// scores -> weights, in place; the running reference and sum follow. `rescale` is what the
  /// weights so far have to be multiplied with.
  void weigh(const State& s, float* scores, Index keys, float* rescale) {
    f32x4 a = load(scores), b = load(scores + 4);
    for (Index k = 1; k < keys; ++k) {
      a = simd::pmax(a, load(scores + k * lanes));
      b = simd::pmax(b, load(scores + k * lanes + 4));
    }
    float maximum[lanes], reference[lanes];
    store(maximum, a);
    store(maximum + 4, b);
    for (Index lane = 0; lane < lanes; ++lane) {
      const float before = s.reference[lane];
      float now = before;
      if (maximum[lane] > before)
        now = before == minusInfinity ? maximum[lane] : before + std::ceil(maximum[lane] - before);
      // Nothing seen so far: 0 stands for the reference, since -inf minus -inf is no number.
      reference[lane] = now == minusInfinity ? 0 : now;
      rescale[lane] = before == now ? 0 : before - now;
      s.reference[lane] = now;
    }
    store(rescale, simd::exp2(load(rescale)));
    store(rescale + 4, simd::exp2(load(rescale + 4)));
    store(s.sum, load(s.sum) * load(rescale));
    store(s.sum + 4, load(s.sum + 4) * load(rescale + 4));
    panel::weigh(scores, keys, reference, s.sum);
  }

  void add(const State& s, const float* values, Index keys, const float* rescale) {
    const Index stride = in_.valueWidth;
    for (Index c = 0; c < stride; c += group)
      panel::addValues(int(std::min(group, stride - c)), values + c, stride, scores_.data(), keys,
                       rescale, s.out + c * lanes);
  }

  /// As add, where some value is not finite: a hidden key is left out, since 0 * NaN is NaN.
  void addVisible(const State& s, const float* values, Index q0, Index q1, Index first, Index last,
                  const float* rescale) {
    for (Index lane = 0; lane < q1 - q0; ++lane)
      for (Index c = 0; c < in_.valueWidth; ++c) {
        float sum = s.out[c * lanes + lane] * rescale[lane];
        for (Index k = first; k < last; ++k)
          if (mask_.visible(head_, q0 + lane, k))
            sum += values[(k - first) * in_.valueWidth + c] *
                   scores_[std::size_t((k - first) * lanes + lane)];
        s.out[c * lanes + lane] = sum;
      }
  }

  void finish(const State& s, Index q0, Index q1) {
    for (Index lane = 0; lane < q1 - q0; ++lane) {
      const Index row = head_ * in_.queries + q0 + lane;
      const float sum = s.sum[lane];
      float* to = out_.output + row * in_.valueWidth;
      for (Index c = 0; c < in_.valueWidth; ++c)
        to[c] = sum == 0 ? 0 : s.out[c * lanes + lane] / sum;
      if (out_.logSumExp) out_.logSumExp[row] = (s.reference[lane] + std::log2(sum)) * ln2;
    }
  }

  const TiledInput& in_;
  const TiledOutput& out_;
  const Mask<float> mask_;
  const float factor_;
  std::vector<float> queries_, sums_, rows_, keys_, scores_;
  Index head_ = 0;
  const float* values_ = nullptr;
  bool finite_ = true;
};

}  // namespace

void tiled(const TiledInput& in, const TiledOutput& out, const TiledShare& share) {
  Tiles tiles(in, out);
  for (Index h = share.firstHead; h < share.lastHead; ++h)
    for (Index q = share.firstQuery; q < share.lastQuery; q += tiledQueryBlock)
      tiles.queryBlock(h, q, std::min(q + tiledQueryBlock, share.lastQuery));
}

}  // namespace attention
