// Every rung of the ladder against the definition, for sizes around every tile, on every
// instruction set of this machine.
#include "chapters/06_parallel_cpu/gemm/ladder.hpp"
#include "chapters/06_parallel_cpu/isa.hpp"
#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

using namespace dls::ch06;

// The sizes that the kernels must get right: nothing, less than a register, a register (4, 8, 16),
// two and three of them, four, each with a neighbour.
const std::vector<std::int64_t> kSizes = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  15, 16,
                                          17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 66, 67};

/// Small whole numbers: their products and sums are exact in any order.
std::vector<float> whole_numbers(std::int64_t count, std::uint64_t id) {
  dls::Rng rng(dls_test::seed(), "chapter 06 ladder", id);
  std::vector<float> x(static_cast<std::size_t>(count));
  for (float& v : x) v = static_cast<float>(static_cast<int>(rng.below(17)) - 8);
  return x;
}

/// C by the definition, in integers.
std::vector<float> by_definition(const std::vector<float>& a, const std::vector<float>& b,
                                 std::int64_t m, std::int64_t n, std::int64_t k) {
  std::vector<float> c(static_cast<std::size_t>(m * n));
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      int sum = 0;
      for (std::int64_t q = 0; q < k; ++q)
        sum += static_cast<int>(a[static_cast<std::size_t>(i * k + q)]) *
               static_cast<int>(b[static_cast<std::size_t>(q * n + j)]);
      c[static_cast<std::size_t>(i * n + j)] = static_cast<float>(sum);
    }
  return c;
}

/// One product with every rung; C is poisoned, and so are the numbers behind it.
void check(std::int64_t m, std::int64_t n, std::int64_t k, Simd simd,
           const std::vector<Rung>& rungs) {
  const auto a = whole_numbers(m * k, 1), b = whole_numbers(k * n, 2);
  const auto want = by_definition(a, b, m, n, k);
  for (const Rung& rung : rungs) {
    constexpr std::size_t guard = 64;
    std::vector<float> c(want.size() + guard, dls_test::kNan<float>);
    rung.multiply({a.data(), b.data(), c.data(), m, n, k}, simd);
    bool same = true, outside = true;
    for (std::size_t i = 0; i < want.size(); ++i) same = same && c[i] == want[i];
    for (std::size_t i = 0; i < guard; ++i) outside = outside && std::isnan(c[want.size() + i]);
    if (same && outside) continue;  // the message is made for failures alone: there are many sizes
    CAPTURE(rung.name);
    CAPTURE(name(simd));
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(k);
    CHECK_MESSAGE(outside, "it wrote behind the end of C");
    c.resize(want.size());
    REQUIRE_SAME(c, want, dls::bitwise());
  }
}

}  // namespace

TEST_CASE("each rung, each instruction set, each size") {
  for (const Simd simd : available_simd())
    for (const std::int64_t m : kSizes)
      for (const std::int64_t n : kSizes)
        for (const std::int64_t k : kSizes) check(m, n, k, simd, ladder());
  CHECK(!available_simd().empty());
}

TEST_CASE("sizes beyond a block: the loops around the kernel") {
  for (const Simd simd : available_simd()) {
    check(300, 70, 521, simd, ladder());
    check(17, 33, 1100, simd, ladder());
    const std::vector<Rung> last = {ladder().back()};
    check(29, 2100, 530, simd, last);
    check(1, 4097, 3, simd, last);
  }
  CHECK(ladder().size() == 6);
}

TEST_CASE("not only whole numbers: within the rounding of sums of 512 products") {
  const std::int64_t m = 61, n = 75, k = 512;
  dls::Rng rng(dls_test::seed(), "chapter 06 reals");
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (float& v : a) v = static_cast<float>(rng.normal());
  for (float& v : b) v = static_cast<float>(rng.normal());
  std::vector<double> want(m * n);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t q = 0; q < k; ++q)
        want[i * n + j] += static_cast<double>(a[i * k + q]) * static_cast<double>(b[q * n + j]);
  for (const Simd simd : available_simd())
    for (const Rung& rung : ladder()) {
      rung.multiply({a.data(), b.data(), c.data(), m, n, k}, simd);
      CAPTURE(rung.name);
      CAPTURE(name(simd));
      CHECK_SAME(c, dls::Numbers(want), dls::rounding(dls::Format::f32, k));
    }
}

TEST_CASE("NaN and infinity are not lost, and padding does not invent them") {
  const std::int64_t m = 15, n = 33, k = 5;  // one row and one column beyond a tile
  for (const Simd simd : available_simd()) {
    auto a = whole_numbers(m * k, 3);
    const auto b = whole_numbers(k * n, 4);
    a[14 * k + 2] = dls_test::kNan<float>;  // the last row: its panel is filled up with zeros
    std::vector<float> c(m * n);
    packed({a.data(), b.data(), c.data(), m, n, k}, simd);
    CAPTURE(name(simd));
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j) REQUIRE(std::isnan(c[i * n + j]) == (i == 14));
  }
}

TEST_CASE("DLS_ISA chooses") {
  const Simd best = best_simd();
  CHECK(available(best));
  CHECK(available_simd().front() == Simd::portable);
  for (const Simd simd : available_simd()) CHECK(lanes(simd) * 4 <= 64);
}
