// Version 2 of Catch2 compiles its whole implementation here, version 3 only reads the macro.
#define CATCH_CONFIG_RUNNER
#include "support/catch.h"

int main(int argc, char** argv) {
  Catch::Session session;
#if defined(__EMSCRIPTEN__) && CATCH_VERSION_MAJOR >= 3
  // What CATCH_CONFIG_COLOUR_NONE is for version 2.
  session.configData().defaultColourMode = Catch::ColourMode::None;
#endif
  return session.run(argc, argv);
}
