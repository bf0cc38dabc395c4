// The loops for AVX-512: compiled with -mavx512f and more (CMakeLists.txt), run only where the
// machine has it.
#define DLS_MATH_ISA avx512
#include "common/math/loops.hpp"
