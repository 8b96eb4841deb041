#pragma once
// The way in: judge, then compute.

#include "error.h"
#include "types.h"

namespace attention {

/// Attention of any queries over any keys. Shapes as in reference.h.
template <class S>
Result<Trace<S>> attend(const Problem<S>& problem);

/// Projects x to q = x wq, k = x wk, v = x wv, then attends.
template <class S>
Result<SelfTrace<S>> attend(const SelfProblem<S>& problem);

}  // namespace attention
