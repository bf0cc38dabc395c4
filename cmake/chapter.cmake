# Included by every chapter. Inside the whole project it adds nothing; when a chapter is built alone
# (cmake -S chapters/NN_name -B build) it brings in the compiler settings and the common library.
include(${CMAKE_CURRENT_LIST_DIR}/dls.cmake)
if(PROJECT_IS_TOP_LEVEL)
  add_subdirectory(${DLS_ROOT}/common ${CMAKE_BINARY_DIR}/common)
endif()
