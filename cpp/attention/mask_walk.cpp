// What a walk through the visible pairs comes to, told from the masks by position alone.

#include <algorithm>
#include <cmath>

#include "mask.h"

namespace attention {
namespace {

/// Keys in stretches that are rounded to whole steps on both sides.
double rounded(double keys, double stretches, const Walk& walk) {
  return keys + stretches * 2 * double(walk.step - 1);
}

}  // namespace

/// Of the positional keys that a row of blocks opens within a band. Closed ones between two open
/// ones are walked through as well where they are fewer than the gap.
template <class S>
double Mask<S>::openKeys(Index row, Keys band, const Walk& walk) const {
  const auto& visible = options_.blocks->visible;
  double keys = 0, stretches = 0;
  Index closed = walk.gap;  // side by side, before the block at hand
  for (Index block = band.first / blockSize_; block * blockSize_ < band.last; ++block) {
    const Index first = std::max(block * blockSize_, band.first);
    const Index length = std::min((block + 1) * blockSize_, band.last) - first;
    if (!visible(row, block)) {
      closed += length;
      continue;
    }
    keys += double(length);
    if (closed < walk.gap)
      keys += double(closed);
    else
      ++stretches;
    closed = 0;
  }
  return rounded(keys, stretches, walk);
}

/// Of the queries [q0, q1), with the keys before `seen` that are in reach of window and blocks.
template <class S>
double Mask<S>::nearPairs(Index q0, Index q1, Index seen, const Walk& walk) const {
  const Index p0 = position(q0), p1 = position(q1), n = std::min(walk.panel, q1 - q0);
  const Keys band{std::max<Index>(p0 - reach_, 0), std::min(seen, p1 + reach_)};
  if (band.first >= band.last) return 0;
  // The band of a panel is shorter than that of the block, and combed where its steps are long.
  const Index ahead = options_.causal == Causal::none ? reach_ : 0;
  double perQuery = rounded(double(std::min(band.last - band.first, reach_ + n + ahead)), 1, walk);
  if (dilation_ - n >= walk.gap) {
    const double teeth = std::ceil(perQuery / double(dilation_)) + 1;
    perQuery = std::min(perQuery, rounded(teeth * double(n), teeth, walk));
  }
  const double pairs = double(q1 - q0) * perQuery;
  if (!options_.blocks) return pairs;
  double open = 0;
  for (Index row = std::max<Index>(p0, 0) / blockSize_; row * blockSize_ < p1; ++row) {
    // Whole panels, of which a row of blocks may have but a part.
    const Index first = std::max(row * blockSize_, p0) - p0;
    const Index last = std::min((row + 1) * blockSize_, p1) - p0;
    const Index panels = (last - 1) / walk.panel - first / walk.panel + 1;
    open += double(std::min(panels * walk.panel, q1 - q0)) * openKeys(row, band, walk);
  }
  return std::min(pairs, open);
}

/// That every query sees, as far as it may look ahead.
template <class S>
double Mask<S>::globalKeys(const Walk& walk) const {
  double keys = 0, stretches = 0;
  std::int64_t before = -std::int64_t(walk.gap) - 1;
  for (const std::int64_t key : options_.globals) {
    const bool joined = key - before <= walk.gap;
    keys += joined ? double(key - before) : 1;
    stretches += joined ? 0 : 1;
    before = key;
  }
  return rounded(keys, stretches, walk);
}

template <class S>
double Mask<S>::walked(const Walk& walk) const {
  const bool causal = options_.causal != Causal::none;
  if (!limited_ && !causal) return double(queries_) * double(keys_);
  const double exceptions = globalKeys(walk) + rounded(double(sinks_), sinks_ > 0 ? 1 : 0, walk);
  double pairs = 0;
  for (Index q0 = 0; q0 < queries_; q0 += walk.block) {
    const Index q1 = std::min(q0 + walk.block, queries_), p0 = position(q0), p1 = position(q1);
    const Index seen = causal ? std::clamp<Index>(p1, 0, keys_) : keys_;
    const double all = double(q1 - q0) * double(seen);
    if (!limited_) {
      pairs += all;
      continue;
    }
    double some = nearPairs(q0, q1, seen, walk) + double(q1 - q0) * exceptions;
    for (Index p = nextGlobal(p0); p < p1 && some < all; p = nextGlobal(p + 1))
      some += double(walk.panel) * double(seen);
    pairs += std::min(some, all);
  }
  return pairs;
}

template double Mask<float>::walked(const Walk&) const;
template double Mask<double>::walked(const Walk&) const;

}  // namespace attention
