// The loops for what every machine of the architecture has (SSE2 on x86-64).
#define DLS_MATH_ISA baseline
#include "common/math/convert_loops.hpp"
#include "common/math/loops.hpp"

dls::math::ConvertTable dls::math::baseline::conversions() { return conversion_loops(); }
