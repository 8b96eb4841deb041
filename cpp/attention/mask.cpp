#include "mask.h"

#include <cstdlib>
#include <limits>

namespace attention {

template <class S>
Mask<S>::Mask(const Options<S>& options, Index queries, Index keys)
    : options_(options),
      firstPosition_(options.causal == Causal::bottomRight ? keys - queries : 0),
      keys_(keys) {}

template <class S>
Keys Mask<S>::reached(Index first, Index last) const {
  std::int64_t from = 0, to = keys_;
  if (options_.causal != Causal::none) to = std::min(to, firstPosition_ + last);
  if (options_.window) {
    from = std::max(from, firstPosition_ + first - *options_.window + 1);
    // position + window may not fit where the window is huge
    if (*options_.window < keys_)
      to = std::min(
          to, std::max<std::int64_t>(firstPosition_ + last - 1 + *options_.window, options_.sinks));
  }
  return {Index(std::clamp<std::int64_t>(from, 0, keys_)),
          Index(std::clamp<std::int64_t>(to, 0, keys_))};
}

template <class S>
Keys Mask<S>::open(Index first, Index last) const {
  std::int64_t from = 0, to = keys_;
  if (options_.causal != Causal::none) to = std::min(to, firstPosition_ + first + 1);
  if (options_.window) {
    from = std::max(from, firstPosition_ + last - *options_.window);
    if (*options_.window < keys_) to = std::min(to, firstPosition_ + first + *options_.window);
  }
  return {Index(std::clamp<std::int64_t>(from, 0, keys_)),
          Index(std::clamp<std::int64_t>(to, 0, keys_))};
}

template <class S>
bool Mask<S>::inReach(std::int64_t position, std::int64_t k) const {
  if (options_.causal != Causal::none && k > position) return false;
  if (!options_.window || k < options_.sinks) return true;
  return std::abs(position - k) < *options_.window;
}

template <class S>
const Matrix<S>* Mask<S>::biasOf(Index h) const {
  if (options_.bias.empty()) return nullptr;
  return &options_.bias[options_.bias.size() == 1 ? 0 : static_cast<std::size_t>(h)];
}

template <class S>
S Mask<S>::bias(Index h, Index q, Index k) const {
  const auto* bias = biasOf(h);
  return bias ? (*bias)(q, k) : S(0);
}

template <class S>
bool Mask<S>::inTables(Index h, Index q, Index k) const {
  if (options_.attend && !(*options_.attend)(q, k)) return false;
  if (options_.keyPadding && (*options_.keyPadding)[static_cast<std::size_t>(k)]) return false;
  // A bias of minus infinity is a mask by another name. Hiding the pair here, by structure, keeps
  // a NaN in its key or value out of the row, as for every other mask.
  return bias(h, q, k) != -std::numeric_limits<S>::infinity();
}

template <class S>
bool Mask<S>::visible(Index h, Index q, Index k) const {
  return inReach(firstPosition_ + q, k) && inTables(h, q, k);
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
