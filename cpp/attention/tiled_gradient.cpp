#include "tiled_gradient.h"

#include <algorithm>
#include <cmath>

#include "blocks.h"
#include "panel.h"
#include "validate.h"

namespace attention {
namespace {

using panel::lanes;

/// Keys whose gradients are summed up while all queries pass by.
constexpr Index keyBlock = 130;
static_assert(keyBlock % panel::group == 0);

/// Columns of rows that are added vector by vector.
template <class Count>
Count padded(Count columns) {
  return (columns + lanes - 1) / lanes * lanes;
}

/// Some queries of a head, side by side, and the keys of the block that they may see.
struct Tile {
  Index head, q0, q1;
  Keys keys;
  Index end;  ///< of the keys, rounded up to whole groups

  Index queries() const { return q1 - q0; }
  Index count() const { return end - keys.first; }
};

class Backward : Blocks {
 public:
  /// mean [heads][queries]: room for the weighted mean of each row's dWeights.
  Backward(const TiledGradientInput& in, const TiledOutput& forward, float* mean,
           const TiledGradientOutput& out)
      : Blocks(in, forward),
        dOutput_(in.dOutput),
        mean_(mean),
        to_(out),
        scratch_(Index(floats(in))),
        packedKeys_(scratch_.take(keyBlock * in.width)),
        packedValues_(scratch_.take(keyBlock * in.valueWidth)),
        dKeys_(scratch_.take(keyBlock * padded(in.width))),
        dValues_(scratch_.take(keyBlock * padded(in.valueWidth))),
        weights_(scratch_.take(keyBlock * lanes)),
        dMasked_(scratch_.take(keyBlock * lanes)),
        queries_(scratch_.take(in.width * lanes)),
        dQueries_(scratch_.take(in.width * lanes)),
        dOutputs_(scratch_.take(in.valueWidth * lanes)),
        queryRows_(scratch_.take(padded(in.width) * lanes)),
        dOutputRows_(scratch_.take(padded(in.valueWidth) * lanes)) {}

  /// May be more than an Index holds, for a problem that has to be refused.
  static std::int64_t floats(const TiledSizes& in) {
    const std::int64_t d = in.width, c = in.valueWidth;
    return keyBlock * (d + padded(d) + c + padded(c)) + lanes * (padded(d) + padded(c)) +
           lanes * (2 * keyBlock + 2 * d + c);
  }

  void run() {
    takeMeans();
    const Index numbers = in_.heads * in_.queries * in_.width;
    std::fill_n(to_.dq, numbers, 0.f);
    for (Index kv = 0; kv < in_.kvHeads; ++kv)
      for (Index k = 0; k < in_.keys; k += keyBlock)
        keysOf(kv, k, std::min(k + keyBlock, in_.keys));
    for (Index i = 0; i < numbers; ++i) to_.dq[i] *= scale_;
  }

 private:
  /// The mean of a row's dWeights by its weights: dOutput * output, one column after the other as
  /// in `panel::score`, so that a lone key's dWeight is its row's mean to the bit.
  void takeMeans() {
    const Index c = in_.valueWidth;
    for (Index row = 0; row < in_.heads * in_.queries; ++row) {
      float sum = 0;
      for (Index i = row * c; i < (row + 1) * c; ++i) sum += dOutput_[i] * out_.output[i];
      mean_[row] = sum;
    }
  }

  /// The gradients of keys and values [k0, k1), and what they add to those of the queries.
  void keysOf(Index kv, Index k0, Index k1) {
    packed_ = false;
    finite_.reset();
    std::fill_n(dKeys_, keyBlock * padded(in_.width), 0.f);
    std::fill_n(dValues_, keyBlock * padded(in_.valueWidth), 0.f);
    const Index group = in_.heads / in_.kvHeads;
    for (Index h = kv * group; h < (kv + 1) * group; ++h)
      for (Index q = 0; q < in_.queries; q += lanes)
        queriesOf(h, q, std::min(q + lanes, in_.queries), k0, k1);
    unpad(dKeys_, k1 - k0, in_.width, scale_, to_.dk + (kv * in_.keys + k0) * in_.width);
    unpad(dValues_, k1 - k0, in_.valueWidth, 1, to_.dv + (kv * in_.keys + k0) * in_.valueWidth);
  }

