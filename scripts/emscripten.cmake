# The toolchain of whichever Emscripten is on PATH: a distribution's package or an emsdk.
execute_process(
  COMMAND em-config EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE emscripten_root
  OUTPUT_STRIP_TRAILING_WHITESPACE
  RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "Emscripten is not on PATH: run scripts/setup, or activate an emsdk.")
endif()
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)

# Eigen and Catch2 come from the host: headers are the same for every target.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
