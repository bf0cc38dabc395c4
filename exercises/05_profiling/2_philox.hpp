// 05.2  Random numbers without a state (about 25 min)
//
// Most generators hide a state that every draw changes: who draws first gets the first number, and
// with two threads that is somebody else every day. Philox computes number n from n. Write its
// mixing function, Philox4x32-10: a counter of four words and a key of two words give four random
// words.
//
//   ten times:
//     a = 0xD2511F53 * c[0]      64-bit products of 32-bit words; hi is the upper half,
//     b = 0xCD9E8D57 * c[2]      lo the lower half
//     c = { hi(b) ^ c[1] ^ k[0],  lo(b),  hi(a) ^ c[3] ^ k[1],  lo(a) }
//   between two rounds, so nine times:
//     k = { k[0] + 0x9E3779B9,  k[1] + 0xBB67AE85 }        modulo 2^32
//
// The result is c. The inputs stay as they are. (a and b use c as it was before the round.)
//
// Source: Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011.
//
// Check it:  ./learn check 05.2        Stuck:  ./learn hint 05.2
#pragma once
#include <array>
#include <cstdint>

#include "common/core/error.hpp"

using Words4 = std::array<std::uint32_t, 4>;
using Words2 = std::array<std::uint32_t, 2>;

inline Words4 philox([[maybe_unused]] Words4 c, [[maybe_unused]] Words2 k) {
  throw dls::NotDone("05.2 philox: write the ten rounds");
}
