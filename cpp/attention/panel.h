#pragma once
// The inner loops of the tiled path, over a panel of eight queries side by side. The scores stand
// transposed, keys by queries, so that maximum and sum run down the lanes and the weights feed the
// second product as they are.

#include "types.h"

namespace attention::panel {

/// Queries in a panel, as two vectors.
inline constexpr Index lanes = 8;
/// Keys, or columns of the values, in a register block: 5 by 8 queries are 10 accumulators. With
/// what is multiplied they fill 13 of 16 registers; engines spill from 12 accumulators on, and with
/// 8 the loads are in the way of the arithmetic.
inline constexpr Index group = 5;

/// to [width][lanes] = rows [count][width], which begin `stride` apart, transposed, times factor.
/// Lanes from `count` on are 0.
void packQueries(const float* rows, Index stride, Index count, Index width, float factor,
                 float* to);
inline void packQueries(const float* rows, Index count, Index width, float factor, float* to) {
  packQueries(rows, width, count, width, factor, to);
}

/// to [width][group] = rows [count][width], transposed; the rest of the group is 0.
void packKeys(const float* rows, Index count, Index width, float* to);

/// rows [count][columns], which begin `stride` apart, = out [columns][lanes] / sum [lanes],
/// transposed; 0 where the sum is 0.
void unpack(const float* out, const float* sum, Index count, Index columns, Index stride,
            float* rows);
inline void unpack(const float* out, const float* sum, Index count, Index columns, float* rows) {
  unpack(out, sum, count, columns, columns, rows);
}

/// scores [group][lanes] = keys [width][group] times queries [width][lanes].
void score(const float* keys, const float* queries, Index width, float* scores);

/// scores [keys][lanes] += factor * |distance + lane - key|, which stays finite. `distance`: of the
/// first query from the first key.
void addDistances(float* scores, Index keys, float factor, Index distance);

/// The largest score of each lane. NaN only where the first score is one.
void maximum(const float* scores, Index keys, float* maximum);

/// scores [keys][lanes] -> weights 2^(score - reference), in place; adds them to sum [lanes].
void weigh(float* scores, Index keys, const float* reference, float* sum);

/// out [columns][lanes] = out * rescale + the sum over keys of values [keys][stride], of which the
/// first `columns` are taken, times weights [keys][lanes]. columns is 1 to group.
void addValues(int columns, const float* values, Index stride, const float* weights, Index keys,
               const float* rescale, float* out);

// What the backward pass needs beside these.

/// scores [keys][lanes] -> weights factor * 2^(score - reference), in place;
/// dWeights [keys][lanes] -> weights * (dWeights - mean), in place.
void differentiate(float* scores, float* dWeights, Index keys, const float* reference,
                   const float* factor, const float* mean);

/// sums [keys][columns] += weights [keys][lanes] times rows [lanes][columns]. keys is a multiple of
/// group, columns one of lanes.
void addQueries(const float* weights, Index keys, const float* rows, Index columns, float* sums);

}  // namespace attention::panel