  static void unpad(const float* from, Index rows, Index columns, float factor, float* to) {
    for (Index row = 0; row < rows; ++row, from += padded(columns))
      for (Index i = 0; i < columns; ++i) *to++ = from[i] * factor;
  }

  /// Queries [q0, q1) with the keys [k0, k1).
  void queriesOf(Index head, Index q0, Index q1, Index k0, Index k1) {
    eachPiece(q0, q1, {k0, k1}, panel::group, TiledBlock{}.gap,
              [&](Keys keys) { step(head, q0, q1, keys, k0, k1); });
  }

  /// A piece of the keys [k0, k1).
  void step(Index head, Index q0, Index q1, Keys keys, Index k0, Index k1) {
    const Part part = mask_.part(head, q0, q1, keys.first, keys.last);
    if (part == Part::nothing) return;
    if (!packed_) packBlock(head, k0, k1);
    const Index end = keys.first + roundUp(keys.last - keys.first, panel::group);
    const Tile tile{head, q0, q1, keys, end};
    packPanel(tile);
    for (Index k = 0; k < tile.count(); k += panel::group) {
      const Index group = keys.first - k0 + k;
      panel::score(packedKeys_ + group * in_.width, queries_, in_.width, weights_ + k * lanes);
      panel::score(packedValues_ + group * in_.valueWidth, dOutputs_, in_.valueWidth,
                   dMasked_ + k * lanes);
    }
    if (const float slope = slopeFactor(head); slope != 0)
      panel::addDistances(weights_, tile.count(), slope, mask_.position(q0) - keys.first);
    const bool masked = hide(head, q0, q1, keys, end, part, weights_, lanes);
    const bool partial = masked || end > keys.last || tile.queries() < lanes;
    differentiate(tile);
    if (partial && !finite(dMasked_, tile.count() * lanes)) clearHidden(tile);
    if (partial && !finiteFactors(tile, k0, k1))
      addVisible(tile, k0);
    else
      add(tile, k0);
  }

  /// [groups][width][group] of keys and of values; what is missing of the last group is 0.
  void packBlock(Index head, Index k0, Index k1) {
    const auto pack = [&](const float* rows, Index width, float* to) {
      for (Index k = k0; k < k1; k += panel::group)
        panel::packKeys(rows + k * width, std::min(panel::group, k1 - k), width,
                        to + (k - k0) * width);
    };
    pack(keys(head), in_.width, packedKeys_);
    pack(values(head), in_.valueWidth, packedValues_);
    packed_ = true;
  }

  const float* queryRows(const Tile& t) const {
    return in_.q + (t.head * in_.queries + t.q0) * in_.width;
  }
  const float* dOutputRows(const Tile& t) const {
    return dOutput_ + (t.head * in_.queries + t.q0) * in_.valueWidth;
  }

  void packPanel(const Tile& t) {
    panel::packQueries(queryRows(t), t.queries(), in_.width, factor_, queries_);
    panel::packQueries(dOutputRows(t), t.queries(), in_.valueWidth, 1, dOutputs_);
    pad(queryRows(t), t.queries(), in_.width, queryRows_);
    pad(dOutputRows(t), t.queries(), in_.valueWidth, dOutputRows_);
  }

  static void pad(const float* from, Index rows, Index columns, float* to) {
    for (Index row = 0; row < lanes; ++row, from += columns, to += padded(columns)) {
      const Index given = row < rows ? columns : 0;
      std::copy_n(from, given, to);
      std::fill_n(to + given, padded(columns) - given, 0.f);
    }
  }

