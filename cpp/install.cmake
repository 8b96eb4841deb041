# What `cmake --install` puts where find_package(attention) of another project finds it.
include(CMakePackageConfigHelpers)
include(CheckCXXSourceCompiles)

# Library and program share matrices and Eigen's functions. Compiled for AVX and without, they would
# differ in both, and crash: types.h refuses that, told what the library was compiled for.
function(find_alignment result)
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  set(CMAKE_REQUIRED_LIBRARIES Eigen3::Eigen)
  if(NOT ATTENTION_SIMD)
    set(CMAKE_REQUIRED_DEFINITIONS -DEIGEN_DONT_VECTORIZE)
  endif()
  foreach(bytes 0 16 32 64)
    check_cxx_source_compiles("#include <Eigen/Core>
      static_assert(EIGEN_MAX_ALIGN_BYTES == ${bytes});" ATTENTION_ALIGNS_${bytes})
    if(ATTENTION_ALIGNS_${bytes})
      set(${result} ${bytes} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "How Eigen aligns matrices here could not be found out.")
endfunction()
find_alignment(alignment)
target_compile_definitions(attention
  INTERFACE $<INSTALL_INTERFACE:ATTENTION_ALIGN_BYTES=${alignment}>)

install(TARGETS attention EXPORT attentionTargets)

# The headers of the concepts, and those that they include. The others are the library's own.
set(own_headers blocks kernel multiply panel product row rows simd sizes)
file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cpp/attention/*.h)
foreach(name ${own_headers})
  list(REMOVE_ITEM headers ${PROJECT_SOURCE_DIR}/cpp/attention/${name}.h)
endforeach()
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attention)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/attention)
install(EXPORT attentionTargets NAMESPACE attention:: DESTINATION ${package_folder})
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/attentionConfig.cmake.in ${PROJECT_BINARY_DIR}/attentionConfig.cmake
  INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
# Before version 1 any minor version may change what is there.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/attentionConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/attentionConfig.cmake ${PROJECT_BINARY_DIR}/attentionConfigVersion.cmake
  DESTINATION ${package_folder})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/attention)
