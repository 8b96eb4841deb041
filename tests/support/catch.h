#pragma once
// Catch2, whichever the machine has: version 3 as a package, version 3 as one file, version 2.

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#elif __has_include(<catch_amalgamated.hpp>)
#include <catch_amalgamated.hpp>
#else
#include <catch2/catch.hpp>
#endif