  /// Scores and dWeights -> weights and dMasked, in place.
  void differentiate(const Tile& t) {
    // Lanes without a query weigh nothing.
    float reference[lanes] = {}, factor[lanes] = {}, mean[lanes] = {};
    for (Index lane = 0; lane < t.queries(); ++lane) {
      const Index row = t.head * in_.queries + t.q0 + lane;
      reference[lane] = out_.reference[row];
      factor[lane] = out_.sum[row] == 0 ? 0 : 1 / out_.sum[row];
      mean[lane] = mean_[row];
    }
    panel::differentiate(weights_, dMasked_, t.count(), reference, factor, mean);
  }

  bool visible(const Tile& t, Index lane, Index k) const {
    return lane < t.queries() && k < t.keys.last && mask_.visible(t.head, t.q0 + lane, k);
  }

  /// A weight of 0 does not stop a NaN of its row or of its value: what is hidden is set to 0.
  void clearHidden(const Tile& t) {
    for (Index k = t.keys.first; k < t.end; ++k)
      for (Index lane = 0; lane < lanes; ++lane)
        if (!visible(t, lane, k)) {
          const Index place = (k - t.keys.first) * lanes + lane;
          weights_[place] = dMasked_[place] = 0;
        }
  }

  /// Whether a gradient of 0 makes nothing but 0 of what it is multiplied with.
  bool finiteFactors(const Tile& t, Index k0, Index k1) {
    if (!finite_) finite_ = finite(keys(t.head) + k0 * in_.width, (k1 - k0) * in_.width);
    return *finite_ && finite(queryRows(t), t.queries() * in_.width) &&
           finite(dOutputRows(t), t.queries() * in_.valueWidth);
  }

  float* dKeyRow(Index k, Index k0) const { return dKeys_ + (k - k0) * padded(in_.width); }
  float* dValueRow(Index k, Index k0) const { return dValues_ + (k - k0) * padded(in_.valueWidth); }
  float* dQueryRow(const Tile& t, Index lane) const {
    return to_.dq + (t.head * in_.queries + t.q0 + lane) * in_.width;
  }

  void add(const Tile& t, Index k0) {
    constexpr float ones[lanes] = {1, 1, 1, 1, 1, 1, 1, 1};
    const Index width = in_.width;
    const float* from = keys(t.head) + t.keys.first * width;
    std::fill_n(dQueries_, width * lanes, 0.f);
    for (Index d = 0; d < width; d += panel::group)
      panel::addValues(int(std::min(panel::group, width - d)), from + d, width, dMasked_,
                       t.keys.last - t.keys.first, ones, dQueries_ + d * lanes);
    for (Index lane = 0; lane < t.queries(); ++lane)
      for (Index d = 0; d < width; ++d) dQueryRow(t, lane)[d] += dQueries_[d * lanes + lane];
    panel::addQueries(dMasked_, t.count(), queryRows_, padded(width), dKeyRow(t.keys.first, k0));
    panel::addQueries(weights_, t.count(), dOutputRows_, padded(in_.valueWidth),
                      dValueRow(t.keys.first, k0));
  }

  /// As add, where some factor is not finite: a hidden pair is left out, since 0 * NaN is NaN.
  void addVisible(const Tile& t, Index k0) {
    const auto addRow = [](float times, const float* from, Index columns, float* to) {
      for (Index i = 0; i < columns; ++i) to[i] += times * from[i];
    };
    for (Index k = t.keys.first; k < t.keys.last; ++k)
      for (Index lane = 0; lane < t.queries(); ++lane) {
        if (!visible(t, lane, k)) continue;
        const Index place = (k - t.keys.first) * lanes + lane, width = in_.width;
        addRow(dMasked_[place], keys(t.head) + k * width, width, dQueryRow(t, lane));
        addRow(dMasked_[place], queryRows(t) + lane * width, width, dKeyRow(k, k0));
        addRow(weights_[place], dOutputRows(t) + lane * in_.valueWidth, in_.valueWidth,
               dValueRow(k, k0));
      }
  }

