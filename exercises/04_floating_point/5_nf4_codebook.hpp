// 04.5  The sixteen numbers of NF4 (about 35 min)
//
// Weights of a network are roughly normally distributed. NF4 puts its sixteen numbers where the
// weights are: at quantiles of the normal distribution. Write two functions.
//
//   nf4_codebook()           the sixteen numbers, in increasing order. With offset = 0.9677083 and
//                            q(p) = normal_quantile(p), which is given below:
//     eight positive ones    q at 8 evenly spaced probabilities from `offset` towards 1/2, of nine,
//                            the ninth of which would be 1/2 itself:
//                            p[i] = offset + (1/2 - offset) * i / 8,  i = 0 ... 7
//     zero                   exactly 0: pruned weights and padding must stay 0
//     seven negative ones    -q at 7 such probabilities, of eight:
//                            p[i] = offset + (1/2 - offset) * i / 7,  i = 0 ... 6
//     and all of them divided by the largest, so that the ends are -1 and 1
//
//   nf4_round_trip(block)    what comes back of a block of weights: with m the largest magnitude in
//                            the block, each weight w becomes the entry of the codebook nearest to
//                            w / m, times m. A block of zeros stays zeros.
//
// Check it:  ./learn check 04.5        Stuck:  ./learn hint 04.5
#pragma once
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
  throw dls::NotDone("04.5 nf4_codebook: write nf4_codebook()");
}

inline std::vector<double> nf4_round_trip([[maybe_unused]] const std::vector<double>& block) {
  throw dls::NotDone("04.5 nf4_codebook: write nf4_round_trip()");
}
