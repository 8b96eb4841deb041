#pragma once
// Who may look at whom. One predicate for every path through the core.

#include <algorithm>

#include "types.h"

namespace attention {

/// Keys [first, last); empty where first >= last.
struct Keys {
  Index first, last;
};

/// The keys first, first + step, ... before last, of which the last one is last - 1.
struct Run {
  Index first, last, step;
};

/// How a head's pairs are walked through: queries in blocks of panels, and in each panel the
/// stretches of keys that some of its queries see, rounded to whole steps.
struct Walk {
  Index block, panel, gap, step;
};

/// How much of a block of pairs is visible.
enum class Part { nothing, some, everything };

/// Position of query 0 among the keys: 0, or keys - queries when aligned to the bottom right.
template <class S>
std::int64_t firstPosition(const Options<S>& options, Index queries, Index keys) {
  return options.causal == Causal::bottomRight ? keys - queries : 0;
}

/// The masks of `options` for a problem of queries x keys, ANDed.
/// Keeps a reference: the options must outlive it. The options must be valid (validate.h).
template <class S>
class Mask {
 public:
  Mask(const Options<S>& options, Index queries, Index keys);

  /// May query q of head h look at key k?
  bool visible(Index h, Index q, Index k) const;

  /// Added to the scaled score of a visible pair: bias and ALiBi; 0 where neither is given. ALiBi
  /// alone is never infinite.
  S bias(Index h, Index q, Index k) const;

  /// Of ALiBi; 0 where there is none.
  S slope(Index h) const { return options_.alibi ? (*options_.alibi)[std::size_t(h)] : S(0); }

  /// Of a query among the keys.
  Index position(Index q) const { return firstPosition_ + q; }

  // By position: causal, window, dilation, sinks, globals and blocks. Nothing here looks at every
  // pair.

  /// At a glance: no query of [q0, q1) sees a key of [k0, k1). False where a closer look is needed.
  bool apart(Index q0, Index q1, Index k0, Index k1) const;

  /// At a glance: every query of [q0, q1) sees all keys of [k0, k1). False where a closer look is
  /// needed.
  bool open(Index q0, Index q1, Index k0, Index k1) const;

  /// The next keys of [from, to) that query q sees, with no others between them than those its step
  /// leaves out. Exact; empty at `to` if it sees no more. One run may follow another without a gap.
  Run run(Index q, Index from, Index to) const;

  /// The next keys of [from, to) that some of the queries [q0, q1) see; empty at `to` if there are
  /// no more. The first and the last are seen; between them may lie keys that none sees, fewer than
  /// `gap` side by side, and at least `gap` come before the next stretch.
  Keys stretch(Index q0, Index q1, Index from, Index to, Index gap) const;

  /// How many pairs of a head such a walk computes, for a judgement of its work: not fewer, and not
  /// many more than the edges of blocks add. Looks at every block of queries, and at the table of
  /// the blocks, but at no pair.
  double walked(const Walk& walk) const;

  // By table: explicit mask, padding and bias, whatever the positions.

  bool hasTables() const {
    return options_.attend || options_.keyPadding || !options_.bias.empty();
  }

  /// Of the queries [q0, q1) and the keys [k0, k1) of head h. A block with a bias is `some` at most:
  /// its scores change.
  Part part(Index h, Index q0, Index q1, Index k0, Index k1) const;

  /// Scores of query q with the keys [first, last), `stride` apart: adds factor * bias, and sets
  /// what the tables hide to -inf.
  void applyTables(Index h, Index q, Index first, Index last, S factor, S* scores,
                   Index stride) const;

 private:
  bool inReach(Index position, Index k) const;
  bool inTables(Index h, Index q, Index k) const;
  const Matrix<S>* biasOf(Index h) const;

  bool isGlobal(Index position) const { return nextGlobal(position) == position; }
  /// At or after `from`; beyond every position if there is none.
  Index nextGlobal(Index from) const;
  bool hasGlobals(Index first, Index last) const { return nextGlobal(first) < last; }
  bool blockOpen(Index position, Index k) const {
    return options_.blocks->visible(position / blockSize_, k / blockSize_);
  }
  bool allBlocks(Index p0, Index p1, Index k0, Index k1, bool open) const;
  Run nearby(Index position, Index from, Index to) const;
  Keys comb(Keys band, Index p0, Index n, Index gap) const;
  Keys banded(Index q0, Index q1, Index from, Index to, Index gap) const;
  double nearPairs(Index q0, Index q1, Index seen, const Walk& walk) const;
  double openKeys(Index row, Keys band, const Walk& walk) const;
  double globalKeys(const Walk& walk) const;

  const Options<S>& options_;
  Index queries_, keys_;
  // What the options say, brought down to sizes at which nothing overflows and nothing changes.
  Index firstPosition_, sinks_;
  /// Does anything but causal and the tables hide?
  bool limited_;
  /// The largest distance in reach of the window, and its steps.
  Index reach_, dilation_;
  Index blockSize_ = 1;
  /// Is what a query sees a band of neighbours, beside the sinks?
  bool banded_;
};

}  // namespace attention
