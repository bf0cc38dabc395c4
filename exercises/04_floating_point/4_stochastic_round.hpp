// 04.4  Stochastic rounding (about 25 min)
//
// bf16 numbers near 1 are 1/128 apart. A weight of 1 that grows by 0.001 a step never grows, when
// it is rounded to the nearest after each step. Stochastic rounding takes the neighbour further
// from zero with a probability equal to the part of the step that x has covered, else the one
// nearer to zero: then the MEAN is right. Write
//
//   stochastic_bf16(x, rng)     each x[i] as a bf16 number, returned as float:
//
//     below, above   the bf16 numbers around |x[i]|, with the sign of x[i]
//     probability of above  =  (|x[i]| - |below|) / (|above| - |below|)
//
//   - A number that bf16 holds stays as it is, and so do infinity and NaN.
//   - Every x[i] has a random number of its own.
//   - x is well below the largest bf16 number, or infinite, or NaN.
//
// rng.next() gives 32 random bits, rng.uniform() a number in [0, 1). The bits of a float are at
// hand below; the upper half of them is the bf16 number nearer to zero.
//
// Check it:  ./learn check 04.4        Stuck:  ./learn hint 04.4
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/rng.hpp"

inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

inline float float_of(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

inline std::vector<float> stochastic_bf16([[maybe_unused]] const std::vector<float>& x,
                                          [[maybe_unused]] dls::Rng& rng) {
  throw dls::NotDone("04.4 stochastic_round: write stochastic_bf16()");
}
