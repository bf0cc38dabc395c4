// The loops for AVX-512: compiled with -mavx512f and more (CMakeLists.txt), run only where the
// machine has it.
#define DLS_MATH_ISA avx512
#include "common/math/convert_loops.hpp"
#include "common/math/loops.hpp"

dls::math::ConvertTable dls::math::avx512::conversions() { return conversion_loops(); }
