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

/// Of a tensor that has not been copied yet.
struct Shape {
  Index heads, rows, columns;
};

/// The most bytes that a call of the tiled path may need: a 32-bit WebAssembly memory can grow to
/// 2^31, and 2^26 of it are left to everything else.
inline constexpr std::int64_t maxTiledBytes = (std::int64_t{1} << 31) - (std::int64_t{1} << 26);

/// Before the tiled path copies anything: its shapes, and the bytes of what is handed in, of output,
/// log-sum-exp and scratch together.
std::optional<Error> validateTiled(const Shape& q, const Shape& k, const Shape& v,
                                   double inputBytes);

/// The options alone, for a problem of good shapes.
template <class S>
std::optional<Error> validateOptions(const Options<S>& options, Index heads, Index queries,
                                     Index keys);

/// The same limit for one matrix, whose size is a number as a caller gave it.
std::optional<Error> validateSize(const char* field, double rows, double columns);

}  // namespace attention
