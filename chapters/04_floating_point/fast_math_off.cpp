// Compiled as everything in this project is.
#define DLS_CHECKS checks_as_written
#include "chapters/04_floating_point/fast_math_body.hpp"
