#include "tiled.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "blocks.h"
#include "judge.h"
#include "panel.h"
#include "rows.h"
#include "simd.h"

namespace attention {
namespace {

using panel::lanes;
using simd::load;
using simd::store;

static_assert(lanes == tiledPanel);

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
        scratch_(Index(floats(in, queries, block))),
        panels_(scratch_.take(panelFloats(in) * count(queries, block))),
        keys_(scratch_.take(roundUp(block.keys, panel::group) * in.width)),
        scores_(scratch_.take(roundUp(block.keys, panel::group) * lanes)) {}

  /// May be more than an Index holds, for a problem that has to be refused.
  static std::int64_t floats(const TiledSizes& in, Index queries, TiledBlock block) {
    const std::int64_t width = in.width, valueWidth = in.valueWidth;
    return (width + valueWidth + 2) * lanes * count(queries, block) +
           roundUp(block.keys, panel::group) * (width + lanes);
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
    for (Index k = 0; k < in_.keys; k += block_.keys) {
      keyBlock_ = {k, std::min(k + block_.keys, in_.keys)};
      if (mask_.apart(first, last, keyBlock_.first, keyBlock_.last)) continue;
      packed_ = false;
      finite_.reset();
      eachPanel([&](const Panel& p, Index q0, Index q1) {
        eachPiece(q0, q1, keyBlock_, panel::group, block_.gap,
                  [&](Keys keys) { step(p, q0, q1, keys); });
      });
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
  void packKeys() {
    const auto [first, last] = keyBlock_;
    const float* rows = keys(head_);
    for (Index k = first; k < last; k += panel::group)
      panel::packKeys(rows + k * in_.width, std::min(panel::group, last - k), in_.width,
                      keys_ + (k - first) * in_.width);
    packed_ = true;
  }

  /// A piece of the block of keys for the panel of queries [q0, q1).
  void step(const Panel& p, Index q0, Index q1, Keys keys) {
    const Part part = mask_.part(head_, q0, q1, keys.first, keys.last);
    if (part == Part::nothing) return;
    if (!packed_) packKeys();
    // Whole groups: the surplus keys are hidden like any other.
    const Index end = keys.first + roundUp(keys.last - keys.first, panel::group);
    for (Index k = keys.first; k < end; k += panel::group)
      panel::score(keys_ + (k - keyBlock_.first) * in_.width, p.queries, in_.width,
                   scores_ + (k - keys.first) * lanes);
    if (const float slope = slopeFactor(head_); slope != 0)
      panel::addDistances(scores_, end - keys.first, slope, mask_.position(q0) - keys.first);
    const bool partial = hide(head_, q0, q1, keys, end, part, scores_, lanes);
    float rescale[lanes];
    weigh(p, end - keys.first, rescale);
    const float* from = values(head_) + keys.first * in_.valueWidth;
    if (partial && !finiteValues())
      addVisible(p, from, q0, q1, keys, rescale);
    else
      add(p, from, keys.last - keys.first, rescale);
    if constexpr (Recorder::on)
      recorder_.step(head_, q0, q1, keys, p, rescale, scores_, in_.valueWidth);
  }

  bool finiteValues() {
    const auto [first, last] = keyBlock_;
    if (!finite_)
      finite_ = finite(values(head_) + first * in_.valueWidth, (last - first) * in_.valueWidth);
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

  /// As add, where some value is not finite: a hidden key is left out, since 0 * NaN is NaN. Only
  /// what weighs nothing can be hidden, in rows without a NaN.
  void addVisible(const Panel& p, const float* rows, Index q0, Index q1, Keys keys,
                  const float* rescale) {
    for (Index c = 0; c < in_.valueWidth; ++c)
      for (Index lane = 0; lane < lanes; ++lane) p.out[c * lanes + lane] *= rescale[lane];
    for (Index k = keys.first; k < keys.last; ++k, rows += in_.valueWidth) {
      const float* weights = scores_ + (k - keys.first) * lanes;
      bool counts[lanes] = {};
      for (Index lane = 0; lane < q1 - q0; ++lane)
        counts[lane] = weights[lane] != 0 || mask_.visible(head_, q0 + lane, k);
      for (Index c = 0; c < in_.valueWidth; ++c)
        for (Index lane = 0; lane < lanes; ++lane)
          p.out[c * lanes + lane] += counts[lane] ? rows[c] * weights[lane] : 0.f;
    }
  }

  void finish(const Panel& p, Index q0, Index q1) {
    const Index row = head_ * in_.queries + q0;
    panel::unpack(p.out, p.sum, q1 - q0, in_.valueWidth, out_.output + row * in_.valueWidth);
    for (Index lane = 0; lane < q1 - q0; ++lane)
      finishSum(row + lane, p.reference[lane], p.sum[lane]);
  }

  const TiledBlock block_;
  Recorder recorder_;
  Scratch scratch_;
  float* const panels_;
  float* const keys_;
  float* const scores_;
  // What is at hand: a head, a block of its keys, and what was found out about it.
  Index head_ = 0;
  Keys keyBlock_{0, 0};
  bool packed_ = false;
  std::optional<bool> finite_;
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
  if (in.queries <= rows::most)
    rows::run(in, out, share);
  else
    Panels(in, out, share.lastQuery - share.firstQuery, {}, NoRecorder{}).run(share);
}

std::int64_t tiledScratchBytes(const TiledSizes& sizes) {
  const std::int64_t floats = sizes.queries <= rows::most
                                  ? rows::floats(sizes, {0, sizes.heads, 0, sizes.queries})
                                  : Panels<NoRecorder>::floats(sizes, sizes.queries, {});
  return floats * std::int64_t(sizeof(float));
}

double tiledWork(const TiledSizes& sizes, const Options<float>& options) {
  const TiledBlock block;
  const Mask<float> mask(options, sizes.queries, sizes.keys);
  const double perPair = double(sizes.width) + double(sizes.valueWidth) + judge::tiledPairWork;
  const double blocks = std::ceil(double(sizes.queries) / double(block.queries)) *
                        std::ceil(double(sizes.keys) / double(block.keys));
  const double pairs = mask.walked({block.queries, lanes, block.gap, panel::group});
  return double(sizes.heads) * (pairs * perPair + blocks * judge::tiledLookWork) +
         looksWork(sizes, options);
}

void tiledPanels(const TiledInput& in, const TiledOutput& out) {
  Panels(in, out, in.queries, {}, NoRecorder{}).run({0, in.heads, 0, in.queries});
}

std::int64_t tiledPanelsBytes(const TiledSizes& sizes) {
  return Panels<NoRecorder>::floats(sizes, sizes.queries, {}) * std::int64_t(sizeof(float));
}

std::vector<TiledStep> tiledSteps(const TiledInput& in, const TiledOutput& out, TiledBlock block) {
  std::vector<TiledStep> steps;
  Panels(in, out, in.queries, block, Recorder(steps)).run({0, in.heads, 0, in.queries});
  return steps;
}

}  // namespace attention
