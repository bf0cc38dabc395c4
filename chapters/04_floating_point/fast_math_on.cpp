// Compiled with -ffast-math (CMakeLists.txt), the only file of this project that is.
#include "chapters/04_floating_point/fast_math_body.hpp"

dls::ch04::Checks dls::ch04::checks_under_fast_math() { return checks(); }