  const float* const dOutput_;
  float* const mean_;
  const TiledGradientOutput to_;
  Scratch scratch_;
  float* const packedKeys_;
  float* const packedValues_;
  float* const dKeys_;    // [keyBlock][width, padded], without the scale
  float* const dValues_;  // [keyBlock][valueWidth, padded]
  float* const weights_;  // [keyBlock][lanes], scores before
  float* const dMasked_;  // [keyBlock][lanes], dWeights before
  float* const queries_;  // [width][lanes], times scale * log2(e)
  float* const dQueries_;
  float* const dOutputs_;
  float* const queryRows_;  // [lanes][width, padded]
  float* const dOutputRows_;
  bool packed_ = false;
  std::optional<bool> finite_;  // the block's keys
};

/// What is kept of every query: its output, reference, sum and mean.
double keptBytes(const TiledSizes& sizes) {
  return double(sizes.heads) * double(sizes.queries) * double(sizes.valueWidth + 3) * sizeof(float);
}

}  // namespace

void tiledGradient(const TiledGradientInput& in, const TiledGradientOutput& out) {
  const Index rows = in.heads * in.queries;
  Scratch kept(rows * (in.valueWidth + 3));
  const TiledOutput forward{kept.take(rows * in.valueWidth), nullptr, kept.take(rows),
                            kept.take(rows)};
  Backward backward(in, forward, kept.take(rows), out);
  tiledPanels(in, forward);
  backward.run();
}

double tiledGradientBytes(const TiledSizes& sizes) {
  return keptBytes(sizes) + double(Backward::floats(sizes)) * sizeof(float) +
         double(tiledPanelsBytes(sizes));
}

double tiledGradientWork(const TiledSizes& sizes, const Options<float>& options) {
  const Mask<float> mask(options, sizes.queries, sizes.keys);
  // Scores, dq and dk; dWeights and dv.
  const double perPair =
      3 * double(sizes.width) + 2 * double(sizes.valueWidth) + judge::tiledPairWork;
  const double blocks = std::ceil(double(sizes.queries) / double(lanes)) *
                        std::ceil(double(sizes.keys) / double(keyBlock));
  const double pairs = mask.walked({TiledBlock{}.queries, lanes, TiledBlock{}.gap, panel::group});
  return tiledWork(sizes, options) + looksWork(sizes, options) +
         double(sizes.heads) * (pairs * perPair + blocks * judge::tiledLookWork);
}

std::optional<Error> validateTiledGradientWork(const TiledSizes& sizes,
                                               const Options<float>& options) {
  return validateWalk("dOutput", options,
                      [&](const Options<float>& masks) { return tiledGradientWork(sizes, masks); });
}

std::optional<Error> validateTiledGradient(const judge::Shape& q, const judge::Shape& k,
                                           const judge::Shape& v, const judge::Shape& dOutput,
                                           double inputBytes) {
  using namespace judge;
  if (auto error = validateShapes(q, k, v)) return error;
  if (auto error = equal(ErrorCode::headsMismatch, "dOutput", dOutput.heads, "q", q.heads))
    return error;
  if (dOutput.rows != q.rows || dOutput.columns != v.columns)
    return Error{
        ErrorCode::shape,
        "dOutput",
        "",
        {double(dOutput.rows), double(dOutput.columns), double(q.rows), double(v.columns)}};
  const auto numbers = [](const Shape& s) {
    return double(s.heads) * double(s.rows) * double(s.columns);
  };
  const double bytes = inputBytes + (numbers(q) + numbers(k) + numbers(v)) * sizeof(float) +
                       tiledGradientBytes({q.heads, k.heads, q.rows, k.rows, q.columns, v.columns});
  if (bytes <= double(maxTiledBytes)) return {};
  return Error{ErrorCode::memoryLimit, "", "", {bytes, double(maxTiledBytes)}};
}

}  // namespace attention
