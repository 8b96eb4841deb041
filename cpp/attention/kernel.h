#pragma once
// How the inner loops are compiled.

// A function of its own, for LLVM and for Binaryen, which inlines whatever has one caller unless it
// is exported: engines compile function by function, and in a large one the accumulators spill.
#define ATTENTION_KERNEL [[gnu::noinline, gnu::used]]

// V8 unrolls these loops itself; unrolled in the source they spill.
#ifdef __clang__
#define ATTENTION_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define ATTENTION_ROLLED
#endif
