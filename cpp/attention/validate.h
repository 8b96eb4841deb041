#pragma once
// Judges problems of attention. What passes here is safe to compute.

#include <optional>

#include "judge.h"
#include "tiled.h"

namespace attention {

/// Nothing if the problem can be computed, else the first thing that is wrong with it.
template <class S>
std::optional<Error> validate(const Problem<S>& problem);

/// The same of its parts.
template <class S>
std::optional<Error> validate(const Heads<S>& q_hqd, const Heads<S>& k_hkd, const Heads<S>& v_hkc,
                              const Options<S>& options);

template <class S>
std::optional<Error> validate(const SelfProblem<S>& problem);

/// Queries, keys and values that fit each other, all heads of each being of one shape.
std::optional<Error> validateShapes(const judge::Shape& q, const judge::Shape& k,
                                    const judge::Shape& v);

/// The most bytes that a call of the tiled path may need: a 32-bit WebAssembly memory can grow to
/// 2^31, and 2^26 of it are left to everything else.
inline constexpr std::int64_t maxTiledBytes = (std::int64_t{1} << 31) - (std::int64_t{1} << 26);

/// Before the tiled path copies anything: its shapes, and the bytes of what is handed in, of output,
/// log-sum-exp and scratch together.
std::optional<Error> validateTiled(const judge::Shape& q, const judge::Shape& k,
                                   const judge::Shape& v, double inputBytes);

/// Before numbers are copied, of good sizes and options: tiledWork.
std::optional<Error> validateTiledWork(const TiledSizes& sizes, const Options<float>& options);

/// A path whose multiply-adds are workOf(options). Without masks they are known at once, and mostly
/// few enough; blocks and globals are all that can add to them.
template <class Work>
std::optional<Error> validateWalk(const char* field, const Options<float>& options, Work workOf) {
  const bool adds = options.blocks || !options.globals.empty();
  if (!adds && workOf(Options<float>{}) <= judge::maxTiledWork) return {};
  return judge::work(field, workOf(options), judge::maxTiledWork);
}

/// The multiply-adds of attention: judge::work.
double attentionWork(const judge::Shape& q, const judge::Shape& k, const judge::Shape& v);

/// Of x and three matrices of one head.
template <class S>
double workOf(const SelfProblem<S>& problem);

/// The options alone, for a problem of good shapes. `counted`: the field that has as many heads.
template <class S>
std::optional<Error> validateOptions(const Options<S>& options, Index heads, Index queries,
                                     Index keys, const char* counted = "q");

}  // namespace attention
