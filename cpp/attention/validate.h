#pragma once
// The one place where inputs are judged. What passes here is safe to compute.

#include <optional>

#include "error.h"
#include "types.h"

namespace attention {

/// The most numbers one matrix of a trace may hold (all heads together): 2^24 float64 are 128 MiB,
/// and a trace keeps five of that shape.
inline constexpr std::int64_t maxTraceNumbers = std::int64_t{1} << 24;

/// Nothing if the problem can be computed, else the first thing that is wrong with it.
template <class S>
std::optional<Error> validate(const Problem<S>& problem);

template <class S>
std::optional<Error> validate(const SelfProblem<S>& problem);

/// The same limit for one matrix, whose size is a number as a caller gave it.
std::optional<Error> validateSize(const char* field, double rows, double columns);

}  // namespace attention
