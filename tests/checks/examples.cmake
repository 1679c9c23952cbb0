# The examples that people copy: the ```cpp blocks of README.md and the comment that opens scree.hpp, as programs.
#
# scree_extract_examples(<README.md> <scree.hpp> <directory> <variable>) writes <directory>/readme_1.cpp, readme_2.cpp, ... and
# <directory>/header.cpp, and sets the variable to their names.
function(scree_extract_examples readme header directory variable)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${readme} ${header})

  file(READ ${readme} text)
  set(names "")
  set(number 0)
  while(text MATCHES "\n```cpp\n([^`]+)\n```\n(.*)$")
    math(EXPR number "${number} + 1")
    set(text "\n${CMAKE_MATCH_2}")
    file(CONFIGURE OUTPUT ${directory}/readme_${number}.cpp CONTENT "${CMAKE_MATCH_1}\n" @ONLY)
    list(APPEND names readme_${number})
  endwhile()
  if(number LESS 2)
    message(FATAL_ERROR "${readme} has fewer than two \`\`\`cpp blocks")
  endif()

  file(READ ${header} text)
  if(NOT text MATCHES "\n//   (#include <scree/scree\\.hpp>.*\n//   })\n")
    message(FATAL_ERROR "${header} does not open with an example")
  endif()
  string(REGEX REPLACE "\n// ? ? ?" "\n" text "${CMAKE_MATCH_1}")
  file(CONFIGURE OUTPUT ${directory}/header.cpp CONTENT "${text}\n" @ONLY)
  set(${variable} ${names} header PARENT_SCOPE)
endfunction()
