// 05.2: the published values, and others against the library's.
#include DLS_EXERCISE

#include <cstdio>
#include <string>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

std::string text(const Words4& w) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%08x %08x %08x %08x", w[0], w[1], w[2], w[3]);
  return buffer;
}

/// Philox with one thing done otherwise, to recognise a slip.
struct Variant {
  const char* says;
  int rounds = 10;
  bool advance = true, advance_first = false, wide = true, swapped = false;

  Words4 operator()(Words4 c, Words2 k) const {
    for (int round = 0; round < rounds; ++round) {
      if (advance && (round > 0 || advance_first)) {
        k[0] += 0x9E3779B9;
        k[1] += 0xBB67AE85;
      }
      std::uint64_t a = std::uint64_t{0xD2511F53} * c[0], b = std::uint64_t{0xCD9E8D57} * c[2];
      if (!wide) a &= 0xffffffff, b &= 0xffffffff;
      const auto upper = static_cast<std::uint32_t>(a >> 32), lower = static_cast<std::uint32_t>(a);
      const auto up_b = static_cast<std::uint32_t>(b >> 32), low_b = static_cast<std::uint32_t>(b);
      c = swapped ? Words4{low_b ^ c[1] ^ k[0], up_b, lower ^ c[3] ^ k[1], upper}
                  : Words4{up_b ^ c[1] ^ k[0], low_b, upper ^ c[3] ^ k[1], lower};
    }
    return c;
  }
};

std::vector<Variant> variants() {
  std::vector<Variant> all(7);
  all[0].says = "that is what stands there after nine rounds: one more";
  all[0].rounds = 9;
  all[1].says = "that is what stands there after eleven rounds: one less";
  all[1].rounds = 11;
  all[2].says = "the key stays the same in all rounds: advance it between two rounds";
  all[2].advance = false;
  all[3].says = "the key is advanced before the first round, too: only between rounds";
  all[3].advance_first = true;
  all[4].says = "the upper half of the products is 0: make one factor 64 bits wide first";
  all[4].wide = false;
  all[5].says = "upper and lower halves of the products are swapped";
  all[5].swapped = true;
  all[6].says = "the counter comes back as it was: there is no round at all";
  all[6].rounds = 0;
  return all;
}

void check(const Words4& c, const Words2& k, const Words4& want) {
  const Words4 got = philox(c, k);
  if (got == want) {
    CHECK(got == want);
    return;
  }
  std::size_t first = 0;
  while (got[first] == want[first]) ++first;
  std::string cause;
  for (const Variant& v : variants())
    if (v(c, k) == got) cause = std::string("; ") + v.says;
  FAIL("counter " << text(c) << ": word " << first << " is the first to differ. got " << text(got)
                  << ", want " << text(want) << cause);
}

}  // namespace

TEST_CASE("the published values") {
  constexpr std::uint32_t ones = 0xffffffff;
  check({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0},
        {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
  check({0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  check({ones, ones, ones, ones}, {ones, ones}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
}

TEST_CASE("other counters and keys") {
  dls::Rng rng(dls_test::seed(), "05.2");
  for (int i = 0; i < 200; ++i) {
    const Words4 c = {rng.next(), rng.next(), rng.next(), rng.next()};
    const Words2 k = {rng.next(), rng.next()};
    check(c, k, dls::philox(c, k));
  }
}

TEST_CASE("the same input gives the same output, in any order") {
  const Words4 a = philox({1, 2, 3, 4}, {5, 6});
  const Words4 b = philox({2, 2, 3, 4}, {5, 6});
  CHECK_MESSAGE(philox({1, 2, 3, 4}, {5, 6}) == a, "something is remembered between two calls");
  CHECK(a != b);
}
