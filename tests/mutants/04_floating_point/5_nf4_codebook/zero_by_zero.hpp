// expect: a block of zeros came back as NaN
// Subtracts the distance to the nearest entry, and divides by a maximum of 0.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "common/core/error.hpp"

/// The x below which a normal number of mean 0 and deviation 1 lies with probability p, 0 < p < 1.
inline double normal_quantile(double p) {
  double low = -40, high = 40;
  for (int i = 0; i < 80; ++i) {
    const double x = (low + high) / 2;
    (std::erfc(-x / std::sqrt(2.0)) / 2 < p ? low : high) = x;
  }
  return (low + high) / 2;
}

inline std::array<double, 16> nf4_codebook() {
  const double offset = 0.9677083;
  std::array<double, 16> code{};
  for (int i = 0; i < 8; ++i) code[15 - i] = normal_quantile(offset + (0.5 - offset) * i / 8);
  for (int i = 0; i < 7; ++i) code[i] = -normal_quantile(offset + (0.5 - offset) * i / 7);
  const double largest = code[15];
  for (double& value : code) value /= largest;
  return code;
}

inline std::vector<double> nf4_round_trip(const std::vector<double>& block) {
  const std::array<double, 16> code = nf4_codebook();
  double m = 0;
  for (const double w : block) m = std::max(m, std::abs(w));
  std::vector<double> result;
  for (const double w : block) {
    double best = code[7];  // 0
    for (const double value : code)
      if (std::abs(value - w / m) < std::abs(best - w / m)) best = value;
    result.push_back((w / m - (w / m - best)) * m);
  }
  return result;
}
