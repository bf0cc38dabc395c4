// 04.3: both sums against a sum in exact integers, within the bounds of Higham's book.
#include DLS_EXERCISE

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

template <class Real>
struct Terms {
  std::vector<Real> x;
  double exact = 0;  // their sum, rounded once
  double size = 0;   // the sum of their magnitudes
};

/// n whole numbers times 2^-20 (float) or 2^-48 (double), with all the bits that Real can hold: 64
/// bits add them up without an error.
template <class Real>
Terms<Real> random_terms(std::size_t n, bool positive, std::uint64_t id) {
  constexpr int bits = std::numeric_limits<Real>::digits == 24 ? 24 : 44;
  dls::Rng rng(dls_test::seed(), "04.3", id);
  Terms<Real> t;
  std::int64_t exact = 0, size = 0;
  for (std::size_t i = 0; i < n; ++i) {
    auto whole = static_cast<std::int64_t>(std::ldexp(rng.uniform(0.1, 1), bits));
    if (!positive && rng.below(2) == 1) whole = -whole;
    exact += whole;
    size += std::abs(whole);
    t.x.push_back(static_cast<Real>(std::ldexp(static_cast<double>(whole), 4 - bits)));
  }
  t.exact = std::ldexp(static_cast<double>(exact), 4 - bits);
  t.size = std::ldexp(static_cast<double>(size), 4 - bits);
  return t;
}

template <class Real>
double rounding() {
  return static_cast<double>(std::numeric_limits<Real>::epsilon()) / 2;
}

template <class Real>
double naive_error(const Terms<Real>& t) {
  Real sum = 0;
  for (const Real value : t.x) sum += value;
  return std::abs(static_cast<double>(sum) - t.exact);
}

template <class Real>
void check(const char* name, Real (*sum)(const Real*, std::size_t), double roundings,
           const Terms<Real>& t) {
  const std::size_t n = t.x.size();
  const auto got = static_cast<double>(sum(t.x.data(), n));
  const double error = std::abs(got - t.exact);
  // 1e-15: what is left of the exact sum when it is written down as a double.
  const double bound = roundings * rounding<Real>() * t.size + 1e-15 * std::abs(t.exact);
  if (error <= bound) return;
  const std::string facts = fmt::format(
      "{} of n = {}: got {:.9g}, want {:.9g}, error {:.2g}, at most "
      "{:.2g}",
      name, n, got, t.exact, error, bound);
  if (!std::isfinite(got)) FAIL(facts << ": is something read that is not there?");
  for (std::size_t left_out = 1; left_out <= 3 && left_out <= n; ++left_out) {
    double without = t.exact;
    for (std::size_t i = n - left_out; i < n; ++i) without -= static_cast<double>(t.x[i]);
    if (std::abs(got - without) <= bound && std::abs(got - t.exact) > 10 * bound)
      FAIL(facts << ": " << (left_out == 1 ? "the last number is" : "the last numbers are")
                 << " missing; an odd number out must go into one of the halves");
  }
  const double naive = naive_error(t);
  if (error > 1.5 * naive)
    FAIL(facts << ": the error grew, the naive sum has " << naive
               << "; is the sign of what was lost right?");
  if (error > 0.5 * naive)
    FAIL(facts << ": that is no better than adding from the left to the right");
  FAIL(facts);
}

template <class Real>
void check_both(std::size_t n, bool positive) {
  const Terms<Real> t = random_terms<Real>(n, positive, n);
  const double levels = n < 2 ? 0 : std::ceil(std::log2(static_cast<double>(n)));
  check<Real>("sum_pairwise", sum_pairwise<Real>, levels + (n > 32 ? 26 : 0), t);
  check<Real>("sum_kahan", sum_kahan<Real>, 2.5, t);
}

}  // namespace

TEST_CASE("no number, one number, a few") {
  CHECK_SAME(sum_pairwise<float>(nullptr, 0), 0.0F, dls::bitwise());
  CHECK_SAME(sum_kahan<float>(nullptr, 0), 0.0F, dls::bitwise());
  for (const std::size_t n : {1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 100}) {
    check_both<float>(n, true);
    check_both<float>(n, false);
    check_both<double>(n, false);
  }
}

TEST_CASE("a million numbers and three") {
  check_both<float>(1000003, true);
  check_both<float>(1000003, false);
}

TEST_CASE("doubles: there is nothing wider to add them up in") { check_both<double>(300007, true); }

TEST_CASE("ones beyond 2^24, where a float sum stalls") {
  const std::vector<float> ones(65537, 1024);
  const double want = 65537.0 * 1024;
  const double pairwise = static_cast<double>(sum_pairwise(ones.data(), ones.size()));
  const double kahan = static_cast<double>(sum_kahan(ones.data(), ones.size()));
  CHECK_SAME(pairwise, want, dls::within(1e-6, 0, "17 levels of additions"));
  CHECK_SAME(kahan, want, dls::within(1.3e-7, 0, "two roundings"));
  std::vector<float> small(1 << 20, 1);
  small[0] = 0x1p24F;  // 2^24 + 1 is no float: naive addition loses every 1
  const double sum = static_cast<double>(sum_kahan(small.data(), small.size()));
  CHECK_MESSAGE(std::abs(sum - (0x1p24 + (1 << 20) - 1)) <= 2,
                "2^24 and a million ones: got " << sum << ", want " << 0x1p24 + (1 << 20) - 1
                                                << "; what each addition loses must be kept");
}
