// 00.1: who sees a change, and who does not.
#include DLS_EXERCISE

#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

std::vector<double> random_numbers(std::size_t n, const char* purpose) {
  dls::Rng rng(dls_test::seed(), purpose);
  std::vector<double> x(n);
  for (double& value : x) value = rng.uniform(1, 2);
  return x;
}

std::vector<double> product(const std::vector<double>& x, double factor) {
  std::vector<double> y;
  for (std::size_t i = 0; i < x.size(); ++i) y.push_back(x[i] * factor);
  return y;
}

}  // namespace

TEST_CASE("scale_in_place changes the caller's numbers") {
  for (const std::size_t n : {5u, 1u, 0u}) {
    CAPTURE(n);
    const std::vector<double> before = random_numbers(n, "00.1 in place");
    std::vector<double> x = before;
    scale_in_place(x, -3);
    if (n > 0 && x == before)
      FAIL(
          "the caller's numbers are as they were: a copy was scaled, of the vector or of each "
          "number");
    CHECK_SAME(x, product(before, -3), dls::bitwise());
  }
}

TEST_CASE("scaled leaves its argument alone") {
  for (const std::size_t n : {4u, 1u, 0u}) {
    CAPTURE(n);
    const std::vector<double> before = random_numbers(n, "00.1 scaled");
    // Not const: a scaled() that takes a reference must compile.
    std::vector<double> x(before.begin(), before.end());
    const std::vector<double> y = scaled(x, 2.5);
    if (n > 0 && x != before) FAIL("scaled() changed its argument: a reference is no copy");
    CHECK_SAME(y, product(before, 2.5), dls::bitwise());
  }
}

TEST_CASE("row_of is a view into the matrix") {
  constexpr std::size_t rows = 4, columns = 3;
  std::vector<double> m = random_numbers(rows * columns, "00.1 row");
  const std::vector<double> before = m;
  for (std::size_t r = 0; r < rows; ++r) {
    CAPTURE(r);
    auto row = row_of(m, columns, r);
    REQUIRE(row.size() == columns);
    const std::vector<double> got(row.begin(), row.end());
    const auto at = before.begin() + static_cast<std::ptrdiff_t>(r * columns);
    const std::vector<double> want(at, at + columns);
    if (r > 0 && got[0] != want[0] && got[0] == before[r])
      FAIL("row " << r << " begins after " << r << " whole rows, which are r * columns numbers");
    REQUIRE_SAME(got, want, dls::bitwise());
    row[1] = 100;
    if (m[r * columns + 1] != 100)
      FAIL("row_of gave a copy: writing into the row must write into the matrix");
    m[r * columns + 1] = before[r * columns + 1];
  }
}
