// What notebook 05 measures and draws. What is worth changing stands in the notebook's own cells.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "common/core/rng.hpp"

namespace play {

using Vector = std::vector<double>;

/// Philox with another number of rounds: to see what each of them is for.
inline dls::PhiloxCounter philox_rounds(dls::PhiloxCounter c, dls::PhiloxKey k, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(a)};
    k[0] += 0x9E3779B9;
    k[1] += 0xBB67AE85;
  }
  return c;
}

inline int different_bits(const dls::PhiloxCounter& a, const dls::PhiloxCounter& b) {
  int count = 0;
  for (int word = 0; word < 4; ++word)
    for (std::uint32_t bits = a[static_cast<std::size_t>(word)] ^ b[static_cast<std::size_t>(word)];
         bits != 0; bits &= bits - 1)
      ++count;
  return count;
}

/// One timing of a call that takes `seconds` on a busy machine: a little more, now and then a lot.
inline double busy_time(dls::Rng& rng, double seconds) {
  const double noise = 1 + 0.05 * std::abs(rng.normal());
  return seconds * noise * (rng.below(25) == 0 ? 1 + 10 * rng.uniform() : 1.0);
}

/// The stacks of fib(n) as folded lines: each call is one sample of its own.
inline std::string fib_stacks(int n, const std::string& below = "main") {
  const std::string here = below + ";fib(" + std::to_string(n) + ")";
  std::string lines = here + " 1\n";
  if (n >= 2) lines += fib_stacks(n - 1, here) + fib_stacks(n - 2, here);
  return lines;
}

inline Vector counting(int from, int to) {
  Vector x;
  for (int i = from; i <= to; ++i) x.push_back(i);
  return x;
}

}  // namespace play
