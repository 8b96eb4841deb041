# What `cmake --install` puts where find_package(attention) of another project finds it.
include(CMakePackageConfigHelpers)

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
