// expect: the mean drifts
// Rounds up where it should round away from zero.
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
    const std::uint32_t random = rng.next() >> 16;
    if (!std::isfinite(value)) {
      result.push_back(value);
      continue;
    }
    const double step = std::ldexp(1.0, std::ilogb(value) - 7);
    const double low = std::floor(static_cast<double>(value) / step);
    const double part = std::abs(static_cast<double>(value)) / step -
                        std::floor(std::abs(static_cast<double>(value)) / step);
    result.push_back(static_cast<float>((low + (random / 65536.0 < part ? 1 : 0)) * step));
  }
  return result;
}
