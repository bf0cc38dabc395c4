// NF4: sixteen numbers, placed where normally distributed weights are.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "chapters/04_floating_point/7_integers.hpp"

namespace dls::ch04 {

/// The x below which a standard normal number lies with probability p, 0 < p < 1: by halving.
inline double normal_quantile(double p) {
  double low = -40, high = 40;
  for (int i = 0; i < 80; ++i) {
    const double x = (low + high) / 2;
    (std::erfc(-x / std::sqrt(2.0)) / 2 < p ? low : high) = x;
  }
  return (low + high) / 2;
}

// [codebook]
/// The sixteen numbers, in order. Eight positive ones are quantiles of evenly spaced probabilities
/// from 1/2 to `offset`, seven negative ones likewise; 0 is exact; all are divided by the largest.
/// Source: Dettmers and others, "QLoRA", 2023, appendix E; offset as in their published code.
inline std::array<double, 16> nf4_codebook() {
  const double offset = 0.9677083;
  std::array<double, 16> code{};  // code[7] stays 0
  for (int i = 0; i < 8; ++i) code[15 - i] = normal_quantile(offset + (0.5 - offset) * i / 8);
  for (int i = 0; i < 7; ++i) code[i] = -normal_quantile(offset + (0.5 - offset) * i / 7);
  const double most = code[15];
  for (double& value : code) value /= most;
  return code;
}
// [/codebook]

/// The number of the entry nearest to x. Throws Error for NaN and infinity.
inline int nf4_encode(const std::array<double, 16>& code, double x) {
  int best = 0;
  require_finite(x);  // all comparisons with NaN are false: it would become entry 0, which is -1
  for (int q = 1; q < 16; ++q)
    if (std::abs(code[q] - x) < std::abs(code[best] - x)) best = q;
  return best;
}

// [blocks]
/// The largest magnitude of each block. Throws Error for NaN, which std::max would pass over, and
/// for infinity.
inline std::vector<float> block_maxima(const std::vector<float>& x, std::size_t block) {
  if (block == 0) throw Error("block_maxima: a block must hold at least one number");
  std::vector<float> maxima;
  for (std::size_t i = 0; i < x.size(); ++i) {
    require_finite(static_cast<double>(x[i]));
    if (i % block == 0) maxima.push_back(0);
    maxima.back() = std::max(maxima.back(), std::abs(x[i]));
  }
  return maxima;
}

/// There and back: each number is divided by the maximum of its block, becomes four bits, and comes
/// back times that maximum. Throws Error for NaN and infinity.
inline std::vector<float> nf4_round_trip(const std::vector<float>& x, std::size_t block,
                                         const std::vector<float>& maxima) {
  if (block == 0) throw Error("nf4_round_trip: a block must hold at least one number");
  const std::array<double, 16> code = nf4_codebook();
  std::vector<float> result;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double most = require_finite(static_cast<double>(maxima.at(i / block)));
    const double value = require_finite(static_cast<double>(x[i]));
    const int four_bits = most > 0 ? nf4_encode(code, value / most) : 7;
    result.push_back(static_cast<float>(code[four_bits] * most));
  }
  return result;
}
// [/blocks]

// [double]
/// Double quantisation: the maxima, too, become 8 bits each, in blocks of 256 with a scale of their
/// own. They are all positive and much alike; without their mean they use the whole grid.
inline std::vector<float> quantised_maxima(std::vector<float> maxima) {
  double mean = 0;
  for (const float value : maxima)
    mean += static_cast<double>(value) / static_cast<double>(maxima.size());
  for (float& value : maxima) value -= static_cast<float>(mean);
  std::vector<float> result =
      round_trip(maxima, 256, [](const std::vector<float>& x) { return symmetric_grid(x, 8); });
  for (float& value : result) value += static_cast<float>(mean);
  return result;
}
// [/double]

/// Bits a weight: its own, its share of `scale_bits` for each block, and of 32 for each block of
/// blocks (0: none).
inline double bits_per_weight(double bits, double block, double scale_bits, double blocks = 0) {
  return bits + scale_bits / block + (blocks > 0 ? 32 / (block * blocks) : 0);
}

}  // namespace dls::ch04
