# The installed library: the headers that hardbias.h lists, libraries, pkg-config file, CMake package, programs with their manual pages.
# Installed headers include each other as the sources do ("core/status.h"), so both include/ and include/hardbias/ are search paths.
include(CMakePackageConfigHelpers)
set(HARDBIAS_HEADERS_TO ${CMAKE_INSTALL_INCLUDEDIR}/hardbias)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS hardbias.h)
file(STRINGS hardbias.h lines REGEX "^#include \"")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^#include \"(.*)\".*$" "\\1" header "${line}")
  get_filename_component(room ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${HARDBIAS_HEADERS_TO}/${room} COMPONENT development)
endforeach()
configure_file(generators/plugin.h ${PROJECT_BINARY_DIR}/include/hardbias/plugin.h COPYONLY)   # plugins can be built before anything is installed
install(FILES hardbias.h generators/plugin.h DESTINATION ${HARDBIAS_HEADERS_TO} COMPONENT development)

install(TARGETS hardbias ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(TARGETS hardbias_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS gen analyze RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_BINARY_DIR}/gen.1 ${PROJECT_BINARY_DIR}/analyze.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES LICENSE README.md CHANGELOG.md docs/catalog.md docs/plugins.md docs/exports.md docs/measures.md docs/queries.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

file(RELATIVE_PATH HARDBIAS_UP /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)   # so that the installed tree can be moved
configure_file(cmake/hardbias.pc.in ${PROJECT_BINARY_DIR}/hardbias.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hardbias.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
set(HARDBIAS_PACKAGE_TO ${CMAKE_INSTALL_LIBDIR}/cmake/hardbias)
configure_package_config_file(cmake/hardbias-config.cmake.in ${PROJECT_BINARY_DIR}/hardbias-config.cmake INSTALL_DESTINATION ${HARDBIAS_PACKAGE_TO}
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hardbias-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hardbias-config.cmake ${PROJECT_BINARY_DIR}/hardbias-config-version.cmake DESTINATION ${HARDBIAS_PACKAGE_TO} COMPONENT development)
