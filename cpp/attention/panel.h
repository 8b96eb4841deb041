#pragma once
// The inner loops of the tiled path, over a panel of eight queries side by side. The scores stand
// transposed, keys by queries, so that maximum and sum run down the lanes and the weights feed the
// second product as they are.

#include "types.h"

namespace attention::panel {

/// Queries in a panel, as two vectors.
inline constexpr Index lanes = 8;
/// Keys in a register block: 4 keys by 8 queries are 8 accumulators, which engines keep in registers.
inline constexpr Index group = 4;

/// scores [group][lanes] = keys [width][group] times queries [width][lanes].
void score(const float* keys, const float* queries, Index width, float* scores);

/// The largest score of each lane. NaN only where the first score is one.
void maximum(const float* scores, Index keys, float* maximum);

/// scores [keys][lanes] -> weights 2^(score - reference), in place; adds them to sum [lanes].
void weigh(float* scores, Index keys, const float* reference, float* sum);

/// out [columns][lanes] = out * rescale + the sum over keys of values [keys][stride], of which the
/// first `columns` are taken, times weights [keys][lanes]. columns is 1 to group.
void addValues(int columns, const float* values, Index stride, const float* weights, Index keys,
               const float* rescale, float* out);

}  // namespace attention::panel
