// fp8 and fp4: tables written down from the definition of the formats (Open Compute Project, "8-bit
// Floating Point Specification" and "Microscaling Formats"), and encoding by search in them.
#include <algorithm>
#include <limits>

#include "chapters/04_floating_point/5_limits.hpp"
#include "tests/chapters/04_floating_point/helpers.hpp"

using namespace ch04_test;
using namespace dls::ch04;

namespace {

/// The numbers of the patterns with sign 0, in order: what the definition says, with no code of the
/// chapter. Entry i is pattern i.
std::vector<double> table(int exponent_bits, int fraction_bits, int bias, int count) {
  std::vector<double> values;
  for (int pattern = 0; pattern < count; ++pattern) {
    const int fractions = 1 << fraction_bits;
    const int exponent = pattern / fractions, fraction = pattern % fractions;
    double value = exponent == 0 ? static_cast<double>(fraction) / fractions
                                 : 1 + static_cast<double>(fraction) / fractions;
    for (int i = 0; i < std::max(exponent, 1); ++i) value *= 2;
    for (int i = 0; i < bias; ++i) value /= 2;
    values.push_back(value);
  }
  REQUIRE(count <= 1 << (exponent_bits + fraction_bits));
  return values;
}

struct Case {
  Format format;
  std::vector<double> values;  // finite ones
  double first_beyond;         // the number that would follow the largest
  Bits beyond;                 // what too large becomes when it does not saturate
};

std::vector<Case> cases() {
  return {{kE4m3, table(4, 3, 7, 127), 480, 0x7f},
          {kE5m2, table(5, 2, 15, 124), 65536, 0x7c},
          {kE2m1, table(2, 1, 1, 8), 8, 7}};
}

/// The nearest pattern by search; from the middle the even one.
Bits by_search(const Case& c, double x, Overflow overflow) {
  std::vector<double> values = c.values;
  values.push_back(c.first_beyond);
  x = std::min(x, c.first_beyond);  // so that the differences below are exact
  Bits best = 0;
  for (Bits i = 0; i < values.size(); ++i) {
    const double closer = std::abs(values[i] - x) - std::abs(values[best] - x);
    if (closer < 0 || (closer == 0 && i % 2 == 0)) best = i;
  }
  if (best < c.values.size()) return best;
  return overflow == Overflow::saturate ? c.values.size() - 1 : c.beyond;
}

}  // namespace

TEST_CASE("every pattern is the number of the definition, and comes back") {
  for (const Case& c : cases()) {
    CAPTURE(c.format.name);
    const Bits patterns = Bits{1} << c.format.bits();
    int nan = 0, infinite = 0;
    for (Bits bits = 0; bits < patterns; ++bits) {
      const double got = decode(c.format, bits);
      const Bits magnitude = bits & c.format.last();
      nan += std::isnan(got) ? 1 : 0;
      infinite += std::isinf(got) ? 1 : 0;
      if (magnitude >= c.values.size()) {
        CHECK_FALSE(std::isfinite(got));
        continue;
      }
      const double want = bits == magnitude ? c.values[magnitude] : -c.values[magnitude];
      require_same("decode", static_cast<double>(bits), bits_of(got), bits_of(want));
      require_same("round trip", got, encode(c.format, got), bits);
    }
    CHECK(nan == (c.format.top == Top::ieee ? 6 : c.format.top == Top::one_nan ? 2 : 0));
    CHECK(infinite == (c.format.top == Top::ieee ? 2 : 0));
  }
}

TEST_CASE("encoding finds the nearest: middles, their neighbours, and random numbers") {
  for (const Case& c : cases()) {
    std::vector<double> x = {c.first_beyond, 1e6, 1e300, 1e-300, c.values[1] / 2, c.values[1] / 4};
    std::vector<double> values = c.values;
    values.push_back(c.first_beyond);
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      const double middle = (values[i] + values[i + 1]) / 2;
      for (const double y :
           {values[i], middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e9)})
        x.push_back(y);
    }
    dls::Rng rng(dls_test::seed(), "fp8");
    for (int i = 0; i < 5000; ++i)
      x.push_back(std::ldexp(rng.uniform(1, 2), static_cast<int>(rng.below(40)) - 20));
    for (const double y : x)
      for (const Overflow overflow : {Overflow::to_infinity, Overflow::saturate}) {
        const How how{Rounding::nearest_even, overflow};
        const Bits want = by_search(c, y, overflow);
        require_same(c.format.name, y, encode(c.format, y, how), want);
        require_same(c.format.name, -y, encode(c.format, -y, how), want | c.format.sign());
      }
  }
  CHECK(true);
}

TEST_CASE("infinity and NaN, saturating and not") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const How saturating{Rounding::nearest_even, Overflow::saturate};
  CHECK(encode(kE5m2, infinity) == 0x7c);
  CHECK(encode(kE5m2, -infinity, saturating) == 0xfb);
  CHECK(encode(kE4m3, infinity) == 0x7f);  // no infinity: NaN
  CHECK(encode(kE4m3, infinity, saturating) == 0x7e);
  CHECK(encode(kE2m1, -infinity) == 0xf);  // neither infinity nor NaN: the largest
  CHECK((encode(kE5m2, nan, saturating) & 0x7f) > 0x7c);
  CHECK((encode(kE4m3, nan, saturating) & 0x7f) == 0x7f);
  const std::string said = dls_test::error_of([&] { encode(kE2m1, nan); });
  CHECK(dls_test::holds(said, "has no NaN"));
}
