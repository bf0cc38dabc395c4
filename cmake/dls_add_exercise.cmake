# dls_add_exercises(NN_name LIBS dls::core ...): all exercises of a chapter, from the files themselves.
#
# Exercise NN.K is exercises/NN_name/K_slug.hpp (the stub). Its test, tests/exercises/NN_name/K_slug.cpp,
# includes the file under test as DLS_EXERCISE, so that one test serves the stub, the solution, every
# wrong solution in tests/mutants/NN_name/K_slug/ and the learner's own copy in my/.

# dls_exercise_program(target test file [options...]): `test` compiled against `file`.
function(dls_exercise_program target test file libs)
  add_executable(${target} ${test})
  target_link_libraries(${target} PRIVATE dls_doctest_main ${libs})
  # Checked containers and Eigen's assertions: a learner's slip shows as a sentence, not as a crash.
  # No optimisation: a check is mostly compile time.
  target_compile_options(${target} PRIVATE -O0 -UNDEBUG -D_GLIBCXX_ASSERTIONS ${ARGN})
  target_compile_definitions(${target} PRIVATE DLS_EXERCISE="${file}")
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF RUNTIME_OUTPUT_DIRECTORY
                                             ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/exercises)
endfunction()

function(dls_gate id kind file target)
  set(name exercise.${id}.${kind})
  set_property(GLOBAL APPEND PROPERTY DLS_EXERCISE_PROGRAMS ${target})
  if(kind STREQUAL "mutant") # quoted: the caller has a variable of that name
    cmake_path(GET file STEM mistake)
    string(APPEND name .${mistake})
  endif()
  if(DLS_SANITIZE) # the sanitizer is the judge here: no need for a sanitized learn_tool
    add_test(NAME ${name} COMMAND ${target})
  else()
    add_test(NAME ${name} COMMAND learn_tool gate ${id} ${kind} ${file} $<TARGET_FILE:${target}>)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT 120 LABELS exercise)
endfunction()

function(dls_add_exercises chapter)
  cmake_parse_arguments(ARG "" "" "LIBS" ${ARGN})
  if(NOT TARGET dls_doctest_main)
    return()
  endif()
  string(SUBSTRING ${chapter} 0 2 number)
  file(GLOB stubs CONFIGURE_DEPENDS ${DLS_ROOT}/exercises/${chapter}/[0-9]*_*.hpp)
  foreach(stub IN LISTS stubs)
    cmake_path(GET stub FILENAME file)
    cmake_path(GET stub STEM slug)
    string(REGEX MATCH "^[0-9]+" k ${slug})
    set(id ${number}.${k})
    set(prefix ex_${number}_${k})
    set(test ${DLS_ROOT}/tests/exercises/${chapter}/${slug}.cpp)

    set(solution ${DLS_ROOT}/solutions/${chapter}/${file})
    dls_exercise_program(${prefix}_solution ${test} ${solution} "${ARG_LIBS}" -Werror)
    dls_gate(${id} solution ${solution} ${prefix}_solution)
    if(DLS_SANITIZE) # stubs and wrong solutions are for the plain build
      continue()
    endif()

    dls_exercise_program(${prefix}_my ${test} ${DLS_ROOT}/my/${chapter}/${file} "${ARG_LIBS}")
    set_target_properties(${prefix}_my PROPERTIES EXCLUDE_FROM_ALL ON)

    dls_exercise_program(${prefix}_stub ${test} ${stub} "${ARG_LIBS}" -Werror)
    dls_gate(${id} stub ${stub} ${prefix}_stub)

    file(GLOB mutants CONFIGURE_DEPENDS ${DLS_ROOT}/tests/mutants/${chapter}/${slug}/*.hpp)
    list(LENGTH mutants count)
    if(count LESS 2)
      message(SEND_ERROR "exercise ${id} needs at least two wrong solutions in tests/mutants/${chapter}/${slug}/, found ${count}")
    endif()
    foreach(mutant IN LISTS mutants)
      cmake_path(GET mutant STEM mistake)
      dls_exercise_program(${prefix}_mutant_${mistake} ${test} ${mutant} "${ARG_LIBS}")
      dls_gate(${id} mutant ${mutant} ${prefix}_mutant_${mistake})
    endforeach()
  endforeach()
endfunction()
