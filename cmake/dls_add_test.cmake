# Tests on doctest. Its main() is compiled once (seconds) and linked into every test program.
find_package(doctest QUIET)
if(NOT doctest_FOUND)
  return()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/dls_suites_source.cmake)

# dls_add_tests(PREFIX common PROGRAM core SOURCES a_tests.cpp ... LIBS dls::all): one program, test_core, with
# a suite and a CTest entry (common.a) for each file.
function(dls_add_tests)
  cmake_parse_arguments(ARG "" "PREFIX;PROGRAM;TIMEOUT" "SOURCES;LIBS" ${ARGN})
  if(NOT TARGET dls_doctest_main)
    add_library(dls_doctest_main OBJECT ${DLS_ROOT}/tests/support/doctest_main.cpp)
    target_link_libraries(dls_doctest_main PUBLIC dls::flags doctest::doctest)
    # doctest must not catch SIGSEGV and the like: sanitizers and the debugger report them better.
    target_compile_definitions(dls_doctest_main PUBLIC DOCTEST_CONFIG_NO_POSIX_SIGNALS)
    target_compile_options(dls_doctest_main PRIVATE -O0)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  set(target test_${ARG_PROGRAM})
  set(stems "")
  list(TRANSFORM ARG_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  foreach(source IN LISTS ARG_SOURCES)
    cmake_path(GET source STEM stem)
    string(REGEX REPLACE "_tests$" "" stem ${stem})
    list(APPEND stems ${stem})
    add_test(NAME ${ARG_PREFIX}.${stem} COMMAND ${target} --test-suite=${stem})
    set_tests_properties(${ARG_PREFIX}.${stem} PROPERTIES TIMEOUT ${ARG_TIMEOUT} FAIL_REGULAR_EXPRESSION
                                                          "assertions: +0 ") # a suite that checks nothing
  endforeach()
  set(joined ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  dls_suites_source(${joined} "${stems}" "${ARG_SOURCES}" "")
  add_executable(${target} ${joined})
  target_link_libraries(${target} PRIVATE dls_doctest_main ${ARG_LIBS})
  # A test is mostly compile time; what it tests keeps its own flags. At -O1 g++ sees uninitialised values in
  # Eigen that are none.
  set(level -O1)
  if(DLS_SANITIZE)
    set(level -O0)
  endif()
  target_compile_options(${target} PRIVATE ${level} $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF RUNTIME_OUTPUT_DIRECTORY
                                             ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tests)
  set_property(GLOBAL APPEND PROPERTY DLS_TESTS_${ARG_PREFIX} ${target})
endfunction()
