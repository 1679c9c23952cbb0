# Configures, builds and runs another project, with the compiler of this build; it must give the program `consumer`.
#
#   cmake -DPROJECT=<its sources> -DBINARY=<its build tree> -DFORWARD=<file>
#     [-DINSTALL=<build tree to install first>] [-DCONFIGURE_ONLY=ON] -P project.cmake
#
# FORWARD is a file that sets `arguments` (for its configure step) and `emulator`.
cmake_minimum_required(VERSION 3.25)
include(${FORWARD})
file(REMOVE_RECURSE ${BINARY})

if(INSTALL)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${INSTALL} --prefix ${BINARY}/prefix --config ${CONFIG}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  # As a package manager would: the install tree has to work wherever it is put.
  file(RENAME ${BINARY}/prefix ${BINARY}/moved)
  list(APPEND arguments -Dscree_ROOT=${BINARY}/moved)
  if(emulator)  # a cross compiler looks into its own roots only
    list(APPEND arguments -DCMAKE_FIND_ROOT_PATH=${BINARY}/moved)
  endif()
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${PROJECT} -B ${BINARY}/build ${arguments} COMMAND_ERROR_IS_FATAL ANY)
if(CONFIGURE_ONLY)
  return()
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY}/build --config ${CONFIG} COMMAND_ERROR_IS_FATAL ANY)
find_program(consumer consumer PATHS ${BINARY}/build ${BINARY}/build/${CONFIG} NO_DEFAULT_PATH REQUIRED)
execute_process(COMMAND ${emulator} ${consumer} COMMAND_ERROR_IS_FATAL ANY)
