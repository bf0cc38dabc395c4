// 04.7: figures of long, large, small and damaged tensors against sums in double.
#include DLS_EXERCISE

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

std::vector<dls::F16> halves(const std::vector<float>& x) {
  std::vector<dls::F16> result;
  for (const float value : x) result.push_back(dls::to_f16(value));
  return result;
}

std::vector<dls::F16> random_halves(std::size_t n, float low, float high, std::uint64_t id) {
  dls::Rng rng(dls_test::seed(), "04.7", id);
  std::vector<float> x(n);
  for (float& value : x)
    value = static_cast<float>(rng.uniform(static_cast<double>(low), static_cast<double>(high)));
  return halves(x);
}

Statistics in_double(const std::vector<dls::F16>& x) {
  Statistics s;
  for (const dls::F16 h : x) {
    const double value = static_cast<double>(dls::to_float(h));
    s.mean += value / static_cast<double>(x.size());
    s.rms += value * value / static_cast<double>(x.size());
  }
  s.rms = std::sqrt(s.rms);
  return s;
}

const dls::Tolerance kClose =
    dls::within(1e-3, 1e-12, "sums in float or double; each number is one of fp16 already");

void check(const std::vector<dls::F16>& x) {
  const Statistics got = statistics(x), want = in_double(x);
  CHECK_SAME(got.mean, want.mean, kClose);
  CHECK_SAME(got.rms, want.rms, kClose);
  CHECK(got.usable);
}

}  // namespace

TEST_CASE("nothing, one number, a few") {
  const Statistics none = statistics({});
  CHECK_SAME(none.mean, 0.0, dls::bitwise());
  CHECK_SAME(none.rms, 0.0, dls::bitwise());
  CHECK(none.usable);
  check(halves({-0.75F}));
  check(halves({1, -2, 3.5F}));
}

TEST_CASE("100,000 ones") {
  const Statistics got = statistics(halves(std::vector<float>(100000, 1)));
  if (std::abs(got.mean - 0.02048) < 1e-6)
    FAIL(
        "the mean of 100,000 ones is 0.02: the sum stands still at 2048, where fp16 numbers are 2 "
        "apart. "
        << "Keep it in float or double");
  if (std::abs(got.mean - 1) > 1e-6 && got.mean < 0.9)
    FAIL("the mean of 100,000 ones is " << got.mean << ": the sum stands still somewhere");
  if (std::abs(got.rms - 1) > 1e-3)
    FAIL("the root mean square of 100,000 ones is "
         << got.rms << ": the sum of the squares stands still, or is kept in fp16");
  CHECK_SAME(got.mean, 1.0, kClose);
}

TEST_CASE("numbers around 300") {
  const auto x = random_halves(4097, 250, 350, 1);
  const Statistics got = statistics(x);
  if (!std::isfinite(got.rms))
    FAIL("numbers around 300: the root mean square is "
         << got.rms << "; 300 * 300 does not fit into fp16, whose "
         << "largest number is 65504");
  check(x);
}

TEST_CASE("numbers around 0.0001") {
  const auto x = random_halves(1001, 5e-5F, 1.5e-4F, 2);
  const Statistics got = statistics(x);
  if (got.rms < 1e-5)
    FAIL("numbers around 0.0001: the root mean square is "
         << got.rms << "; their squares, 1e-8, are below the smallest "
         << "number of fp16");
  check(x);
}

TEST_CASE("numbers of both signs, many of them") {
  check(random_halves(65537, -1, 3, 3));
  check(random_halves(30001, -60000, 65000, 4));
}

TEST_CASE("NaN and infinity are not usable, the largest number is") {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const std::size_t place : {0, 17, 99}) {
    std::vector<float> x(100, 0.5F);
    x[place] = dls_test::kNan<float>;
    CHECK_MESSAGE(
        !statistics(halves(x)).usable,
        "number " << place << " of 100 is NaN, and the tensor is called usable: every comparison "
                  << "with NaN is false, so ask for what is right, not for what is wrong");
    x[place] = infinity;
    CHECK_MESSAGE(!statistics(halves(x)).usable,
                  "number " << place << " is infinite, which is not usable");
    x[place] = -infinity;
    CHECK_MESSAGE(!statistics(halves(x)).usable, "number " << place << " is -infinite, not usable");
    x[place] = -65504;
    CHECK_MESSAGE(statistics(halves(x)).usable,
                  "-65504 is the largest magnitude of fp16, a number like all others: usable");
  }
}
