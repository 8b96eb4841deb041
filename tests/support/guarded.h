#pragma once
// The problem of a tiled path, in memory that shows what is read beside it.

#include <vector>

#include "attention/tiled.h"
#include "support/matrices.h"

namespace attention::testing {

/// The problem's numbers with NaN before and behind them: what is read beside them shows.
struct Guarded {
  static constexpr std::size_t guard = 16;
  std::vector<float> q, k, v;

  explicit Guarded(const Problem<float>& p)
      : q(padded(p.q_hqd)), k(padded(p.k_hkd)), v(padded(p.v_hkc)) {}

  static std::vector<float> padded(const Heads<float>& heads) {
    std::vector<float> numbers(guard, float(NaN));
    for (const auto& head : heads)
      numbers.insert(numbers.end(), head.data(), head.data() + head.size());
    numbers.insert(numbers.end(), guard, float(NaN));
    return numbers;
  }

  TiledInput input(const Problem<float>& p) const {
    return {sizesOf(p), q.data() + guard, k.data() + guard, v.data() + guard, p.options};
  }

  static TiledSizes sizesOf(const Problem<float>& p) {
    return {Index(p.q_hqd.size()), Index(p.k_hkd.size()), p.q_hqd[0].rows(),
            p.k_hkd[0].rows(),     p.q_hqd[0].cols(),     p.v_hkc[0].cols()};
  }
};

}  // namespace attention::testing
