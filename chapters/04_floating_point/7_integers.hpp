// Quantisation: numbers as small integers, with one scale for all, or one for each block.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/core/error.hpp"

namespace dls::ch04 {

/// Evenly spaced numbers: x stands for scale * (q - zero) with a whole q in [low, high].
struct Grid {
  double scale;
  int zero;  ///< the q that stands for 0
  int low, high;
};

// [grids]
/// x itself. Throws Error where it is NaN or infinite: no integer stands for those, and a scale
/// that is infinite would make NaN of its whole block.
inline double require_finite(double x) {
  if (std::isfinite(x)) return x;
  throw Error(std::string(std::isnan(x) ? "NaN" : "infinity") +
              " cannot be quantised: find out where it comes from");
}

/// Symmetric: 0 is q = 0, and the largest magnitude is the largest q. With 8 bits -127 to 127.
inline Grid symmetric_grid(const std::vector<float>& x, int bits) {
  double most = 0;
  for (const float value : x)
    most = std::max(most, std::abs(require_finite(static_cast<double>(value))));
  const int high = (1 << (bits - 1)) - 1;
  return {most > 0 ? most / high : 1, 0, -high, high};
}

/// Asymmetric: the smallest number is q = 0 and the largest q = 2^bits - 1. The range is widened to
/// hold 0, which must have a q of its own: padding, ReLU and masks are full of exact zeros.
inline Grid asymmetric_grid(const std::vector<float>& x, int bits) {
  double least = 0, most = 0;
  for (const float value : x) {
    least = std::min(least, require_finite(static_cast<double>(value)));
    most = std::max(most, static_cast<double>(value));
  }
  const int high = (1 << bits) - 1;
  const double scale = most > least ? (most - least) / high : 1;
  return {scale, static_cast<int>(std::lround(-least / scale)), 0, high};
}
// [/grids]

// [quantise]
/// The q nearest to x, ties to even; what lies outside the grid becomes its end.
inline int quantise(const Grid& grid, double x) {
  const double q = std::nearbyint(require_finite(x) / grid.scale) + grid.zero;
  return static_cast<int>(std::min<double>(std::max<double>(q, grid.low), grid.high));
}
inline double restore(const Grid& grid, int q) { return grid.scale * (q - grid.zero); }
// [/quantise]

/// There and back with a grid of its own for each `block` of numbers; the last may be shorter.
template <class MakeGrid>
std::vector<float> round_trip(const std::vector<float>& x, std::size_t block, MakeGrid make_grid) {
  if (block == 0) throw Error("round_trip: a block must hold at least one number");
  std::vector<float> result;
  for (std::size_t i = 0; i < x.size(); i += block) {
    const auto first = x.begin() + static_cast<std::ptrdiff_t>(i);
    const auto last = x.begin() + static_cast<std::ptrdiff_t>(std::min(i + block, x.size()));
    const Grid grid = make_grid(std::vector<float>(first, last));
    for (auto value = first; value != last; ++value)
      result.push_back(
          static_cast<float>(restore(grid, quantise(grid, static_cast<double>(*value)))));
  }
  return result;
}

/// The root mean square of got - want, relative to that of want.
inline double relative_rms(const std::vector<float>& got, const std::vector<float>& want) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double g = static_cast<double>(got.at(i)), w = static_cast<double>(want[i]);
    error += (g - w) * (g - w);
    size += w * w;
  }
  return std::sqrt(error / size);
}

}  // namespace dls::ch04
