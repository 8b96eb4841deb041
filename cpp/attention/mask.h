#pragma once
// Who may look at whom. One predicate for every path through the core.

#include <algorithm>

#include "types.h"

namespace attention {

/// Keys [first, last); empty where first >= last.
struct Keys {
  Index first, last;
};

/// How much of a block of pairs is visible.
enum class Part { nothing, some, everything };

/// The masks of `options` for a problem of queries x keys, ANDed.
/// Keeps a reference: the options must outlive it. The options must be valid (validate.h).
template <class S>
class Mask {
 public:
  Mask(const Options<S>& options, Index queries, Index keys);

  /// May query q of head h look at key k?
  bool visible(Index h, Index q, Index k) const;

  /// Added to the scaled score of a visible pair; 0 where no bias is given.
  S bias(Index h, Index q, Index k) const;

  // By position: causal, window and sinks.

  /// None of the queries [first, last) sees a key at or after `last`, nor one before `first` that
  /// is no sink. Exact for one query.
  Keys reached(Index first, Index last) const;

  /// Every query of [first, last) sees all of these keys, as far as positions go.
  Keys open(Index first, Index last) const;

  /// The first keys, which no window hides.
  Index sinks() const {
    return options_.window ? Index(std::min<std::int64_t>(options_.sinks, keys_)) : 0;
  }

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
  bool inTables(Index h, Index q, Index k) const;
  const Matrix<S>* biasOf(Index h) const;
  bool inReach(std::int64_t position, std::int64_t k) const;

  const Options<S>& options_;
  /// Position of query 0 among the keys: 0, or keys - queries when aligned to the bottom right.
  std::int64_t firstPosition_;
  std::int64_t keys_;
};

}  // namespace attention
