# How every target of scree is compiled, and how the lane code becomes one object library an instruction set.

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(SCREE_PROCESSOR x86-64)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
  set(SCREE_PROCESSOR aarch64)
else()
  set(SCREE_PROCESSOR other)
endif()

# Standard, warnings and the numeric contract. Everything here is private to the target: nothing leaks to its users.
function(scree_target_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON)
  # One operation, one rounding: fma only where the source says fma. Undoes a parent's -ffast-math, too.
  target_compile_options(${target} PRIVATE
    -fno-fast-math -ffp-contract=off
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    $<$<BOOL:${SCREE_WERROR}>:-Werror>
    # GCC 12 sees an overlap in every "literal" + std::string (its bug 105651).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
endfunction()

# scree_read_leaves(<variable>): the names in the registries, src/noise_list.inc and src/published_list.inc.
function(scree_read_leaves variable)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS src/noise_list.inc src/published_list.inc)
  file(STRINGS src/noise_list.inc names REGEX "^SCREE_LEAF\\(")
  file(STRINGS src/published_list.inc published REGEX "^SCREE_PUBLISHED\\(")
  list(APPEND names ${published})
  list(TRANSFORM names REPLACE "^SCREE_[A-Z]+\\(([a-z_0-9]+).*" "\\1")
  set(${variable} ${names} PARENT_SCOPE)
endfunction()

# scree_add_instruction_set(<isa> [NAME <public name>] [<compiler flag>...])
#
# Compiles src/kernels/instantiate.cpp once more, as the object library scree_kernels_<isa> in namespace scree::<isa>, puts it
# into scree and on the list that src/dispatch.cpp reads. <isa> is a C++ identifier; the public name is the same unless given.
# Call in ascending order: the linker keeps the first copy of a weak symbol, so should one ever escape, it is the copy that
# runs everywhere.
function(scree_add_instruction_set isa)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME" "")
  if(SCREE_INSTRUCTION_SETS AND NOT isa IN_LIST SCREE_INSTRUCTION_SETS)
    return()
  endif()
  if(NOT arg_NAME)
    set(arg_NAME ${isa})
  endif()
  set(target scree_kernels_${isa})

  add_library(${target} OBJECT src/kernels/instantiate.cpp)
  scree_target_options(${target})
  target_include_directories(${target} PRIVATE src include)
  target_link_libraries(${target} PRIVATE scree_xsimd)
  target_compile_definitions(${target} PRIVATE SCREE_ISA_NAME=${isa})
  # Optimised in every configuration: at -O0 the helpers of xsimd would stay behind as weak functions.
  # Kernels neither read errno nor the exception flags, so the compiler may ignore both; no result changes by it.
  target_compile_options(${target} PRIVATE
    -O3 -fno-exceptions -fno-rtti -fno-lto -fno-math-errno -fno-trapping-math
    # GCC: its own AVX-512 header starts from an undefined register, and says so (its bug 105593). Long chains of operations want to be interleaved, which
    # it does not do by itself on x86.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi;-Wno-uninitialized;-Wno-maybe-uninitialized;-fschedule-insns;-fsched-pressure>
    ${arg_UNPARSED_ARGUMENTS})
  # Under the undefined behaviour sanitizer, what watches pointers would triple the time to compile, and AddressSanitizer
  # watches them too. Overflow, shifts, bounds and casts stay.
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,-]*undefined")
    target_compile_options(${target} PRIVATE
      -fno-sanitize=null,alignment,object-size,pointer-overflow$<$<CXX_COMPILER_ID:Clang,AppleClang>:,function>)
  endif()
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    INTERPROCEDURAL_OPTIMIZATION OFF)

  target_sources(scree PRIVATE $<TARGET_OBJECTS:${target}>)
  set_property(TARGET scree APPEND PROPERTY SCREE_INSTRUCTION_SETS ${isa})
  set_property(TARGET scree APPEND_STRING PROPERTY SCREE_INSTRUCTION_SET_LINES "SCREE_ISA(${isa}, \"${arg_NAME}\")\n")
endfunction()

# Writes the list for src/dispatch.cpp; call after the last scree_add_instruction_set.
function(scree_write_instruction_sets)
  get_target_property(built scree SCREE_INSTRUCTION_SETS)
  if(NOT built)
    set(built none)
  endif()
  foreach(asked IN LISTS SCREE_INSTRUCTION_SETS)
    if(NOT asked IN_LIST built)
      message(FATAL_ERROR "SCREE_INSTRUCTION_SETS names ${asked}, which this processor has not got; of those named it has: ${built}")
    endif()
  endforeach()
  get_target_property(lines scree SCREE_INSTRUCTION_SET_LINES)
  if(NOT lines)
    set(lines "")
  endif()
  file(CONFIGURE
    OUTPUT ${PROJECT_BINARY_DIR}/generated/scree_instruction_sets.inc
    CONTENT "// Written by CMake: the instruction sets that this build holds, slowest first.\n${lines}"
    @ONLY)
  target_include_directories(scree PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
