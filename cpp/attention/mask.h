#pragma once
// Who may look at whom. One predicate for every path through the core.

#include "types.h"

namespace attention {

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

 private:
  bool inReach(std::int64_t position, std::int64_t k) const;

  const Options<S>& options_;
  /// Position of query 0 among the keys: 0, or keys - queries when aligned to the bottom right.
  std::int64_t firstPosition_;
};

}  // namespace attention
