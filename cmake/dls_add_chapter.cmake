# dls_add_chapter(NN_name SOURCES main.cpp ... LIBS dls::report ... [DATASETS fashion-mnist ...])
#
# The program of a chapter: target NN_name, binary bin/NN_name. DATASETS are the real data sets that
# the full lesson wants; `learn run NN` fetches them first (bin/NN_name.datasets tells it which).
function(dls_add_chapter name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;DATASETS" ${ARGN})
  if(NOT ARG_SOURCES OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "dls_add_chapter(${name} SOURCES ... LIBS ... [DATASETS ...]): got '${ARGN}'")
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE dls::flags ${ARG_LIBS})
  target_compile_definitions(${name} PRIVATE DLS_CHAPTER="${name}")
  string(REPLACE ";" "\n" datasets "${ARG_DATASETS}")
  file(WRITE ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name}.datasets "${datasets}\n")
endfunction()
