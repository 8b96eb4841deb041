#pragma once
// Sizes as callers give them, any whole number: their judgement, and that of what is computed from
// them.

#include <initializer_list>

#include "exact.h"
#include "judge.h"

namespace attention {

using MaybeSize = std::optional<std::int64_t>;

/// Of a size that was judged.
inline Exact exact(std::int64_t size) { return std::uint64_t(size); }

namespace judge {

/// A size, if it is given.
inline Check sizeAtLeast(const char* field, const MaybeSize& got, double least) {
  if (!got) return {};
  return atLeast(field, double(*got), least);
}

/// Must be given, and be at least 1.
inline Check neededSize(const char* field, const MaybeSize& got) {
  if (!got) return Error{ErrorCode::missing, field};
  return sizeAtLeast(field, got, 1);
}

inline Check kvHeadsDivide(std::int64_t heads, std::int64_t kvHeads) {
  if (heads % kvHeads == 0) return {};
  return Error{ErrorCode::notDivisible, "heads", "kvHeads", {double(heads), double(kvHeads)}};
}

struct Counted {
  const char* unit;
  const Exact& value;
};

/// The trace of a call, unless a number of it is too large.
template <class Trace>
Result<Trace> fitting(const char* call, std::initializer_list<Counted> results, Trace trace) {
  for (const auto& [unit, value] : results)
    if (!value.fits())
      return Error{ErrorCode::tooLarge, call, unit, {value.approximate(), maxExact}};
  return trace;
}

}  // namespace judge
}  // namespace attention
