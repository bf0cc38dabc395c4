// The loops for AVX2: compiled with -mavx2 (CMakeLists.txt), run only where the machine has it.
#define DLS_MATH_ISA avx2
#include "common/math/convert_loops.hpp"
#include "common/math/loops.hpp"

dls::math::ConvertTable dls::math::avx2::conversions() { return conversion_loops(); }
