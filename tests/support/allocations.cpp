#include "support/allocations.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace {
std::size_t total = 0;
bool failNext = false;
}  // namespace

void* operator new(std::size_t size) {
  void* memory = failNext ? nullptr : std::malloc(size > 0 ? size : 1);
  failNext = false;
  if (!memory) throw std::bad_alloc();
  total += size;
  // All bits set: a NaN, in float32 as in float64.
  return std::memset(memory, 0xff, size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size > 0 ? size : 1);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

// The sanitizers have their own of each, which must not be mixed with these.
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept {
  return operator new(size, nothrow);
}
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }

namespace attention::testing {

std::size_t allocatedBytes() { return total; }
void failNextAllocation() { failNext = true; }

}  // namespace attention::testing
