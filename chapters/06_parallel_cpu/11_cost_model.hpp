// What does a training cost? A few published points, a straight line through their logarithms, and
// the rule of thumb beside it (C++17: notebooks include this file).
#pragma once
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/core/error.hpp"

namespace dls::ch06 {

// [points]
/// A language model, what its training cost and how long it took.
struct TrainingRun {
  double parameters, dollars, days;
};

/// The six points of "Efficient Training in PyTorch", chapter 1.
inline std::vector<TrainingRun> published_runs() {
  return {{1.3e9, 2e3, 0.14},  {2.7e9, 6e3, 0.48},   {6.7e9, 30e3, 2.32},
          {13e9, 100e3, 7.43}, {30e9, 450e3, 35.98}, {70e9, 2.5e6, 176.55}};
}
// [/points]

/// FLOP of a training: 6 for each parameter and each word it reads, and 20 words for each parameter
/// (Kaplan and others 2020; Hoffmann and others 2022).
inline double training_flops(double parameters) { return 6 * parameters * 20 * parameters; }

// [power]
/// y = factor * x^exponent, by least squares on the logarithms. Throws Error unless there are two
/// different x, and unless all values are positive.
struct PowerLaw {
  double factor = 0, exponent = 0;
  double at(double x) const { return factor * std::pow(x, exponent); }
};

inline PowerLaw fit_power_law(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(x[i] > 0) || !(y.at(i) > 0))
      throw Error("fit_power_law: point " + std::to_string(i) +
                  " is not positive, and has no logarithm");
    const double lx = std::log(x[i]), ly = std::log(y[i]);
    sx += lx, sy += ly, sxx += lx * lx, sxy += lx * ly;
  }
  const double spread = n * sxx - sx * sx;
  if (!(spread > 0)) throw Error("fit_power_law needs at least two different x");
  const double exponent = (n * sxy - sx * sy) / spread;
  return {std::exp((sy - exponent * sx) / n), exponent};
}
// [/power]

}  // namespace dls::ch06
