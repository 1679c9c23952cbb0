# cmake --install: headers, the library and a package for find_package(scree).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(scree_package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/scree)
install(TARGETS scree EXPORT scree_targets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/scree DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT scree_targets FILE scree-targets.cmake NAMESPACE scree:: DESTINATION ${scree_package_directory})
if(TARGET scree-cli)
  install(TARGETS scree-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)   # where it was built
endif()

# A static library hands its need for OpenMP on to whoever links it.
set(scree_needs_openmp OFF)
if(SCREE_OPENMP AND NOT BUILD_SHARED_LIBS)
  set(scree_needs_openmp ON)
endif()
configure_package_config_file(cmake/scree-config.cmake.in ${PROJECT_BINARY_DIR}/scree-config.cmake
  INSTALL_DESTINATION ${scree_package_directory})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scree-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/scree-config.cmake ${PROJECT_BINARY_DIR}/scree-config-version.cmake
  DESTINATION ${scree_package_directory})
