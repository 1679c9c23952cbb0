# The scree command, and the image writers that it and the tests share.
find_package(PNG REQUIRED)
find_package(Threads REQUIRED)
scree_find_cli11()

file(GLOB image_sources CONFIGURE_DEPENDS src/image/*.cpp)
file(GLOB cli_sources CONFIGURE_DEPENDS src/cli/*.cpp)

add_library(scree_image STATIC ${image_sources})
scree_target_options(scree_image)
target_include_directories(scree_image PUBLIC src)
target_link_libraries(scree_image PUBLIC scree PRIVATE PNG::PNG)

add_executable(scree-cli ${cli_sources})
scree_target_options(scree-cli)
set_target_properties(scree-cli PROPERTIES OUTPUT_NAME scree)
target_link_libraries(scree-cli PRIVATE scree_image scree_cli11 Threads::Threads)
target_compile_definitions(scree-cli PRIVATE SCREE_VERSION="${PROJECT_VERSION}")

if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(demo COMMAND scree-cli demo WORKING_DIRECTORY ${PROJECT_BINARY_DIR} USES_TERMINAL VERBATIM)
endif()
