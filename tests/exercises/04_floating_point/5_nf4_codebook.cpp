// 04.5: the published table, and the error on normal numbers.
#include DLS_EXERCISE

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

/// As published with the method (QLoRA), to six digits.
constexpr std::array<double, 16> kPublished = {
    -1.0,     -0.696193, -0.525073, -0.394917, -0.284441, -0.184773, -0.091050, 0.0,
    0.079580, 0.160930,  0.246112,  0.337915,  0.440710,  0.562617,  0.722957,  1.0};

std::vector<double> normal_numbers(std::size_t n, std::uint64_t id) {
  dls::Rng rng(dls_test::seed(), "04.5", id);
  std::vector<double> x(n);
  for (double& value : x) value = rng.normal();
  return x;
}

double largest(const std::vector<double>& x) {
  double m = 0;
  for (const double value : x) m = std::max(m, std::abs(value));
  return m;
}

}  // namespace

TEST_CASE("the codebook") {
  const std::array<double, 16> code = nf4_codebook();
  for (std::size_t i = 0; i < 16; ++i) {
    if (!std::isfinite(code[i])) FAIL("entry " << i << " is " << code[i] << ", no number");
    if (i > 0 && code[i] < code[i - 1])
      FAIL("the sixteen must be in increasing order: entry "
           << i - 1 << " is " << code[i - 1] << ", entry " << i << " is " << code[i]);
  }
  const auto zeros = std::count(code.begin(), code.end(), 0.0);
  const auto zero = std::find(code.begin(), code.end(), 0.0) - code.begin();
  if (zeros == 0)
    FAIL("0 is not representable: entry 7 is " << code[7]
                                               << ". A grid that is the same on both sides has "
                                               << "no place for it: eight above, seven below");
  if (zeros > 1) FAIL(zeros << " entries are 0, from entry " << zero << " on: one is enough");
  if (zero != 7)
    FAIL("0 is entry " << zero << " and must be entry 7: seven numbers are below it, eight above");
  if (std::abs(code[15] - 1) > 1e-9 || std::abs(code[0] + 1) > 1e-9)
    FAIL("the ends are " << code[0] << " and " << code[15]
                         << ", and the ends must be -1 and 1: divide by the largest");
  if (std::abs((code[15] - code[14]) - (code[9] - code[8])) < 1e-3)
    FAIL(
        "the numbers are evenly spaced: their probabilities should be, and the numbers lie closer "
        "near 0");
  const std::vector<double> got(code.begin(), code.end());
  CHECK_SAME(got, std::vector<double>(kPublished.begin(), kPublished.end()),
             dls::within(0, 6e-7, "the published table has six digits"));
}

TEST_CASE("what is on the grid comes back, of any size") {
  for (const double size : {1.0, 0.037, 1e-6, 123.0}) {
    std::vector<double> block;
    for (const double value : nf4_codebook()) block.push_back(value * size);
    std::reverse(block.begin(), block.end());
    CHECK_SAME(nf4_round_trip(block), block,
               dls::within(1e-12, 0, "each is an entry of the codebook times the largest"));
  }
}

TEST_CASE("zeros, and a block of one") {
  const std::vector<double> zeros = nf4_round_trip({0, 0, 0});
  REQUIRE(zeros.size() == 3);
  for (const double value : zeros) {
    if (std::isnan(value))
      FAIL("a block of zeros came back as NaN: its largest magnitude is 0, and 0 / 0 is NaN");
    if (value != 0)  // -0 is 0, too
      FAIL("a block of zeros came back as " << value << ": zeros stay 0");
  }
  CHECK_SAME(nf4_round_trip({-0.3}), std::vector<double>{-0.3}, dls::ulps(2));
  CHECK(nf4_round_trip({}).empty());
}

TEST_CASE("the largest magnitude, also when it is negative") {
  const std::vector<double> block = {0.1, -2, 0.5, 1};
  const std::vector<double> got = nf4_round_trip(block);
  REQUIRE(got.size() == 4);
  if (std::abs(got[1] + 2) > 1e-9)
    FAIL("the largest magnitude of the block, -2, came back as "
         << got[1] << ": the maximum is that of |w|, not of w");
}

TEST_CASE("each weight goes to the nearest entry") {
  const std::array<double, 16> code = nf4_codebook();
  for (std::uint64_t id = 0; id < 20; ++id) {
    const std::vector<double> block = normal_numbers(61, id), got = nf4_round_trip(block);
    REQUIRE(got.size() == block.size());
    const double m = largest(block);
    for (std::size_t i = 0; i < block.size(); ++i) {
      double nearest = 1e9;
      for (const double value : code) nearest = std::min(nearest, std::abs(value * m - block[i]));
      const double distance = std::abs(got[i] - block[i]);
      if (distance > nearest + 1e-9 * m)
        FAIL(fmt::format(
            "{:.6f} in a block with the largest {:.6f} became {:.6f}; the nearest entry is "
            "{:.6f} away, this one {:.6f}",
            block[i], m, got[i], nearest, distance));
    }
  }
}

TEST_CASE("the error on normal numbers in blocks of 64 is 0.0920") {
  double error = 0, size = 0;
  for (std::uint64_t id = 0; id < 3000; ++id) {
    const std::vector<double> block = normal_numbers(64, 1000 + id), got = nf4_round_trip(block);
    for (std::size_t i = 0; i < block.size(); ++i) {
      error += (got[i] - block[i]) * (got[i] - block[i]);
      size += block[i] * block[i];
    }
  }
  CHECK_SAME(std::sqrt(error / size), 0.0920,
             dls::within(0, 0.0007, "192,000 numbers; INT4 has 0.1076"));
}
