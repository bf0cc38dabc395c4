# Compiler settings and the few functions that the folders' CMakeLists.txt use.
include_guard(GLOBAL)

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH DLS_ROOT)

option(DLS_OPENMP "Use OpenMP for parallel loops (std::thread otherwise; ThreadSanitizer needs that)" ON)
option(DLS_ONEDNN "Use oneDNN behind math/gemm when it is installed (Eigen otherwise)" ON)
option(DLS_WERROR "Treat warnings as errors" OFF)
set(DLS_SANITIZE "" CACHE STRING "Sanitizers of the whole build: empty, address,undefined or thread")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# -O2 on the distribution's baseline architecture: faster instructions only behind common/math's run-time dispatch.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(NOT DLS_SANITIZE) # those presets bring their own
  set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g -D_GLIBCXX_ASSERTIONS")
endif()
if(NOT CMAKE_RUNTIME_OUTPUT_DIRECTORY)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endif()

# One interface target carries the flags that every target of ours is compiled with.
add_library(dls_flags INTERFACE)
add_library(dls::flags ALIAS dls_flags)
target_include_directories(dls_flags INTERFACE ${DLS_ROOT})
target_compile_options(
  dls_flags INTERFACE -Wall -Wextra
                      # A product and a sum are rounded one after the other, on every machine: the
                      # bitwise claims of the chapters depend on it.
                      -ffp-contract=off $<$<BOOL:${DLS_WERROR}>:-Werror>)
target_compile_definitions(dls_flags INTERFACE DLS_ROOT="${DLS_ROOT}")
if(DLS_SANITIZE)
  target_compile_options(dls_flags INTERFACE -fsanitize=${DLS_SANITIZE} -fno-omit-frame-pointer -g1
                                             -fno-sanitize-recover=all)
  target_link_options(dls_flags INTERFACE -fsanitize=${DLS_SANITIZE})
endif()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)

# dls_add_library(core SOURCES a.cpp b.cpp LIBS fmt::fmt): the library of common/core, as dls::core.
function(dls_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;PRIVATE_LIBS" ${ARGN})
  add_library(dls_${name} STATIC ${ARG_SOURCES})
  add_library(dls::${name} ALIAS dls_${name})
  target_link_libraries(dls_${name} PUBLIC dls::flags ${ARG_LIBS} PRIVATE ${ARG_PRIVATE_LIBS})
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/dls_add_chapter.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/dls_add_exercise.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/dls_add_test.cmake)
