#pragma once
// The specification: softmax(Q K^T * scale + bias) V, one numbered pass after the other, nothing
// fused. Every faster path is held against it.
// Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1.

#include "mask.h"
#include "types.h"

namespace attention {

/// q [h][q][d], k [hk][k][d], v [hk][k][c] -> every field of the Trace: scores, scaled, masked,
/// exponentials and weights [h][q][k], output [h][q][c]. Query head h reads key/value head floor(h / (h_count / hk_count)).
///
/// A row in which no key is visible gets weights and an output of zero.
/// What is not visible contributes nothing: a NaN or infinity in its key or value stays there.
/// A NaN or +inf in a visible score makes that row NaN, and no other row.
///
/// The problem must be valid (validate.h).
template <class S>
Trace<S> reference(const Problem<S>& problem);

/// The passes behind the scaled scores [q][k], wherever those came from, of head h: masked,
/// exponentials, weights and output are appended to the trace. v [k][c]
template <class S>
void weigh(const Matrix<S>& scaled, const Matrix<S>& v, const Mask<S>& mask, Index h,
           Trace<S>& trace);

}  // namespace attention
