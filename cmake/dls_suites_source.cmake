# One program of many files, a doctest suite for each.

# dls_suites_source(path names tests files): writes a source that has one test suite, names[i], for each of
# tests[i]; where the list of files is not empty, tests[i] is compiled against the exercise in files[i]. The
# headers of all of them come first, outside the suites, and are read once: a program for each file took
# five times as long.
function(dls_suites_source path names tests files)
  set(includes "")
  set(suites "")
  foreach(file IN LISTS tests files)
    file(STRINGS ${file} found REGEX "^#include [<\"]")
    foreach(line IN LISTS found)
      string(REGEX MATCH "[<\"][^>\"]+[>\"]" header "${line}")
      list(APPEND includes "#if __has_include(${header})\n#include ${header}\n#endif\n")
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES includes)
  foreach(name test file IN ZIP_LISTS names tests files)
    # doctest takes test cases of one file, line and name for one: each suite spells the path differently.
    string(APPEND here "/.")
    string(REGEX REPLACE "(/[^/]+)$" "${here}\\1" test ${test})
    set(suite "TEST_SUITE(\"${name}\") {\n#include \"${test}\"\n}\n")
    if(file)
      string(CONCAT suite "#define DLS_EXERCISE \"${file}\"\n" "${suite}" "#undef DLS_EXERCISE\n")
    endif()
    string(APPEND suites "\n${suite}")
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tests} ${files}) # their includes count
  list(JOIN includes "" includes)
  set(DLS_SUITES "// Written by cmake/dls_suites_source.cmake.\n${includes}${suites}")
  file(CONFIGURE OUTPUT ${path} CONTENT "@DLS_SUITES@" @ONLY) # leaves an equal file untouched
endfunction()
