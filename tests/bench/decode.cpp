// The tiled path on keys and values that are in the module's memory already: what decoding costs
// without the copy that a call from JavaScript makes. Once on arrays that stand there, and once on a
// cache that takes in the token first.

#include <cstddef>

#include "attention/kv_cache.h"
#include "attention/tiled.h"

#define EXPORT [[gnu::used, gnu::visibility("default")]]

using namespace attention;
using Cache = KvCache<float>;

extern "C" {

EXPORT float* room(std::size_t floats) { return new float[floats]; }
EXPORT void giveBack(const float* room) { delete[] room; }

/// One query per head. q and out [heads][width], k and v [heads][keys][width].
EXPORT void decode(const float* q, const float* k, const float* v, float* out, int heads, int keys,
                   int width) {
  const Options<float> options;
  tiled({{heads, heads, 1, keys, width, width}, q, k, v, options}, {out, nullptr},
        {0, heads, 0, 1});
}

EXPORT Cache* openCache(int heads, int capacity, int width) {
  return new Cache({heads, capacity, 0, width, width});
}
EXPORT void closeCache(const Cache* cache) { delete cache; }

/// One token: k and v [heads][width].
EXPORT void append(Cache* cache, const float* k, const float* v) { cache->append(k, v); }

/// One query per head over all that is kept. q and out [heads][width].
EXPORT void answer(const Cache* cache, const float* q, float* out) {
  const auto& [heads, capacity, sinks, width, valueWidth] = cache->sizes();
  const Options<float> options;
  for (Index h = 0; h < heads; ++h)
    tiled({{1, 1, 1, cache->size(), width, valueWidth},
           q + h * width,
           cache->keys(h),
           cache->values(h),
           options},
          {out + h * valueWidth, nullptr}, {0, 1, 0, 1});
}

}  // extern "C"
