# Where the dependencies come from: find_package (or find_path) first, a pinned FetchContent second. Each function gives one
# target, changes no variable of its caller, and does nothing when the target exists already.

# scree_fetch(<name> <repository> <commit>): sets <name>_SOURCE_DIR to the sources; runs no CMakeLists.txt of theirs.
macro(scree_fetch name repository commit)
  message(STATUS "scree: ${name} is not installed; taking ${repository}")
  include(FetchContent)
  FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${commit} SOURCE_SUBDIR nothing-to-add)
  FetchContent_MakeAvailable(${name})
endmacro()

# scree_header_library(<target> <header> <repository> <commit> <directory in it>)
#
# A header-only library, from the directory that holds <header> or else from the repository. A cross compiler must not get the
# include directory of a system package (it holds the host's libc as well), so it gets one with a link to that library alone.
function(scree_header_library target header repository commit subdirectory)
  if(TARGET ${target})
    return()
  endif()
  string(TOUPPER ${target}_INCLUDE_DIR variable)
  find_path(${variable} ${header} NO_CMAKE_FIND_ROOT_PATH PATHS /usr/include DOC "The directory that holds ${header}")
  mark_as_advanced(${variable})
  set(directory ${${variable}})
  if(NOT directory)
    scree_fetch(${target} ${repository} ${commit})
    set(directory ${${target}_SOURCE_DIR}/${subdirectory})
  elseif(CMAKE_CROSSCOMPILING)
    cmake_path(GET header PARENT_PATH folder)
    set(alone ${PROJECT_BINARY_DIR}/headers/${target})
    file(MAKE_DIRECTORY ${alone})
    file(CREATE_LINK ${directory}/${folder} ${alone}/${folder} SYMBOLIC)
    set(directory ${alone})
  endif()
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE ${directory})
endfunction()

function(scree_find_xsimd)
  # 14.3.0
  scree_header_library(scree_xsimd xsimd/xsimd.hpp https://github.com/xtensor-stack/xsimd.git
    e88a72831858123924f7118f345dfe5d70d95991 include)
endfunction()

function(scree_find_doctest)
  # 2.4.11; its own include directory is <source>, so that #include <doctest/doctest.h> works for both.
  scree_header_library(scree_doctest doctest/doctest.h https://github.com/doctest/doctest.git
    ae7a13539fb71f270b87eb2e874fbac80bc8dda2 ".")
endfunction()

function(scree_find_cli11)
  # 2.5.0
  scree_header_library(scree_cli11 CLI/CLI.hpp https://github.com/CLIUtils/CLI11.git
    4160d259d961cd393fd8d67590a8c7d210207348 include)
endfunction()

function(scree_find_benchmark)
  if(TARGET benchmark::benchmark)
    return()
  endif()
  find_package(benchmark QUIET)
  if(benchmark_FOUND)
    return()
  endif()
  # 1.9.4
  scree_fetch(scree_benchmark https://github.com/google/benchmark.git eddb0241389718a23a42db6af5f0164b6e0139af)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  set(BENCHMARK_ENABLE_WERROR OFF)
  add_subdirectory(${scree_benchmark_SOURCE_DIR} ${PROJECT_BINARY_DIR}/benchmark EXCLUDE_FROM_ALL SYSTEM)
endfunction()
