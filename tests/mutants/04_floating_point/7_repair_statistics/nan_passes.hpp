// expect: every comparison
// Asks for what is wrong.
#pragma once
#include <cmath>
#include <vector>

#include "common/core/dtype.hpp"
#include "common/core/error.hpp"

struct Statistics {
  double mean = 0;
  double rms = 0;
  bool usable = true;
};

/// x as fp16 holds it.
inline float half(float x) { return dls::to_float(dls::to_f16(x)); }

inline Statistics statistics(const std::vector<dls::F16>& activations) {
  Statistics result;
  if (activations.empty()) return result;
  double sum = 0, sum_of_squares = 0;
  for (const dls::F16 activation : activations) {
    const float x = dls::to_float(activation);
    if (std::abs(x) > 65504) result.usable = false;
    sum = sum + static_cast<double>(x);
    sum_of_squares = sum_of_squares + static_cast<double>(x) * static_cast<double>(x);
  }
  const double n = static_cast<double>(activations.size());
  result.mean = sum / n;
  result.rms = std::sqrt(sum_of_squares / n);
  return result;
}
