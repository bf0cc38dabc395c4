#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "mean.hpp"

// [test]
TEST_CASE("the mean of a few numbers") {
  CHECK(mean({1, 2, 6}) == 3);
  CHECK(mean({4}) == 4);
}

TEST_CASE("no numbers have no mean") {
  CHECK_THROWS_AS(mean({}), std::invalid_argument);
}
// [/test]
