#include <algorithm>
#include <numeric>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

using dls::Rng;

TEST_CASE("Philox4x32-10 gives the published words") {
  CHECK(dls::philox({0, 0, 0, 0}, {0, 0}) ==
        dls::PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  constexpr std::uint32_t ones = 0xffffffff;
  CHECK(dls::philox({ones, ones, ones, ones}, {ones, ones}) ==
        dls::PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
}

TEST_CASE("the same name gives the same numbers, another name gives others") {
  Rng a(1, "weights", 2);
  Rng b(1, "weights", 2);
  Rng other_seed(2, "weights", 2);
  Rng other_purpose(1, "shuffle", 2);
  Rng other_id(1, "weights", 3);
  Rng far_id(1, "weights", 2 + (std::uint64_t{1} << 32));
  for (int i = 0; i < 10; ++i) {
    const std::uint32_t x = a.next();
    CHECK(x == b.next());
    CHECK(x != other_seed.next());
    CHECK(x != other_purpose.next());
    CHECK(x != other_id.next());
    CHECK(x != far_id.next());
  }
}

TEST_CASE("a stream goes on from a position, wherever in a block that is") {
  Rng whole(3, "resume");
  std::vector<std::uint32_t> numbers(23);
  for (auto& n : numbers) n = whole.next();
  for (std::size_t cut = 0; cut < numbers.size(); ++cut) {
    Rng first(3, "resume");
    for (std::size_t i = 0; i < cut; ++i) first.next();
    Rng second(3, "resume");
    second.seek(first.position());
    for (std::size_t i = cut; i < numbers.size(); ++i) CHECK(second.next() == numbers[i]);
  }
}

TEST_CASE("uniform and normal numbers have their moments") {
  Rng rng(dls_test::seed(), "moments");
  constexpr int kCount = 200000;
  double sum = 0;
  double squares = 0;
  double uniform_sum = 0;
  for (int i = 0; i < kCount; ++i) {
    const double u = rng.uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    uniform_sum += u;
    const double x = rng.normal();
    sum += x;
    squares += x * x;
  }
  // Five standard errors.
  CHECK_SAME(uniform_sum / kCount, 0.5, dls::within(0, 0.0033, "5 sigma of 200,000 uniforms"));
  CHECK_SAME(sum / kCount, 0.0, dls::within(0, 0.0112, "5 sigma of 200,000 normals"));
  CHECK_SAME(squares / kCount, 1.0, dls::within(0, 0.0158, "5 sigma of 200,000 squares"));
}

TEST_CASE("below() is in range and fair") {
  Rng rng(dls_test::seed(), "below");
  for (const std::uint32_t n : {1U, 2U, 3U, 7U, 10U}) {
    std::vector<int> counts(n);
    constexpr int kDraws = 70000;
    for (int i = 0; i < kDraws; ++i) ++counts.at(rng.below(n));
    double chi_square = 0;
    const double expected = static_cast<double>(kDraws) / n;
    for (const int c : counts) chi_square += (c - expected) * (c - expected) / expected;
    CHECK(chi_square < 33.72);  // 99.99 % quantile with 9 degrees of freedom, the widest case
  }
  CHECK_THROWS_AS(rng.below(0), dls::Error);
}

TEST_CASE("shuffle keeps every item and changes the order") {
  Rng rng(dls_test::seed(), "shuffle");
  std::vector<int> items(101);
  std::iota(items.begin(), items.end(), 0);
  auto shuffled = items;
  dls::shuffle(rng, shuffled);
  CHECK(shuffled != items);
  CHECK(std::is_permutation(shuffled.begin(), shuffled.end(), items.begin()));

  // All six orders of three items, equally often.
  std::vector<int> counts(6);
  for (int i = 0; i < 60000; ++i) {
    std::vector<int> three{0, 1, 2};
    dls::shuffle(rng, three);
    ++counts.at(static_cast<std::size_t>(three[0] * 2 + (three[1] > three[2] ? 1 : 0)));
  }
  double chi_square = 0;
  for (const int c : counts) chi_square += (c - 10000.0) * (c - 10000.0) / 10000.0;
  CHECK(chi_square < 25.74);  // 99.99 % quantile, 5 degrees of freedom

  std::vector<int> none;
  dls::shuffle(rng, none);
  CHECK(none.empty());
}
