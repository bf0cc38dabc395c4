// Included by fast_math_off.cpp and fast_math_on.cpp alone: each has all of this for itself.
#pragma once
#include "chapters/04_floating_point/fast_math.hpp"

namespace dls::ch04 {

namespace {

// [checks]
bool is_nan(float x) { return __builtin_isnan(x); }

bool differs_from_itself(float x) { return x != x; }

bool refuses(float x, float limit) { return !(x <= limit); }  // so that NaN is refused, too

float sum_kahan(const float* x, std::size_t n) {
  float sum = 0, lost = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const float wanted = x[i] + lost;
    const float next = sum + wanted;
    lost = wanted - (next - sum);
    sum = next;
  }
  return sum;
}
// [/checks]

Checks checks() { return {is_nan, differs_from_itself, refuses, sum_kahan}; }

}  // namespace

}  // namespace dls::ch04
