# The examples that people copy: the first ```cpp block of README.md and the comment that opens scree.hpp, as programs.
#
# scree_extract_examples(<README.md> <scree.hpp> <directory>) writes <directory>/readme.cpp and <directory>/header.cpp.
function(scree_extract_examples readme header directory)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${readme} ${header})

  file(READ ${readme} text)
  if(NOT text MATCHES "\n```cpp\n([^`]+)\n```\n")
    message(FATAL_ERROR "${readme} has no \`\`\`cpp block")
  endif()
  file(CONFIGURE OUTPUT ${directory}/readme.cpp CONTENT "${CMAKE_MATCH_1}\n" @ONLY)

  file(READ ${header} text)
  if(NOT text MATCHES "\n//   (#include <scree/scree\\.hpp>.*\n//   })\n")
    message(FATAL_ERROR "${header} does not open with an example")
  endif()
  string(REGEX REPLACE "\n// ? ? ?" "\n" text "${CMAKE_MATCH_1}")
  file(CONFIGURE OUTPUT ${directory}/header.cpp CONTENT "${text}\n" @ONLY)
endfunction()
