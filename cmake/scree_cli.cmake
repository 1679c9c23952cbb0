# The scree command, and the image writers that it and the tests share.
find_package(PNG REQUIRED)
find_package(TIFF 4.5 REQUIRED)
find_package(Threads REQUIRED)
scree_find_cli11()

add_library(scree_image STATIC
  src/image/chart.cpp
  src/image/colour_bar.cpp
  src/image/painter.cpp
  src/image/palette.cpp
  src/image/pgm.cpp
  src/image/picture.cpp
  src/image/png.cpp
  src/image/raw.cpp
  src/image/tiff.cpp
  src/image/volume.cpp
  src/image/whole_file.cpp)
# Without traps a choice between two floats needs no branch. No result changes by it.
set_source_files_properties(src/image/painter.cpp PROPERTIES COMPILE_OPTIONS "-fno-trapping-math")
scree_target_options(scree_image)
target_include_directories(scree_image PUBLIC src)
target_link_libraries(scree_image PUBLIC scree PRIVATE PNG::PNG TIFF::TIFF)

add_executable(scree-cli
  src/cli/animate.cpp
  src/cli/animation.cpp
  src/cli/biomes.cpp
  src/cli/caves.cpp
  src/cli/demo.cpp
  src/cli/gallery.cpp
  src/cli/gallery_figures.cpp
  src/cli/gallery_folder.cpp
  src/cli/gallery_land.cpp
  src/cli/gallery_list.cpp
  src/cli/gallery_page.cpp
  src/cli/info.cpp
  src/cli/interrupt.cpp
  src/cli/look.cpp
  src/cli/machine.cpp
  src/cli/main.cpp
  src/cli/picture_options.cpp
  src/cli/profile.cpp
  src/cli/progress.cpp
  src/cli/render.cpp
  src/cli/scatter.cpp
  src/cli/spectrum.cpp)
scree_target_options(scree-cli)
set_target_properties(scree-cli PROPERTIES OUTPUT_NAME scree)
target_link_libraries(scree-cli PRIVATE scree_image scree_cli11 Threads::Threads)
# Most of what its files take to compile is CLI11, and what they do themselves takes no time.
target_compile_options(scree-cli PRIVATE $<$<CONFIG:Release>:-O1>)
target_compile_definitions(scree-cli PRIVATE SCREE_VERSION="${PROJECT_VERSION}")

if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(demo COMMAND scree-cli demo WORKING_DIRECTORY ${PROJECT_BINARY_DIR} USES_TERMINAL VERBATIM)
endif()
