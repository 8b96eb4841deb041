#pragma once
// The inner loops of the tiled path for a single query, where eight side by side do not exist: the
// lanes run along the width instead. Decoding reads every key and value once, so these loops have
// to keep up with the memory.

#include "types.h"

namespace attention::row {

/// Scores are computed, and written, in whole groups of this many keys.
inline constexpr Index group = 4;

/// scores [keys, rounded up to whole groups] = keys [keys][width] times query [width]. The surplus
/// of the last group repeats the last key.
void score(const float* query, const float* keys, Index count, Index width, float* scores);

/// scores [keys] += factor * |distance - key|, which stays finite. `distance`: of the query from the
/// first key. keys is a multiple of group.
void addDistances(float* scores, Index keys, float factor, Index distance);

/// The largest score. NaN only where one of the first four is. keys is a multiple of group.
float maximum(const float* scores, Index keys);

/// scores [keys] -> weights 2^(score - reference), in place; returns their sum. keys is a multiple
/// of group.
float weigh(float* scores, Index keys, float reference);

/// out [width] = out * rescale + the sum over keys of weights [keys] times values [keys][width].
void addValues(const float* values, const float* weights, Index keys, Index width, float rescale,
               float* out);

}  // namespace attention::row
