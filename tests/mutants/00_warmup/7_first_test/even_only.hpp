// expect: it rounds down, so that the last samples never get their turn
// Only numbers that divide evenly.
#pragma once
#include <doctest/doctest.h>

#include "common/core/error.hpp"

int batches(int samples, int size);

TEST_CASE("batches") {
  CHECK(batches(8, 4) == 2);
  CHECK(batches(4, 4) == 1);
  CHECK(batches(0, 4) == 0);
  CHECK_THROWS_AS(batches(8, 0), dls::Error);
  CHECK_THROWS_AS(batches(-1, 4), dls::Error);
}
