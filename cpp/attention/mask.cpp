#include "mask.h"

#include <cstdlib>
#include <limits>

namespace attention {

template <class S>
Mask<S>::Mask(const Options<S>& options, Index queries, Index keys)
    : options_(options),
      firstPosition_(options.causal == Causal::bottomRight ? keys - queries : 0) {}

template <class S>
bool Mask<S>::inReach(std::int64_t position, std::int64_t k) const {
  if (options_.causal != Causal::none && k > position) return false;
  if (!options_.window || k < options_.sinks) return true;
  return std::abs(position - k) < *options_.window;
}

template <class S>
S Mask<S>::bias(Index h, Index q, Index k) const {
  if (options_.bias.empty()) return S(0);
  const auto head = options_.bias.size() == 1 ? 0 : static_cast<std::size_t>(h);
  return options_.bias[head](q, k);
}

template <class S>
bool Mask<S>::visible(Index h, Index q, Index k) const {
  if (!inReach(firstPosition_ + q, k)) return false;
  if (options_.attend && !(*options_.attend)(q, k)) return false;
  if (options_.keyPadding && (*options_.keyPadding)[static_cast<std::size_t>(k)]) return false;
  // A bias of minus infinity is a mask by another name. Hiding the pair here, by structure, keeps
  // a NaN in its key or value out of the row, as for every other mask.
  return bias(h, q, k) != -std::numeric_limits<S>::infinity();
}

template class Mask<float>;
template class Mask<double>;

}  // namespace attention
