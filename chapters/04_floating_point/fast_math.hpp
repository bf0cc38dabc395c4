// A few lines that are compiled twice: once as everything here is, once with -ffast-math.
#pragma once
#include <cstddef>

namespace dls::ch04 {

struct Checks {
  bool (*is_nan)(float);
  bool (*differs_from_itself)(float);     ///< only NaN does
  bool (*refuses)(float x, float limit);  ///< what is not <= limit
  float (*sum_kahan)(const float* x, std::size_t n);
};

Checks checks_as_written();       ///< fast_math_off.cpp
Checks checks_under_fast_math();  ///< fast_math_on.cpp

}  // namespace dls::ch04
