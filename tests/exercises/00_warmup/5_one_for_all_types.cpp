// 00.5: the same scheme in several types, at compile time and at run time.
#include DLS_EXERCISE

#include <array>
#include <complex>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

// Whether the compiler can run polynomial() itself. Asked in a template, so that "no" is an answer
// and not an error.
template <class T>
constexpr bool runs_in_the_compiler =
    requires { typename std::bool_constant<polynomial(std::array<T, 2>{1, 2}, T{3}) == T{7}>; };

template <class T>
std::array<T, 5> coefficients(dls::Rng& rng) {
  std::array<T, 5> c;
  for (T& value : c) value = static_cast<T>(rng.uniform(-2, 2));
  return c;
}

}  // namespace

TEST_CASE("the value of a polynomial") {
  CHECK(polynomial(std::array{2, 0, 3}, 10) == 302);  // 2 + 3 x^2
  CHECK(polynomial(std::array{7}, 10) == 7);
  if (polynomial(std::array{2, 0, 3}, 10) == 203)
    FAIL("c[0] belongs to x^0: the scheme begins with the last coefficient");
  CHECK(polynomial(std::array{1, 1, 1, 1}, -1) == 0);
}

TEST_CASE("no coefficients") { CHECK(polynomial(std::array<int, 0>{}, 10) == 0); }

TEST_CASE("float is computed in float") {
  dls::Rng rng(dls_test::seed(), "00.5 float");
  for (int trial = 0; trial < 20; ++trial) {
    const std::array<float, 5> c = coefficients<float>(rng);
    const auto x = static_cast<float>(rng.uniform(0.5, 2));
    const float by_hand = (((c[4] * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];
    const double d = x;
    const double wide = (((c[4] * d + c[3]) * d + c[2]) * d + c[1]) * d + c[0];
    const float got = polynomial(c, x);
    if (got != by_hand && got == static_cast<float>(wide))
      FAIL("the float polynomial was computed in double: every variable on the way must be a T");
    CHECK_SAME(got, by_hand, dls::ulps(0));
  }
}

TEST_CASE("double is computed in double") {
  dls::Rng rng(dls_test::seed(), "00.5 double");
  const std::array<double, 5> c = coefficients<double>(rng);
  const double x = rng.uniform(0.5, 2);
  CHECK_SAME(polynomial(c, x), (((c[4] * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0],
             dls::ulps(0));
}

TEST_CASE("types that nobody thought of") {
  using Complex = std::complex<double>;
  const Complex i(0, 1);
  const Complex got = polynomial(std::array<Complex, 3>{Complex(1), Complex(0), Complex(1)}, i);
  CHECK_MESSAGE(got == Complex(0), "1 + x^2 at the imaginary unit is 0");
}

TEST_CASE("the compiler can run it") {
  polynomial(std::array{1, 2}, 3);  // so that the stub says that it is not written
  CHECK_MESSAGE(
      (runs_in_the_compiler<int> && runs_in_the_compiler<double>),
      "the compiler cannot run polynomial(): keep `constexpr`, use only loops and arithmetic");
}
