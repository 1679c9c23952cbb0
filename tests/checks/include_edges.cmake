# Includes run one way (DESIGN section 5):
#
#   cli -> terrain, image -> field -> grid -> dispatch, scalar_table -> kernels/kernel_table.hpp -> include/scree
#   instantiate -> fill -> grid_*, fractal -> leaves -> lattice, arrays, ... -> lanes -> xsimd
#   reference -> include/scree
#
#   cmake -DSOURCE=<top of the repository> -P include_edges.cmake
cmake_minimum_required(VERSION 3.25)

set(problems "")

# What each part may include, as one regular expression over <header> and "header".
set(public "<scree/[a-z_/]+\\.(hpp|h)>")
set(std "<[a-z_]+>")
set(core "${public}|${std}|\"(noise|published|operation)_list\\.inc\"")
set(kernel_std "<(bit|concepts|cstddef|cstdint|limits|type_traits|utility)>")

set(parts
  "^include/scree/"             "${public}|${std}"
  "^src/reference/"             "${core}|\"reference/[a-z_0-9]+\\.hpp\""
  "^src/kernels/kernel_table"   "${public}|${kernel_std}|\"(noise|published|operation)_list\\.inc\""
  "^src/kernels/lanes\\.hpp$"   "${public}|${kernel_std}|<xsimd/xsimd\\.hpp>|\"kernels/lanes/[a-z0-9_]+\\.hpp\""
  "^src/kernels/lanes/"         "${kernel_std}|<(immintrin|arm_neon)\\.h>"
  "^src/kernels/"               "${public}|${kernel_std}|\"(noise|published|operation)_list\\.inc\"|\"kernels/[a-z_0-9]+\\.hpp\""
  "^src/(dispatch|scalar_table)\\." "${core}|\"(dispatch|kernels/kernel_table|reference/[a-z]+)\\.hpp\"|\"scree_instruction_sets\\.inc\""
  "^src/grid/numeric_env"       "<xmmintrin\\.h>|${std}"
  "^src/grid/"                  "${core}|<omp\\.h>|\"(grid/[a-z_0-9]+|dispatch|kernels/kernel_table)\\.hpp\""
  "^src/field/"                 "${core}|\"((field|grid)/[a-z_0-9]+|dispatch|kernels/kernel_table)\\.hpp\""
  "^src/terrain/"               "${public}|${std}|\"terrain/[a-z_0-9]+\\.hpp\""
  "^src/image/"                 "${public}|${std}|<(png|tiffio)\\.h>|\"image/[a-z_0-9]+\\.hpp\""
  "^src/cli/"                   "${core}|<[a-z_/]+\\.h>|<CLI/[A-Za-z]+\\.hpp>|\"(cli|terrain|image)/[a-z_0-9]+\\.hpp\"")

# Inside src/kernels a file includes files of a lower rank only. Those without a rank here (lattice, arrays, blend, ...) have
# rank 2 and may include each other.
set(rank_instantiate 6)
set(rank_plain 5)      # fills rows like fill
set(rank_fill 5)
set(rank_grid 4)     # grid_lattice, grid_simplex, ...
set(rank_grid_arrays 3)   # which they may fall back to
set(rank_lanes 1)
set(rank_kernel_table 0)
file(STRINGS ${SOURCE}/src/noise_list.inc leaves REGEX "^SCREE_LEAF\\(")
file(STRINGS ${SOURCE}/src/published_list.inc published REGEX "^SCREE_PUBLISHED\\(")
foreach(line IN LISTS leaves published)
  string(REGEX REPLACE "^SCREE_[A-Z]+\\(([a-z_0-9]+).*" "\\1" name "${line}")
  set(rank_${name} 3)
endforeach()
set(rank_feature_points 4)   # asks worley
set(rank_table_perlin 4)   # blends the planes of perlin
function(rank_of path result)
  cmake_path(GET path STEM name)
  if(NOT DEFINED rank_${name})
    string(REGEX REPLACE "^grid_.*" "grid" name "${name}")
  endif()
  if(NOT DEFINED rank_${name})
    set(rank_${name} 2)
  endif()
  set(${result} ${rank_${name}} PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/include/* ${SOURCE}/src/*)
list(LENGTH files count)
foreach(file IN LISTS files)
  file(STRINGS ${SOURCE}/${file} lines REGEX "^[ \t]*#[ \t]*(include|pragma[ \t]+omp)")

  set(part "")
  set(allowed "")
  set(rules ${parts})
  while(rules)
    list(POP_FRONT rules pattern expression)
    if(file MATCHES "${pattern}")
      set(part "${pattern}")
      set(allowed "${expression}")
      break()
    endif()
  endwhile()

  foreach(line IN LISTS lines)
    if(line MATCHES "(pragma[ \t]+omp|<omp)")
      if(NOT file MATCHES "^src/grid/")
        string(APPEND problems "  ${file}: OpenMP belongs to src/grid\n")
      endif()
      continue()
    endif()
    string(REGEX REPLACE "^[ \t]*#[ \t]*include[ \t]*([<\"][^>\"]*[>\"]).*" "\\1" header "${line}")
    if(part STREQUAL "" OR NOT header MATCHES "^(${allowed})$")
      string(APPEND problems "  ${file} must not include ${header}\n")
    elseif(file MATCHES "^src/kernels/[a-z_0-9]+\\." AND header MATCHES "^\"kernels/([a-z_0-9]+\\.hpp)\"$")
      rank_of(${CMAKE_MATCH_1} lower)
      rank_of(${file} higher)
      if(lower GREATER higher OR (lower EQUAL higher AND NOT higher EQUAL 2))
        string(APPEND problems "  ${file} must not include ${header}, which stands above or beside it\n")
      endif()
    endif()
  endforeach()
endforeach()

if(count LESS 10)
  string(APPEND problems "  only ${count} files found under ${SOURCE}\n")
endif()
if(problems)
  message(FATAL_ERROR "Includes against the layout:\n${problems}")
endif()
message(STATUS "${count} files keep to the layout")
