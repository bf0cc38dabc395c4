// expect: it gives one batch where there is no sample
// Zero is forgotten.
#pragma once
#include <doctest/doctest.h>

#include "common/core/error.hpp"

int batches(int samples, int size);

TEST_CASE("batches") {
  CHECK(batches(8, 4) == 2);
  CHECK(batches(9, 4) == 3);
  CHECK_THROWS_AS(batches(8, 0), dls::Error);
  CHECK_THROWS_AS(batches(-1, 4), dls::Error);
}
