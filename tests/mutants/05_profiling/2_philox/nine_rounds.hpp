// expect: after nine rounds
// One round too few.
#pragma once
#include <array>
#include <cstdint>

#include "common/core/error.hpp"

using Words4 = std::array<std::uint32_t, 4>;
using Words2 = std::array<std::uint32_t, 2>;

inline std::uint32_t upper(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }
inline std::uint32_t lower(std::uint64_t x) { return static_cast<std::uint32_t>(x); }

inline Words4 philox(Words4 c, Words2 k) {
  for (int round = 0; round < 9; ++round) {
    if (round > 0) {
      k[0] += 0x9E3779B9;
      k[1] += 0xBB67AE85;
    }
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {upper(b) ^ c[1] ^ k[0], lower(b), upper(a) ^ c[3] ^ k[1], lower(a)};
  }
  return c;
}
