// expect: its neighbours are
// Adds 17 random bits instead of 16.
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
  for (const float value : x) {
    const std::uint32_t random = rng.next() >> 15;
    if (!std::isfinite(value)) {
      result.push_back(value);
      continue;
    }
    result.push_back(float_of((bits_of(value) + random) & 0xffff0000));
  }
  return result;
}
