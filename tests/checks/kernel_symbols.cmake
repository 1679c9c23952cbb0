# One instruction set's object gives the linker one symbol, its table, and nothing that the linker could mix up with a function
# of the same name compiled for another instruction set (DESIGN section 5).
#
#   cmake -DOBJECT=... -DISA=avx2 -DNM=... -DREADELF=... [-DSANITIZED=ON] -P kernel_symbols.cmake
cmake_minimum_required(VERSION 3.25)

function(run output)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "\n+$" "" text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  set(${output} "${lines}" PARENT_SCOPE)
endfunction()

set(problems "")

run(defined ${NM} -C --defined-only --extern-only ${OBJECT})
set(table "^[0-9a-f]+ [DRB] scree::${ISA}::kernels$")
set(others ${defined})
list(FILTER others EXCLUDE REGEX "${table}")
foreach(symbol IN LISTS others)
  string(APPEND problems "  leaves the unit: ${symbol}\n")
endforeach()
set(tables ${defined})
list(FILTER tables INCLUDE REGEX "${table}")
list(LENGTH tables count)
if(NOT count EQUAL 1)
  string(APPEND problems "  scree::${ISA}::kernels should be defined once, and is ${count} times\n")
endif()

run(weak ${NM} -C --defined-only ${OBJECT})
list(FILTER weak INCLUDE REGEX "^[0-9a-f]+ [WwVvui] ")
foreach(symbol IN LISTS weak)
  string(APPEND problems "  is weak: ${symbol}\n")
endforeach()

# A C++ function of another unit, called from here, would be one compiled for another instruction set.
run(wanted ${NM} -C --undefined-only ${OBJECT})
list(FILTER wanted INCLUDE REGEX "::|\\(")
foreach(symbol IN LISTS wanted)
  string(APPEND problems "  calls out:${symbol}\n")
endforeach()

# A sanitizer registers every unit by an initialiser of its own; without one there must be none.
if(NOT SANITIZED)
  execute_process(COMMAND ${READELF} --section-headers --wide ${OBJECT} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
  if(sections MATCHES "\\.(init_array|ctors)")
    string(APPEND problems "  initialises something at start-up: it has a section ${CMAKE_MATCH_0}\n")
  endif()
endif()

if(problems)
  message(FATAL_ERROR "${OBJECT}\n${problems}")
endif()
message(STATUS "${ISA}: one symbol out, nothing weak")
