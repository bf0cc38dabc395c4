// expect: the variance is 0
// Draws once for the whole array.
#pragma once
#include <cmath>
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

inline std::vector<float> stochastic_bf16(const std::vector<float>& x, dls::Rng& rng) {
  std::vector<float> result;
  const std::uint32_t random = rng.next() >> 16;
  for (const float value : x) {
    if (!std::isfinite(value)) {
      result.push_back(value);
      continue;
    }
    result.push_back(float_of((bits_of(value) + random) & 0xffff0000));
  }
  return result;
}
