#include "common/report/ascii.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

TEST_CASE("an image: two characters a pixel, dark to light, rows in order") {
  const std::vector<double> ramp = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  CHECK(dls::ascii_image(ramp, 2, 5) == "  ..::--==\n++**##%%@@\n");
  CHECK(dls::ascii_image(ramp, 5, 2) == "  ..\n::--\n==++\n**##\n%%@@\n");
  CHECK(dls::ascii_image(std::vector<float>{-2, NAN, 4, INFINITY}, 2, 2) == "  ??\n@@??\n");
  CHECK(dls::ascii_image(std::vector<float>{3, 3}, 1, 2) == "    \n");
  CHECK(holds(error_of([&] { dls::ascii_image(ramp, 3, 3); }), "10 values do not make 3 x 3"));
}

TEST_CASE("a scatter: classes have their marks, shared cells are shown, y goes up") {
  const std::string picture =
      dls::ascii_scatter({0, 1, 2, 3, 3, NAN}, {0, 0, 3, 3, 3, 1}, {0, 0, 1, 1, 0, 0}, 4, 3);
  CHECK(picture ==
        "+----+\n"
        "|  x#|\n"
        "|    |\n"
        "|oo  |\n"
        "+----+\n"
        "1 points are not finite and not drawn\n");
  CHECK(error_of([] { dls::ascii_scatter({1}, {1, 2}, {0}); }) != "");
}

TEST_CASE("a curve: highest value on top, means when it is longer than wide, gaps for NaN") {
  CHECK(dls::ascii_curve({4, 3, NAN, 1}, 10, 4) ==
        "         4 |*\n"
        "           | *\n"
        "           |\n"
        "         1 |   *\n");
  CHECK(dls::ascii_curve({0, 2, 5, 7}, 2, 2) ==
        "         6 | *\n"
        "         1 |*\n");
  CHECK(error_of([] { dls::ascii_curve({}); }) != "");
}
