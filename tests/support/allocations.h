#pragma once
// The tests' own operator new: it fills what it gives out with NaN, so that memory which is used
// before it is set shows, counts, and can fail.

#include <cstddef>

namespace attention::testing {

/// Bytes given out so far.
std::size_t allocatedBytes();

/// The next call throws std::bad_alloc.
void failNextAllocation();

}  // namespace attention::testing
