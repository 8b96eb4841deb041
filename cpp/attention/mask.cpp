#include "mask.h"

#include <cstdlib>
#include <limits>

namespace attention {

template <class S>
Mask<S>::Mask(const Options<S>& options, Index queries, Index keys)
    : options_(options),
      queries_(queries),
      keys_(keys),
      firstPosition_(Index(firstPosition(options, queries, keys))),
      sinks_(Index(std::min<std::int64_t>(options.sinks, keys))),
      limited_(options.window || options.blocks) {
  // No distance comes up to this.
  const std::int64_t far = std::int64_t(queries) + keys;
  dilation_ = Index(std::min(options.dilation, far));
  const std::int64_t steps = options.window ? std::min(*options.window - 1, far) : far;
  reach_ = Index(std::min(steps * dilation_, far));
  banded_ = !options.blocks && options.globals.empty();
  if (options.blocks) blockSize_ = Index(std::min(options.blocks->size, far));
}

template <class S>
Index Mask<S>::nextGlobal(Index from) const {
  const auto& globals = options_.globals;
  const auto next = std::lower_bound(globals.begin(), globals.end(), std::int64_t(from));
  return next == globals.end() ? std::numeric_limits<Index>::max() : Index(*next);
}

template <class S>
bool Mask<S>::inReach(Index position, Index k) const {
  if (options_.causal != Causal::none && k > position) return false;
  if (!limited_ || k < sinks_ || isGlobal(k) || isGlobal(position)) return true;
  const Index distance = std::abs(position - k);
  if (distance > reach_ || distance % dilation_ != 0) return false;
  return !options_.blocks || blockOpen(position, k);
}

/// Are the blocks of these pairs all open, or all closed?
template <class S>
bool Mask<S>::allBlocks(Index p0, Index p1, Index k0, Index k1, bool open) const {
  for (Index p = p0 / blockSize_; p <= (p1 - 1) / blockSize_; ++p)
    for (Index k = k0 / blockSize_; k <= (k1 - 1) / blockSize_; ++k)
      if (options_.blocks->visible(p, k) != open) return false;
  return true;
}

template <class S>
bool Mask<S>::apart(Index q0, Index q1, Index k0, Index k1) const {
  const Index p0 = position(q0), p1 = position(q1);
  if (options_.causal != Causal::none && k0 >= p1) return true;
  if (!limited_ || k0 < sinks_ || hasGlobals(k0, k1) || hasGlobals(p0, p1)) return false;
  if (k0 - (p1 - 1) > reach_ || p0 - (k1 - 1) > reach_) return true;
  return options_.blocks && allBlocks(std::max<Index>(p0, 0), p1, k0, k1, false);
}

template <class S>
bool Mask<S>::open(Index q0, Index q1, Index k0, Index k1) const {
  const Index p0 = position(q0), p1 = position(q1);
  if (options_.causal != Causal::none && k1 - 1 > p0) return false;
  if (!limited_) return true;
  if (dilation_ > 1 || k1 - 1 - p0 > reach_ || p1 - 1 - k0 > reach_) return false;
  return !options_.blocks || allBlocks(p0, p1, k0, k1, true);
}

/// As run, of window and blocks alone.
template <class S>
Run Mask<S>::nearby(Index p, Index from, Index to) const {
  const Index last = std::min(to, p + reach_ + 1);
  const auto next = [&](Index k) {
    if (dilation_ == 1) return k;
    const Index off = (k - p) % dilation_;
    return off == 0 ? k : k + (off > 0 ? dilation_ - off : -off);
  };
  Index first = next(std::max(from, p - reach_)), end = last;
  if (options_.blocks) {
    const auto& visible = options_.blocks->visible;
    const Index row = p / blockSize_;
    Index block = first / blockSize_;
    while (first < last && !visible(row, block)) {
      first = next((block + 1) * blockSize_);
      block = first / blockSize_;
    }
    do ++block;
    while (block * blockSize_ < last && visible(row, block));
    end = std::min(last, block * blockSize_);
  }
  if (first >= last) return {to, to, 1};
  if (dilation_ == 1) return {first, end, 1};
  return {first, first + (end - 1 - first) / dilation_ * dilation_ + 1, dilation_};
}

template <class S>
Run Mask<S>::run(Index q, Index from, Index to) const {
  const Index p = position(q);
  const Index behind = options_.causal == Causal::none ? to : p + 1, last = std::min(to, behind);
  if (from >= last) return {to, to, 1};
  if (!limited_ || isGlobal(p)) return {from, last, 1};
  if (from < sinks_) return {from, std::min(sinks_, last), 1};
  const Index global = std::min(nextGlobal(from), last);
  const Run near = nearby(p, from, global);
  if (near.first < global) return near;
  return global < last ? Run{global, global + 1, 1} : Run{to, to, 1};
}

/// The next keys of a band of neighbours: all of it, or of the n queries from p0 on those that the
/// steps of their windows hit, n side by side and then none up to the next step.
template <class S>
Keys Mask<S>::comb(Keys band, Index p0, Index n, Index gap) const {
  const auto place = [&](Index k) { return ((k - p0) % dilation_ + dilation_) % dilation_; };
  auto [first, last] = band;
  if (place(first) >= n) first += dilation_ - place(first);
  if (first >= last) return {last, last};
  if (dilation_ - n >= gap) return {first, std::min(last, first + n - place(first))};
  const Index over = place(last - 1) - (n - 1);
  return {first, over > 0 ? last - over : last};
}

/// As stretch, without blocks and globals: the windows of neighbours overlap.
template <class S>
Keys Mask<S>::banded(Index q0, Index q1, Index from, Index to, Index gap) const {
  const Index p0 = position(q0), p1 = position(q1), n = q1 - q0;
  const bool causal = options_.causal != Causal::none;
  const Index sinks = std::min({sinks_, to, causal ? p1 : to});
  Keys near{std::max({from, sinks, p0 - reach_}), std::min(to, causal ? p1 : p1 + reach_)};
  if (near.first < near.last && dilation_ > n) near = comb(near, p0, n, gap);
  const bool any = near.first < near.last;
  if (from >= sinks) return any ? near : Keys{to, to};
  return {from, any && near.first - sinks < gap ? near.last : sinks};
}

template <class S>
Keys Mask<S>::stretch(Index q0, Index q1, Index from, Index to, Index gap) const {
  if (banded_) return banded(q0, q1, from, to, gap);
  if (open(q0, q1, from, to)) return {from, to};
  Index first = to;
  for (Index q = q0; q < q1 && first > from; ++q) first = std::min(first, run(q, from, to).first);
  if (first == to) return {to, to};
  Index last = first + 1;
  // Round and round, until no query has more.
  for (Index q = q0, idle = 0; idle < q1 - q0; q = q + 1 < q1 ? q + 1 : q0) {
    const Run next = run(q, last, to);
    if (next.first >= to || next.first - last >= gap) {
      ++idle;
      continue;
    }
    last = next.step <= gap ? next.last : next.first + 1;
    idle = 0;
  }
  return {first, last};
}

template <class S>
const Matrix<S>* Mask<S>::biasOf(Index h) const {
  if (options_.bias.empty()) return nullptr;
  return &options_.bias[options_.bias.size() == 1 ? 0 : static_cast<std::size_t>(h)];
}

template <class S>
S Mask<S>::bias(Index h, Index q, Index k) const {
  const auto* table = biasOf(h);
  const S given = table ? (*table)(q, k) : S(0);
  if (!options_.alibi) return given;
  using Limits = std::numeric_limits<S>;
  const S far = -slope(h) * S(std::abs(position(q) - k));
  return given + std::clamp(far, Limits::lowest(), Limits::max());
}

template <class S>
bool Mask<S>::inTables(Index h, Index q, Index k) const {
  if (options_.attend && !(*options_.attend)(q, k)) return false;
  if (options_.keyPadding && (*options_.keyPadding)[static_cast<std::size_t>(k)]) return false;
  // A bias of minus infinity is a mask by another name. Hiding the pair here, by structure, keeps
  // a NaN in its key or value out of the row, as for every other mask.
  const auto* table = biasOf(h);
  return !table || (*table)(q, k) != -std::numeric_limits<S>::infinity();
}

template <class S>
bool Mask<S>::visible(Index h, Index q, Index k) const {
  return inReach(position(q), k) && inTables(h, q, k);
}

template <class S>
Part Mask<S>::part(Index h, Index q0, Index q1, Index k0, Index k1) const {
  if (!hasTables()) return Part::everything;
  bool any = false, all = options_.bias.empty();
  for (Index q = q0; q < q1; ++q)
    for (Index k = k0; k < k1; ++k) {
      if (inTables(h, q, k))
        any = true;
      else
        all = false;
      if (any && !all) return Part::some;
    }
  return any ? Part::everything : Part::nothing;
}

template <class S>
void Mask<S>::applyTables(Index h, Index q, Index first, Index last, S factor, S* scores,
                          Index stride) const {
  constexpr S hidden = -std::numeric_limits<S>::infinity();
  if (const auto* bias = biasOf(h))
    for (Index k = first; k < last; ++k) {
      const S b = (*bias)(q, k);
      S& score = scores[(k - first) * stride];
      // A finite bias does not hide, not even the lowest there is, which masks are often made of.
      score = b == hidden ? hidden : score + std::max(b * factor, std::numeric_limits<S>::lowest());
    }
  if (options_.attend)
    for (Index k = first; k < last; ++k)
      if (!(*options_.attend)(q, k)) scores[(k - first) * stride] = hidden;
  if (options_.keyPadding)
    for (Index k = first; k < last; ++k)
      if ((*options_.keyPadding)[static_cast<std::size_t>(k)])
        scores[(k - first) * stride] = hidden;
}

template class Mask<float>;
template class Mask<double>;

}  // namespace attention
