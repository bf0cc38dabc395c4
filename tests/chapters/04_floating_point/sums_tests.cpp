// Where sums stall, and what three ways to add lose; products with short sums.
#include "chapters/04_floating_point/6_sums.hpp"
#include "chapters/04_floating_point/9_products.hpp"
#include "chapters/04_floating_point/fast_math.hpp"
#include "tests/chapters/04_floating_point/helpers.hpp"

using namespace ch04_test;
using namespace dls::ch04;

TEST_CASE("sums of ones stall where the step becomes 2") {
  CHECK_SAME(ones_until_it_stalls(kFp16), 2048.0, dls::bitwise());
  CHECK_SAME(ones_until_it_stalls(kTf32), 2048.0, dls::bitwise());
  CHECK_SAME(ones_until_it_stalls(kBf16), 256.0, dls::bitwise());
  CHECK_SAME(ones_until_it_stalls(kE4m3), 16.0, dls::bitwise());
  // fp32 by the machine's own floats: the steps near 2^24 are enough.
  CHECK_SAME(round_to(kFp32, 16777215.0 + 1), 16777216.0, dls::bitwise());
  CHECK_SAME(round_to(kFp32, 16777216.0 + 1), 16777216.0, dls::bitwise());
  const float sum = 16777216.0F;
  CHECK_SAME(sum + 1.0F, 16777216.0F, dls::bitwise());
}

TEST_CASE("Kahan and pairwise are nearer than naive, and within their bounds") {
  const std::size_t n = 1000003;
  std::vector<float> x(n);
  dls::Rng rng(dls_test::seed(), "sums");
  double exact = 0;
  for (float& value : x) {
    value = static_cast<float>(rng.uniform());
    exact += static_cast<double>(value);
  }
  const double unit = 0x1p-24 * exact;  // all terms are positive
  const auto error = [&](float sum) { return std::abs(static_cast<double>(sum) - exact); };
  CHECK(error(sum_kahan(x)) < 2.5 * unit);
  CHECK(error(sum_pairwise(x)) < 21 * unit);
  CHECK(error(sum_naive(x)) > 4 * error(sum_pairwise(x)));
  CHECK(error(sum_naive(x)) > 4 * unit);
  CHECK_SAME(sum_kahan(std::vector<float>{}), 0.0F, dls::bitwise());
  CHECK_SAME(sum_pairwise(std::vector<float>{}), 0.0F, dls::bitwise());
  for (const std::size_t few : {1, 2, 3, 5, 7}) {
    const std::vector<float> some(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(few));
    double want = 0;
    for (const float value : some) want += static_cast<double>(value);
    CHECK_SAME(sum_kahan(some), want, dls::rounding(dls::Format::f32, 7));
    CHECK_SAME(sum_pairwise(some), want, dls::rounding(dls::Format::f32, 7));
  }
}

TEST_CASE("-ffast-math: NaN is not seen, and Kahan's sum is a naive one; as written neither") {
  const Checks strict = checks_as_written(), fast = checks_under_fast_math();
  const float nan = dls_test::kNan<float>;
  CHECK(strict.is_nan(nan));
  CHECK(strict.differs_from_itself(nan));
  CHECK(strict.refuses(nan, 100));
  CHECK_FALSE(strict.is_nan(1));
  CHECK_FALSE(strict.refuses(1, 100));
  CHECK(strict.refuses(101, 100));
  CHECK_FALSE(fast.is_nan(nan));
  CHECK_FALSE(fast.differs_from_itself(nan));
  CHECK(fast.refuses(101, 100));
  std::vector<float> x(1000003);
  dls::Rng rng(dls_test::seed(), "fast");
  double exact = 0;
  for (float& value : x) {
    value = static_cast<float>(rng.uniform());
    exact += static_cast<double>(value);
  }
  const auto error = [&](const Checks& checks) {
    return std::abs(static_cast<double>(checks.sum_kahan(x.data(), x.size())) - exact);
  };
  CHECK(error(strict) < 2.5 * 0x1p-24 * exact);
  CHECK(error(fast) > 4 * error(strict));
}

TEST_CASE("a product with inputs and sums in a format") {
  const std::vector<float> a = {1, 2, 3}, b = {0.1F, 0.2F, 0.3F};
  const std::vector<float> short_b = rounded(kBf16, b);
  CHECK_SAME(short_b, (std::vector<float>{0.10009765625F, 0.2001953125F, 0.30078125F}),
             dls::bitwise());
  const double exact =
      static_cast<double>(b[0]) + 2 * static_cast<double>(b[1]) + 3 * static_cast<double>(b[2]);
  CHECK_SAME(dot_in(kFp64, a.data(), b.data(), 3), exact, dls::ulps(2));
  const std::vector<float> ones(5000, 1);
  CHECK_SAME(dot_in(kFp16, ones.data(), ones.data(), 5000), 2048.0, dls::bitwise());
  CHECK_SAME(dot_in(kFp32, ones.data(), ones.data(), 5000), 5000.0, dls::bitwise());
}
