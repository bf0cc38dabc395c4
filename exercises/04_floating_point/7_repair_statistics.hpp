// 04.7  Repair the statistics of a tensor in fp16 (about 30 min)
//
// A training run stores its activations in fp16 and prints three figures for each layer: the mean,
// the root mean square (the square root of the mean of the squares), and whether all numbers are
// usable, that is finite. A colleague wrote statistics() below, with "everything in fp16, to be
// consistent". On small tensors it is right. On real ones it is not:
//
//   - 100,000 ones have a mean of 0.02
//   - a layer with numbers around 300 has an infinite root mean square, one with numbers around
//     0.0001 has one of 0
//   - a layer with a NaN in it is called usable
//
// It holds THREE faults. Find and mend them. The numbers come in as fp16, and that is fine: what
// matters is where the sums are kept, and how a comparison treats NaN. The figures go out as
// double. Each mend changes one line or two.
//
//   n = 0       mean and rms are 0, and it is usable
//   NaN, inf    mean and rms may then be anything; usable must be false
//
// Delete the first line of statistics() when you start.
//
// Check it:  ./learn check 04.7        Stuck:  ./learn hint 04.7
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
  throw dls::NotDone("04.7 repair_statistics: three faults; delete this line and find them");

  Statistics result;
  if (activations.empty()) return result;
  float sum = 0, sum_of_squares = 0;
  for (const dls::F16 activation : activations) {
    const float x = dls::to_float(activation);
    if (std::abs(x) > 65504) result.usable = false;
    sum = half(sum + x);
    sum_of_squares = sum_of_squares + half(x * x);
  }
  const double n = static_cast<double>(activations.size());
  result.mean = sum / n;
  result.rms = std::sqrt(sum_of_squares / n);
  return result;
}
