#pragma once
// The tiled path for few queries, one by one: the heads that share a KV head take each block of it
// in turn, while it is near.

#include "tiled.h"

namespace attention::rows {

/// Up to here queries are taken one by one: a panel of them would be half empty, and its keys would
/// have to be packed for it alone.
inline constexpr Index most = 6;

/// As `tiled`.
void run(const TiledInput& input, const TiledOutput& output, const TiledShare& share);

/// What `run` allocates.
std::int64_t floats(const TiledSizes& sizes, const TiledShare& share);

}  // namespace attention::rows
