# dls_add_exercises(NN_name LIBS dls::core ...): all exercises of a chapter, from the files themselves.
#
# Exercise NN.K is exercises/NN_name/K_slug.hpp (the stub). Its test, tests/exercises/NN_name/K_slug.cpp,
# includes the file under test as DLS_EXERCISE, so that one test serves the stub, the solution, every
# wrong solution in tests/mutants/NN_name/K_slug/ and the learner's own copy in my/.

# dls_exercise_program(target source libs [options...]): a program that checks exercises.
function(dls_exercise_program target source libs)
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE dls_doctest_main ${libs})
  # Checked containers and Eigen's assertions: a learner's slip shows as a sentence, not as a crash.
  # No optimisation: a check is mostly compile time.
  target_compile_options(${target} PRIVATE -O0 -UNDEBUG -D_GLIBCXX_ASSERTIONS ${ARGN})
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF RUNTIME_OUTPUT_DIRECTORY
                                             ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/exercises)
endfunction()

# dls_form_of(file variable): "stub", "solution" or "mutant.NAME", by the folder that the file lies in.
function(dls_form_of file variable)
  cmake_path(GET file STEM stem)
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${DLS_ROOT})
  if(file MATCHES "^solutions/")
    set(${variable} solution PARENT_SCOPE)
  elseif(file MATCHES "^tests/mutants/")
    set(${variable} mutant.${stem} PARENT_SCOPE)
  else()
    set(${variable} stub PARENT_SCOPE)
  endif()
endfunction()

# dls_gate(id file target suite): the test that `file` behaves as the contract says; the program has it as
# that suite.
function(dls_gate id file target suite)
  dls_form_of(${file} form)
  set(name exercise.${id}.${form})
  if(DLS_SANITIZE) # the sanitizer is the judge here: no need for a sanitized learn_tool
    add_test(NAME ${name} COMMAND ${target} --test-suite=${suite})
    set_tests_properties(${name} PROPERTIES FAIL_REGULAR_EXPRESSION "assertions: +0 ") # no such suite
  else()
    add_test(NAME ${name} COMMAND learn_tool gate ${id} ${form} ${file} $<TARGET_FILE:${target}>)
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
  set(ids "")
  set(tests "")
  set(solutions "")
  foreach(stub IN LISTS stubs)
    cmake_path(GET stub FILENAME file)
    cmake_path(GET stub STEM slug)
    string(REGEX MATCH "^[0-9]+" k ${slug})
    set(id ${number}.${k})
    set(prefix ex_${number}_${k})
    set(test ${DLS_ROOT}/tests/exercises/${chapter}/${slug}.cpp)
    set(solution ${DLS_ROOT}/solutions/${chapter}/${file})
    list(APPEND ids ${id})
    list(APPEND tests ${test})
    list(APPEND solutions ${solution})

    dls_exercise_program(${prefix}_my ${test} "${ARG_LIBS}")
    target_compile_definitions(${prefix}_my PRIVATE DLS_EXERCISE="${DLS_ROOT}/my/${chapter}/${file}")
    set_target_properties(${prefix}_my PROPERTIES EXCLUDE_FROM_ALL ON)

    file(GLOB mutants CONFIGURE_DEPENDS ${DLS_ROOT}/tests/mutants/${chapter}/${slug}/*.hpp)
    list(LENGTH mutants count)
    if(count LESS 2)
      message(SEND_ERROR "exercise ${id} needs at least two wrong solutions in tests/mutants/${chapter}/${slug}/, found ${count}")
    endif()
    if(DLS_SANITIZE) # stubs and wrong solutions are for the plain build
      continue()
    endif()
    set(files ${stub} ${solution} ${mutants})
    set(forms "")
    foreach(one IN LISTS files)
      dls_form_of(${one} form)
      list(APPEND forms ${form})
      dls_gate(${id} ${one} ${prefix}_gates ${form})
    endforeach()
    list(TRANSFORM files REPLACE "^.+$" ${test} OUTPUT_VARIABLE same_test)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${prefix}_gates.cpp)
    dls_suites_source(${source} "${forms}" "${same_test}" "${files}")
    dls_exercise_program(${prefix}_gates ${source} "${ARG_LIBS}" -Werror)
  endforeach()

  # The solutions alone, a chapter in one program: for the sanitizers, and for clang-tidy.
  set(all ex_${number}_solutions)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${all}.cpp)
  dls_suites_source(${source} "${ids}" "${tests}" "${solutions}")
  dls_exercise_program(${all} ${source} "${ARG_LIBS}" -Werror)
  set_target_properties(${all} PROPERTIES EXCLUDE_FROM_ALL ON)
  if(DLS_SANITIZE)
    set_property(GLOBAL APPEND PROPERTY DLS_SANITIZED_EXERCISES ${all})
    foreach(id solution IN ZIP_LISTS ids solutions)
      dls_gate(${id} ${solution} ${all} ${id})
    endforeach()
  endif()
endfunction()
