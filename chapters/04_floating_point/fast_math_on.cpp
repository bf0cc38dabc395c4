// Compiled with -ffast-math (CMakeLists.txt), the only file of this project that is.
#define DLS_CHECKS checks_under_fast_math
#include "chapters/04_floating_point/fast_math_body.hpp"
