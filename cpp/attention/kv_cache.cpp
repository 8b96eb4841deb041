#include "kv_cache.h"

#include <algorithm>

#include "judge.h"

namespace attention {

Places::Places(Index capacity, Index sinks) : capacity_(capacity), sinks_(sinks) {}

std::optional<Index> Places::append() {
  const Index token = appended_++;
  if (token < capacity_) return {};
  return token - ring();
}

bool Places::truncate(Index tokens) {
  // The ring holds the last tokens: whatever was dropped from it would be wanted back. The sinks are
  // always there.
  const bool dropped = appended_ > capacity_;
  if (dropped && tokens > sinks_ && tokens < appended_) return false;
  appended_ = tokens;
  return true;
}

Index Places::token(Index place) const {
  return place < sinks_ ? place : place + appended_ - size();
}

Index Places::slotOf(Index token) const {
  return token < sinks_ ? token : sinks_ + (token - sinks_) % ring();
}

std::vector<Index> Places::kept() const {
  std::vector<Index> tokens;
  tokens.reserve(std::size_t(size()));
  for (Index place = 0; place < size(); ++place) tokens.push_back(token(place));
  return tokens;
}

Room roomFor(std::int64_t capacity, std::int64_t sinks, Index tokens) {
  const Index room = Index(std::min<std::int64_t>(capacity, tokens));
  return {room, Index(std::min<std::int64_t>(sinks, room - 1))};
}

std::optional<Error> validateCapacity(std::int64_t capacity, std::int64_t sinks) {
  if (auto error = judge::atLeast("sinks", double(sinks), 0)) return error;
  return judge::atLeast("capacity", double(capacity), double(sinks) + 1);
}

template <class S>
KvCache<S>::KvCache(const KvCacheSizes& sizes)
    : sizes_(sizes),
      places_(sizes.capacity, sizes.sinks),
      keys_(std::size_t(sizes.kvHeads * sizes.capacity * sizes.width)),
      values_(std::size_t(sizes.kvHeads * sizes.capacity * sizes.valueWidth)) {}

template <class S>
std::optional<Index> KvCache<S>::append(const S* k, const S* v) {
  const auto [kvHeads, capacity, sinks, width, valueWidth] = sizes_;
  const Index slot = places_.slotOf(places_.appended());
  const auto dropped = places_.append();
  for (Index h = 0; h < kvHeads; ++h) {
    std::copy_n(k + h * width, width, keys_.data() + (rowOf(h) + slot) * width);
    std::copy_n(v + h * valueWidth, valueWidth, values_.data() + (rowOf(h) + slot) * valueWidth);
  }
  return dropped;
}

template <class S>
typename KvCache<S>::Gathered KvCache<S>::gather(Index head) const {
  Gathered rows{Matrix<S>(size(), sizes_.width), Matrix<S>(size(), sizes_.valueWidth)};
  for (Index place = 0; place < size(); ++place) {
    const Index slot = places_.slot(place);
    std::copy_n(keys(head) + slot * sizes_.width, sizes_.width, rows.k.row(place).data());
    std::copy_n(values(head) + slot * sizes_.valueWidth, sizes_.valueWidth,
                rows.v.row(place).data());
  }
  return rows;
}

template class KvCache<float>;
template class KvCache<double>;

namespace {

/// Of all lists: they grow up to the capacity, and then stay.
double keptInAll(const EvictionsProblem& p) {
  const double tokens = double(p.tokens), full = double(std::min(p.capacity, p.tokens));
  return full * (full + 1) / 2 + (tokens - full) * full;
}

}  // namespace

std::optional<Error> validate(const EvictionsProblem& p) {
  using namespace judge;
  return first([&] { return validateCapacity(p.capacity, p.sinks); },
               [&] { return atLeast("tokens", double(p.tokens), 1); },
               [&]() -> Check {
                 const double numbers = keptInAll(p);
                 if (numbers <= double(maxKept)) return {};
                 return Error{ErrorCode::tooLarge, "kept", "", {numbers, double(maxKept)}};
               });
}

Result<std::vector<std::vector<Index>>> evictions(const EvictionsProblem& p) {
  if (auto error = validate(p)) return *error;
  const Room room = roomFor(p.capacity, p.sinks, Index(p.tokens));
  Places places(room.capacity, room.sinks);
  std::vector<std::vector<Index>> kept;
  for (std::int64_t token = 0; token < p.tokens; ++token) {
    places.append();
    kept.push_back(places.kept());
  }
  return kept;
}

}  // namespace attention
