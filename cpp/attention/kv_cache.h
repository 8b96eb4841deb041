#pragma once
// The keys and values of the tokens so far, kept for the queries to come. A cache of fixed capacity
// is a ring behind the attention sinks: when it is full, a new token takes the place of the oldest
// one that is no sink.
// Source of the sinks: Xiao et al., "Efficient Streaming Language Models with Attention Sinks"
// (2023): positions are those inside the cache, so keys are stored before any rotation.

#include <algorithm>
#include <optional>
#include <vector>

#include "error.h"
#include "types.h"

namespace attention {

/// Which tokens are kept, and where. Tokens are named by their index in the text; those that are
/// kept stand in places 0, 1, 2, ... in the order of the text. A place is not a slot: in the ring
/// places move on with every token, while a token stays in its slot.
class Places {
 public:
  /// 0 <= sinks < capacity.
  Places(Index capacity, Index sinks);

  /// The next token of the text. Returns the one that had to make room for it.
  std::optional<Index> append();

  /// As if the text had ended after its first `tokens` tokens. False, and nothing changes, if one
  /// that would then be kept has been dropped already. tokens is at most `appended()`.
  bool truncate(Index tokens);

  Index appended() const { return appended_; }
  Index size() const { return std::min(appended_, capacity_); }
  Index capacity() const { return capacity_; }

  /// The token at a place below `size()`.
  Index token(Index place) const;

  /// Where the token at this place is stored, below `capacity()`.
  Index slot(Index place) const { return slotOf(token(place)); }

  /// Where a token that is kept is stored.
  Index slotOf(Index token) const;

  /// The tokens of all places.
  std::vector<Index> kept() const;

 private:
  Index ring() const { return capacity_ - sinks_; }

  Index capacity_, sinks_;
  Index appended_ = 0;
};

/// The capacity and the sinks that a text of so many tokens needs: what is larger than the text drops
/// nothing, however large it is. The capacity must be valid (validateCapacity).
struct Room {
  Index capacity, sinks;
};
Room roomFor(std::int64_t capacity, std::int64_t sinks, Index tokens);

/// Nothing, or why there is no cache of this capacity with so many sinks.
std::optional<Error> validateCapacity(std::int64_t capacity, std::int64_t sinks);

/// kvHeads, capacity, width and valueWidth from 1; sinks from 0, and fewer than the capacity.
struct KvCacheSizes {
  Index kvHeads, capacity, sinks, width, valueWidth;
};

/// Memory is allocated at construction alone.
template <class S>
class KvCache {
 public:
  explicit KvCache(const KvCacheSizes& sizes);

  /// The next token: k [kvHeads][width], v [kvHeads][valueWidth]. Returns the token (its index in
  /// the text) that was dropped for it: what it held is overwritten.
  std::optional<Index> append(const S* k, const S* v);

  /// For a text that starts with the first `tokens` tokens of this one; see Places::truncate.
  bool truncate(Index tokens) { return places_.truncate(tokens); }
  void clear() { places_.truncate(0); }

  const KvCacheSizes& sizes() const { return sizes_; }
  Index size() const { return places_.size(); }

  /// Indices in the text, by place.
  std::vector<Index> kept() const { return places_.kept(); }

  // Of one KV head, in place: rows [size()][width] and [size()][valueWidth], dense, as the tiled path
  // reads them. They stand in the order of their slots, which once a token was dropped is no longer
  // that of the text. A softmax does not ask for the order of its keys, so this is for queries that
  // see all that is kept; masks, biases and positions go by place and need `gather`.
  // Valid until the cache is destroyed; their rows change with `append`.

  const S* keys(Index head) const { return keys_.data() + rowOf(head) * sizes_.width; }
  const S* values(Index head) const { return values_.data() + rowOf(head) * sizes_.valueWidth; }

  /// Copies, in order of place.
  struct Gathered {
    Matrix<S> k;  ///< [size()][width]
    Matrix<S> v;  ///< [size()][valueWidth]
  };
  Gathered gather(Index head) const;

 private:
  Index rowOf(Index head) const { return head * sizes_.capacity; }

  KvCacheSizes sizes_;
  Places places_;
  std::vector<S> keys_;    // [kvHeads][capacity][width]
  std::vector<S> values_;  // [kvHeads][capacity][valueWidth]
};

/// What a cache keeps while a text of so many tokens goes through it.
struct EvictionsProblem {
  std::int64_t capacity;  ///< at least sinks + 1
  std::int64_t sinks = 0;
  std::int64_t tokens;  ///< at least 1
};

/// The most indices that a list of what is kept after every token may hold.
inline constexpr std::int64_t maxKept = std::int64_t{1} << 20;

std::optional<Error> validate(const EvictionsProblem& problem);

/// [tokens][kept]: the tokens kept after each token, by place.
Result<std::vector<std::vector<Index>>> evictions(const EvictionsProblem& problem);

}  // namespace attention
