// 01.4  A gradient check: solution
//
// Two-sided, since the error of (f(w+h) - f(w)) / h is h f''/2: about 1e-5, larger than the faults
// we look for. In the two-sided quotient the f'' of both sides cancel, and what is left is of order
// h^2. Relative, since 0.001 is nothing for a gradient of 1,000 and everything for one of 0.001.
// And the old value is put back, not computed back.
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
    const double size = std::max({std::abs(claim[i]), std::abs(d), 1e-4});
    const double error = std::abs(claim[i] - d) / size;
    if (std::isnan(error)) return std::numeric_limits<double>::quiet_NaN();
    worst = std::max(worst, error);
  }
  return worst;
}
