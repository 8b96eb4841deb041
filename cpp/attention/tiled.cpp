#include "tiled.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "mask.h"
#include "panel.h"
#include "row.h"
#include "simd.h"

namespace attention {
namespace {

using panel::lanes;
using simd::load;
using simd::store;

static_assert(lanes == tiledPanel);

/// Up to here the queries are taken one by one: a panel would be half empty, and its keys would
/// have to be packed for it alone.
constexpr Index mostRows = 6;

constexpr float log2e = 1.44269504088896340736f;
constexpr float ln2 = 0.69314718055994530942f;
constexpr float minusInfinity = -std::numeric_limits<float>::infinity();

Index roundUp(Index n, Index step) { return (n + step - 1) / step * step; }

/// x * 0 is 0 for every finite number and NaN for the others.
bool finite(const float* x, Index count) {
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

/// The reference of the weights so far, 2^(score - reference), starts at the first maximum, so that
/// a lone key weighs exactly 1, and is raised in whole steps, so that it moves seldom. It is never
/// below the maximum, nor far above it: between numbers that differ much, rounding would do both.
float raised(float reference, float maximum) {
  if (!(maximum > reference)) return reference;
  if (reference == minusInfinity) return maximum;
  const float stepped = reference + std::ceil(maximum - reference);
  return stepped >= maximum && stepped <= maximum + 1 ? stepped : maximum;
}

/// The power of two that the weights so far are to be multiplied with. Where nothing was seen yet
/// it is 2^-inf, 0.
float fall(float before, float now) {
  if (before == minusInfinity) return minusInfinity;
  return before == now ? 0 : before - now;
}

/// Nothing seen so far: 0 stands for the reference, since -inf minus -inf is no number.
float subtrahend(float reference) { return reference == minusInfinity ? 0 : reference; }

float logSumExp(float reference, float sum) { return (reference + std::log2(sum)) * ln2; }

/// One allocation, handed out piece by piece and not initialised.
class Scratch {
 public:
  explicit Scratch(Index floats) : memory_(new float[std::size_t(floats)]), next_(memory_.get()) {}

  float* take(Index floats) {
    float* piece = next_;
    next_ += floats;
    return piece;
  }

 private:
  const std::unique_ptr<float[]> memory_;
  float* next_;
};

/// What the two ways through a problem share: panels of queries, and queries one by one.
class Blocks {
 public:
  Blocks(const TiledInput& in, const TiledOutput& out)
      : in_(in),
        out_(out),
        mask_(in.options, in.queries, in.keys),
        factor_(log2e * in.options.scale.value_or(1 / std::sqrt(float(in.width)))) {}

 protected:
  const float* keys(Index head) const { return in_.k + kvHead(head) * in_.keys * in_.width; }
  const float* values(Index head) const { return in_.v + kvHead(head) * in_.keys * in_.valueWidth; }
  Index kvHead(Index head) const { return head / (in_.heads / in_.kvHeads); }

  /// The part of the block of keys [k0, k1) that some of the queries [q0, q1) may see. Starts at a
  /// multiple of `step` from k0.
  Keys within(Index q0, Index q1, Index k0, Index k1, Index step) const {
    const Keys reached = mask_.reached(q0, q1);
    const Index skipped = k0 < mask_.sinks() ? 0 : std::max<Index>(reached.first - k0, 0);
    return {k0 + skipped / step * step, std::min(k1, reached.last)};
  }

  /// Scores [end - keys.first][stride] of the keys and of a surplus up to `end`: applies masks and
  /// bias, and hides the surplus. True if one of the keys is hidden from one of the queries.
  bool hide(Index head, Index q0, Index q1, Keys keys, Index end, Part part, float* scores,
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

  const TiledInput& in_;
  const TiledOutput& out_;
  const Mask<float> mask_;
  const float factor_;  // of the scores, whose exponentials are powers of 2 here
};

/// What is kept of a panel of queries between two blocks of keys.
struct Panel {
  float* queries;    // [width][lanes], times scale * log2(e)
  float* out;        // [valueWidth][lanes], the weighted sum so far
  float* reference;  // [lanes]
  float* sum;        // [lanes]
};

struct NoRecorder {
  static constexpr bool on = false;
};

template <class Recorder>
class Panels : Blocks {
 public:
  Panels(const TiledInput& in, const TiledOutput& out, Index queries, TiledBlock block,
         Recorder recorder)
      : Blocks(in, out),
        block_(block),
        recorder_(recorder),
        scratch_(floats(in, queries, block)),
        panels_(scratch_.take(panelFloats(in) * count(queries, block))),
        keys_(scratch_.take(roundUp(block.keys, panel::group) * in.width)),
        scores_(scratch_.take(roundUp(block.keys, panel::group) * lanes)) {}

  static Index floats(const TiledSizes& in, Index queries, TiledBlock block) {
    return panelFloats(in) * count(queries, block) +
           roundUp(block.keys, panel::group) * (in.width + lanes);
  }

  void run(const TiledShare& share) {
    for (Index h = share.firstHead; h < share.lastHead; ++h)
      for (Index q = share.firstQuery; q < share.lastQuery; q += block_.queries)
        queryBlock(h, q, std::min(q + block_.queries, share.lastQuery));
  }

 private:
  static Index count(Index queries, TiledBlock block) {
    return roundUp(std::min(queries, block.queries), lanes) / lanes;
  }
  static Index panelFloats(const TiledSizes& in) { return (in.width + in.valueWidth + 2) * lanes; }

  Panel panelAt(Index i) {
    float* queries = panels_ + i * panelFloats(in_);
    float* out = queries + in_.width * lanes;
    float* reference = out + in_.valueWidth * lanes;
    return {queries, out, reference, reference + lanes};
  }

  void queryBlock(Index head, Index first, Index last) {
    head_ = head;
    const auto eachPanel = [&](auto body) {
      for (Index q = first; q < last; q += lanes)
        body(panelAt((q - first) / lanes), q, std::min(q + lanes, last));
    };
    eachPanel([&](const Panel& p, Index q0, Index q1) { start(p, q0, q1); });
    const Keys reached = mask_.reached(first, last);
    const Index sinks = std::min(mask_.sinks(), reached.last);
    for (Index k = 0; k < reached.last; k += block_.keys) {
      const Index end = std::min(k + block_.keys, in_.keys);
      if (k >= sinks && end <= reached.first) continue;
      packed_ = false;
      finite_.reset();
      eachPanel([&](const Panel& p, Index q0, Index q1) { step(p, q0, q1, k, end); });
    }
    eachPanel([&](const Panel& p, Index q0, Index q1) { finish(p, q0, q1); });
  }

  void start(const Panel& p, Index q0, Index q1) {
    panel::packQueries(in_.q + (head_ * in_.queries + q0) * in_.width, q1 - q0, in_.width, factor_,
                       p.queries);
    std::fill(p.out, p.out + in_.valueWidth * lanes, 0.f);
    std::fill(p.reference, p.reference + lanes, minusInfinity);
    std::fill(p.sum, p.sum + lanes, 0.f);
  }

  /// [groups][width][group]; what is missing of the last group is 0.
  void packKeys(Index first, Index last) {
    const float* rows = keys(head_);
    for (Index k = first; k < last; k += panel::group)
      panel::packKeys(rows + k * in_.width, std::min(panel::group, last - k), in_.width,
                      keys_ + (k - first) * in_.width);
    packed_ = true;
  }

  /// Keys [k0, k1) for the panel of queries [q0, q1).
  void step(const Panel& p, Index q0, Index q1, Index k0, Index k1) {
    const Keys keys = within(q0, q1, k0, k1, panel::group);
    if (keys.first >= keys.last) return;
    const Part part = mask_.part(head_, q0, q1, keys.first, keys.last);
    if (part == Part::nothing) return;
    if (!packed_) packKeys(k0, k1);
    // Whole groups: the surplus keys are hidden like any other.
    const Index end = keys.first + roundUp(keys.last - keys.first, panel::group);
    for (Index k = keys.first; k < end; k += panel::group)
      panel::score(keys_ + (k - k0) * in_.width, p.queries, in_.width,
                   scores_ + (k - keys.first) * lanes);
    const bool partial = hide(head_, q0, q1, keys, end, part, scores_, lanes);
    float rescale[lanes];
    weigh(p, end - keys.first, rescale);
    const float* from = values(head_) + keys.first * in_.valueWidth;
    if (partial && !finiteValues(k0, k1))
      addVisible(p, from, q0, q1, keys, rescale);
    else
      add(p, from, keys.last - keys.first, rescale);
    if constexpr (Recorder::on)
      recorder_.step(head_, q0, q1, keys, p, rescale, scores_, in_.valueWidth);
  }

  bool finiteValues(Index k0, Index k1) {
    if (!finite_) finite_ = finite(values(head_) + k0 * in_.valueWidth, (k1 - k0) * in_.valueWidth);
    return *finite_;
  }

  /// scores -> weights, in place; the panel's reference and sum follow. `rescale` is what the
  /// weights so far have to be multiplied with.
  void weigh(const Panel& p, Index keys, float* rescale) {
    float reference[lanes];
    panel::maximum(scores_, keys, reference);
    for (Index lane = 0; lane < lanes; ++lane) {
      const float before = p.reference[lane];
      const float now = p.reference[lane] = raised(before, reference[lane]);
      reference[lane] = subtrahend(now);
      rescale[lane] = fall(before, now);
    }
    store(rescale, simd::exp2(load(rescale)));
    store(rescale + 4, simd::exp2(load(rescale + 4)));
    store(p.sum, load(p.sum) * load(rescale));
    store(p.sum + 4, load(p.sum + 4) * load(rescale + 4));
    panel::weigh(scores_, keys, reference, p.sum);
  }

  void add(const Panel& p, const float* rows, Index keys, const float* rescale) {
    const Index stride = in_.valueWidth;
    for (Index c = 0; c < stride; c += panel::group)
      panel::addValues(int(std::min(panel::group, stride - c)), rows + c, stride, scores_, keys,
                       rescale, p.out + c * lanes);
  }

  /// As add, where some value is not finite: a hidden key is left out, since 0 * NaN is NaN.
  void addVisible(const Panel& p, const float* rows, Index q0, Index q1, Keys keys,
                  const float* rescale) {
    for (Index lane = 0; lane < q1 - q0; ++lane)
      for (Index c = 0; c < in_.valueWidth; ++c) {
        float sum = p.out[c * lanes + lane] * rescale[lane];
        for (Index k = keys.first; k < keys.last; ++k)
          if (mask_.visible(head_, q0 + lane, k))
            sum += rows[(k - keys.first) * in_.valueWidth + c] *
                   scores_[(k - keys.first) * lanes + lane];
        p.out[c * lanes + lane] = sum;
      }
  }

  void finish(const Panel& p, Index q0, Index q1) {
    const Index row = head_ * in_.queries + q0;
    panel::unpack(p.out, p.sum, q1 - q0, in_.valueWidth, out_.output + row * in_.valueWidth);
    if (!out_.logSumExp) return;
    for (Index lane = 0; lane < q1 - q0; ++lane)
      out_.logSumExp[row + lane] = logSumExp(p.reference[lane], p.sum[lane]);
  }

  const TiledBlock block_;
  Recorder recorder_;
  Scratch scratch_;
  float* const panels_;
  float* const keys_;
  float* const scores_;
  Index head_ = 0;
  bool packed_ = false;
  std::optional<bool> finite_;
};

/// What is kept of a single query between two blocks of keys.
struct Row {
  float* query;  // [width], times scale * log2(e)
  float* out;    // [valueWidth]
  float* reference;
  float* sum;
};

/// Few queries: the heads that share a KV head take each block of it in turn, while it is near.
class Rows : Blocks {
 public:
  Rows(const TiledInput& in, const TiledOutput& out, const TiledShare& share)
      : Blocks(in, out),
        share_(share),
        scratch_(floats(in, share)),
        rows_(scratch_.take(rowFloats(in) * count(in, share))),
        scores_(scratch_.take(keyBlock)) {}

  static Index floats(const TiledSizes& in, const TiledShare& share) {
    return rowFloats(in) * count(in, share) + keyBlock;
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
        step(r, h, q, k, std::min(k + keyBlock, in_.keys));
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

  void step(const Row& r, Index h, Index q, Index k0, Index k1) {
    const Keys keys = within(q, q + 1, k0, k1, 1);
    if (keys.first >= keys.last) return;
    const Part part = mask_.part(h, q, q + 1, keys.first, keys.last);
    if (part == Part::nothing) return;
    const Index count = keys.last - keys.first, end = keys.first + roundUp(count, row::group);
    row::score(r.query, this->keys(h) + keys.first * in_.width, count, in_.width, scores_);
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
    for (Index c = 0; c < in_.valueWidth; ++c) {
      float sum = r.out[c] * rescale;
      for (Index k = keys.first; k < keys.last; ++k)
        if (mask_.visible(h, q, k))
          sum += rows[(k - keys.first) * in_.valueWidth + c] * scores_[k - keys.first];
      r.out[c] = sum;
    }
  }

  void finish(const Row& r, Index h, Index q) {
    const Index row = h * in_.queries + q;
    float* to = out_.output + row * in_.valueWidth;
    for (Index c = 0; c < in_.valueWidth; ++c) to[c] = *r.sum == 0 ? 0 : r.out[c] / *r.sum;
    if (out_.logSumExp) out_.logSumExp[row] = logSumExp(*r.reference, *r.sum);
  }

  const TiledShare share_;
  Scratch scratch_;
  float* const rows_;
  float* const scores_;
};

/// Writes down what is kept of a panel after each block of keys.
class Recorder {
 public:
  static constexpr bool on = true;

  explicit Recorder(std::vector<TiledStep>& steps) : steps_(&steps) {}

  void step(Index head, Index q0, Index q1, Keys keys, const Panel& p, const float* rescale,
            const float* weights, Index valueWidth) {
    const auto queries = std::size_t(q1 - q0);
    TiledStep step{head, q0, q1, keys.first, keys.last, {}, {}, {}, {}, {}};
    step.maximum.assign(p.reference, p.reference + queries);
    for (float& maximum : step.maximum) maximum *= ln2;
    step.rescale.assign(rescale, rescale + queries);
    step.sum.assign(p.sum, p.sum + queries);
    const auto transposed = [&](const float* from, Index columns) {
      Matrix<float> m(q1 - q0, columns);
      for (Index i = 0; i < m.rows(); ++i)
        for (Index j = 0; j < columns; ++j) m(i, j) = from[j * lanes + i];
      return m;
    };
    step.weights = transposed(weights, keys.last - keys.first);
    step.output = transposed(p.out, valueWidth);
    steps_->push_back(std::move(step));
  }

 private:
  std::vector<TiledStep>* steps_;
};

}  // namespace

void tiled(const TiledInput& in, const TiledOutput& out, const TiledShare& share) {
  if (in.queries <= mostRows)
    Rows(in, out, share).run();
  else
    Panels(in, out, share.lastQuery - share.firstQuery, {}, NoRecorder{}).run(share);
}

std::size_t tiledScratchBytes(const TiledSizes& sizes) {
  const Index floats = sizes.queries <= mostRows
                           ? Rows::floats(sizes, {0, sizes.heads, 0, sizes.queries})
                           : Panels<NoRecorder>::floats(sizes, sizes.queries, {});
  return std::size_t(floats) * sizeof(float);
}

std::vector<TiledStep> tiledSteps(const TiledInput& in, const TiledOutput& out, TiledBlock block) {
  std::vector<TiledStep> steps;
  Panels(in, out, in.queries, block, Recorder(steps)).run({0, in.heads, 0, in.queries});
  return steps;
}

}  // namespace attention
