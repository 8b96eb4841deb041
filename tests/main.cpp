// Version 2 of Catch2 compiles its whole implementation here, version 3 only reads the macro.
#define CATCH_CONFIG_RUNNER
#include "support/catch.h"

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
