// 05.2  Random numbers without a state: solution
//
// One factor must be 64 bits wide before the product, or the upper half is lost. A multiplication
// mixes upwards only: low bits never see high ones. So the halves change places, and after a few
// rounds each bit of the result depends on each bit of counter and key. Ten rounds pass all known
// tests; the key is changed between rounds, so that no two rounds are the same function.
#pragma once
#include <array>
#include <cstdint>

#include "common/core/error.hpp"

using Words4 = std::array<std::uint32_t, 4>;
using Words2 = std::array<std::uint32_t, 2>;

inline std::uint32_t upper(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }
inline std::uint32_t lower(std::uint64_t x) { return static_cast<std::uint32_t>(x); }

inline Words4 philox(Words4 c, Words2 k) {
  for (int round = 0; round < 10; ++round) {
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
