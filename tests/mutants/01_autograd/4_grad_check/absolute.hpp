// expect: a fault in a small gradient was missed
// Absolute errors: a gradient of 0.001 may be wrong by all of itself times 0.001.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

inline double worst_gradient_error(std::vector<double>& w, const std::function<double()>& loss,
                                   const std::vector<double>& claim) {
  const double h = 1e-5;
  double worst = 0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const double kept = w[i];
    w[i] = kept + h;
    const double above = loss();
    w[i] = kept - h;
    const double below = loss();
    w[i] = kept;
    const double d = (above - below) / (2 * h);
    const double error = std::abs(claim[i] - d);
    if (std::isnan(error)) return std::numeric_limits<double>::quiet_NaN();
    worst = std::max(worst, error);
  }
  return worst;
}
