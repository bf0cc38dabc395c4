// The comparison is the ground that every other test stands on, so it is fed the arrays that have
// fooled other projects' checkers: NaN, zeros, a transposed copy, one unit in the last place.
#include <cmath>
#include <limits>

#include "common/core/error.hpp"
#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

using dls::bitwise;
using dls::compare;
using dls::Comparison;
using dls::Format;
using dls::Numbers;
using dls::rounding;
using dls::ulps;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// 35 distinct values, in a shape (5,7) that is no square.
std::vector<float> sample() {
  dls::Rng rng(dls_test::seed(), "compare");
  std::vector<float> values(35);
  for (float& v : values) v = static_cast<float>(rng.normal());
  return values;
}

std::string cause(const std::vector<float>& got, const std::vector<float>& want) {
  return compare({got, {5, 7}}, {want, {5, 7}}, ulps(1)).cause;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("equal arrays agree under every tolerance") {
  const auto x = sample();
  CHECK(compare(x, x, bitwise()).ok);
  CHECK(compare(x, x, ulps(1)).ok);
  CHECK(compare(x, x, rounding(Format::f32, 100)).ok);
  CHECK(compare(std::vector<float>{}, std::vector<float>{}, bitwise()).ok);
  CHECK(compare(1.5F, 1.5, bitwise()).ok);
}

TEST_CASE("NaN is close to NaN and to nothing else") {
  const auto generous = dls::within(1e9, 1e9, "anything goes");
  CHECK(compare({kNaN}, {kNaN}, bitwise()).ok);
  CHECK_FALSE(compare({kNaN}, {0.0}, generous).ok);
  CHECK_FALSE(compare({0.0}, {kNaN}, generous).ok);
  CHECK_FALSE(compare({kNaN, 1.0}, {1.0, kNaN}, generous).ok);
  CHECK(contains(compare({kNaN, 2.0}, {1.0, 2.0}, bitwise()).cause, "NaN where a number"));
}

TEST_CASE("infinity is close to the same infinity only") {
  const auto generous = dls::within(1e9, 1e9, "anything goes");
  CHECK(compare({kInf, -kInf}, {kInf, -kInf}, bitwise()).ok);
  CHECK_FALSE(compare({kInf}, {-kInf}, generous).ok);
  CHECK_FALSE(compare({kInf}, {1e308}, generous).ok);
  CHECK_FALSE(compare({1e308}, {kInf}, generous).ok);
  CHECK_FALSE(compare({kInf}, {kNaN}, generous).ok);
  CHECK(contains(compare({kInf, 2.0}, {1.0, 2.0}, bitwise()).cause, "overflow"));
}

TEST_CASE("zeros pass for nothing but zeros") {
  const auto x = sample();
  const std::vector<float> zeros(x.size(), 0.0F);
  CHECK_FALSE(compare(zeros, x, rounding(Format::f32, 1000)).ok);
  CHECK(contains(cause(zeros, x), "never written"));
  // Tiny numbers: an absolute tolerance would have let the zeros pass.
  std::vector<float> tiny = x;
  for (float& v : tiny) v *= 1e-30F;
  CHECK_FALSE(compare(zeros, tiny, rounding(Format::f32, 1000)).ok);
  // And where zeros are wanted, nothing else will do.
  CHECK_FALSE(compare(tiny, zeros, rounding(Format::f32, 1000)).ok);
  CHECK(compare(zeros, zeros, rounding(Format::f32, 1000)).ok);
}

TEST_CASE("the sign of zero counts in a bitwise comparison only") {
  CHECK_FALSE(compare({-0.0}, {0.0}, bitwise()).ok);
  CHECK(contains(compare({-0.0, 1.0}, {0.0, 1.0}, bitwise()).cause, "sign of zero"));
  CHECK(compare({-0.0}, {0.0}, ulps(1)).ok);
}

TEST_CASE("one unit in the last place is seen, and measured") {
  const auto want = sample();
  for (const std::size_t i : {std::size_t{0}, std::size_t{17}, want.size() - 1}) {
    auto got = want;
    got[i] = std::nextafter(got[i], 100.0F);
    const Comparison exact = compare(got, want, bitwise());
    CHECK_FALSE(exact.ok);
    CHECK(exact.wrong == 1);
    CHECK(exact.first == static_cast<std::int64_t>(i));
    CHECK(exact.worst_ulps == 1);
    CHECK(contains(exact.cause, "rounding"));
    CHECK(compare(got, want, ulps(1)).ok);
    got[i] = std::nextafter(got[i], 100.0F);
    CHECK_FALSE(compare(got, want, ulps(1)).ok);
  }
}

TEST_CASE("units in the last place at the edges of a format") {
  CHECK(dls::ulp(Format::f32, 1.0) == 0x1p-23);
  CHECK(dls::ulp(Format::f32, 0.0) == 0x1p-149);
  CHECK(dls::ulp(Format::f32, 0x1p-140) == 0x1p-149);  // subnormal
  CHECK(dls::ulp(Format::bf16, 1.0) == 0x1p-7);
  CHECK(dls::ulp(Format::f16, 2048.0) == 2);
  CHECK(dls::ulp(Format::f64, 1.0) == 0x1p-52);
  CHECK(dls::ulp(Format::integer, 1e6) == 1);
}

TEST_CASE("a float against a double reference is judged as a float") {
  const double third = 1.0 / 3.0;
  CHECK(compare(static_cast<float>(third), third, ulps(1)).ok);
  CHECK_FALSE(compare(third + 1e-12, third, ulps(1)).ok);
}

TEST_CASE("a transposed copy does not pass, and is named") {
  const auto want = sample();
  std::vector<float> got(want.size());
  for (std::size_t r = 0; r < 5; ++r) {
    for (std::size_t c = 0; c < 7; ++c) got[c * 5 + r] = want[r * 7 + c];
  }
  CHECK(contains(cause(got, want), "transposed"));
}

TEST_CASE("shifted, reversed, scaled, offset, negated, permuted, cut short: each is named") {
  const auto want = sample();
  auto got = want;
  got.erase(got.begin());
  got.push_back(9.0F);
  CHECK(contains(cause(got, want), "belongs at i+1"));

  got.assign(want.rbegin(), want.rend());
  CHECK(contains(cause(got, want), "reversed"));

  got = want;
  for (float& v : got) v *= 32;
  CHECK(contains(cause(got, want), "32 times too large"));
  for (float& v : got) v /= 32 * 32;
  CHECK(contains(cause(got, want), "32 times too small"));

  got = want;
  for (float& v : got) v += 0.5F;
  CHECK(contains(cause(got, want), "same 0.5"));

  got = want;
  for (float& v : got) v = -v;
  CHECK(contains(cause(got, want), "sign is flipped"));

  got = want;
  std::swap(got[3], got[30]);
  CHECK(contains(cause(got, want), "wrong places"));

  got = want;
  for (std::size_t i = 32; i < got.size(); ++i) got[i] = -7;
  CHECK(contains(cause(got, want), "right before element 32"));

  got = want;
  for (float& v : got)
    v = std::ldexp(std::nearbyint(std::ldexp(v, 7 - std::ilogb(v))), std::ilogb(v) - 7);
  CHECK(contains(cause(got, want), "bfloat16"));

  dls::Rng rng(7);
  for (float& v : got) v = static_cast<float>(rng.normal());
  CHECK(cause(got, want).empty());
}

TEST_CASE("first and worst element are reported with their place") {
  const std::vector<float> want{1, 2, 3, 4, 5, 6};
  std::vector<float> got = want;
  got[1] = 2.5F;
  got[5] = 60;
  const Comparison c = compare({got, {2, 3}}, {want, {2, 3}}, ulps(1));
  CHECK(c.first == 1);
  CHECK(c.worst == 5);
  CHECK(c.wrong == 2);
  CHECK(contains(c.message, "2 of 6"));
  CHECK(contains(c.message, "[0][1]: got 2.5, want 2"));
  CHECK(contains(c.message, "[1][2]: got 60, want 6"));
}

TEST_CASE("another shape or count is a failure, not an exception") {
  const std::vector<float> x(6, 1);
  CHECK_FALSE(compare({x, {2, 3}}, {x, {3, 2}}, rounding(Format::f32, 10)).ok);
  CHECK_FALSE(compare(x, std::vector<float>(5, 1), rounding(Format::f32, 10)).ok);
  CHECK_FALSE(compare(std::vector<float>{}, x, rounding(Format::f32, 10)).ok);
  CHECK(contains(compare({x, {2, 3}}, {x, {3, 2}}, bitwise()).message, "got (2,3), want (3,2)"));
  CHECK_THROWS_AS(Numbers(x, {2, 2}), dls::Error);
}

TEST_CASE("whole numbers compare exactly, and refuse what a double cannot hold") {
  const std::vector<std::int64_t> x{1, -2, std::int64_t{1} << 53};
  CHECK(compare(x, x, bitwise()).ok);
  CHECK_FALSE(compare(std::vector<int>{3}, std::vector<int>{4}, bitwise()).ok);
  CHECK_THROWS_AS(Numbers(std::vector<std::int64_t>{(std::int64_t{1} << 53) + 2}), dls::Error);
}

TEST_CASE("the rounding of a long sum is allowed, a lost term is not") {
  constexpr int kTerms = 1000;
  dls::Rng rng(dls_test::seed(), "sum");
  std::vector<float> got(50);
  std::vector<double> want(50);
  std::vector<float> lost(50);
  for (std::size_t i = 0; i < got.size(); ++i) {
    for (int k = 0; k < kTerms; ++k) {
      const auto term = static_cast<float>(rng.normal());
      got[i] += term;
      want[i] += term;
      if (k != 0) lost[i] += term;
    }
  }
  CHECK(compare(got, want, rounding(Format::f32, kTerms)).ok);
  CHECK_FALSE(compare(got, want, bitwise()).ok);
  CHECK_FALSE(compare(lost, want, rounding(Format::f32, kTerms)).ok);
  CHECK(compare(std::vector<float>{1 + 0x1p-20F}, {1.0}, rounding(Format::f32, 1)).ok);
  CHECK_FALSE(compare(std::vector<float>{1 + 0x1p-19F}, {1.0}, rounding(Format::f32, 1)).ok);
}

TEST_CASE("huge values do not overflow the scale") {
  const std::vector<double> x{1e300, -1e300, 1e290};
  std::vector<double> y = x;
  y[2] = 2e290;
  CHECK(compare(x, x, rounding(Format::f64, 10)).ok);
  CHECK_FALSE(compare(y, x, ulps(4)).ok);
  // With a scale that overflowed to infinity anything would pass.
  CHECK_FALSE(compare({0.0, 0.0, 0.0}, x, rounding(Format::f64, 10)).ok);
}
