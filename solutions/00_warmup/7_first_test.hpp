// 00.7  Write a test that can fail: solution
//
// Each check stands for a mistake. 9 / 4 catches who rounds down and drops the last samples; 8 / 4
// who always adds one batch for a rest that is not there; 3 / 4 who rounds to the nearest; 0 who
// gives nothing a batch; 1 / 1 nobody in particular, but it is the smallest case there is. And a
// size of 0 must not be answered with a number, nor with a crash.
#pragma once
#include <doctest/doctest.h>

#include "common/core/error.hpp"

int batches(int samples, int size);

TEST_CASE("every sample gets its turn, and no batch is empty") {
  CHECK(batches(8, 4) == 2);
  CHECK(batches(9, 4) == 3);
  CHECK(batches(11, 4) == 3);
  CHECK(batches(1, 1) == 1);
  CHECK(batches(3, 4) == 1);
  CHECK(batches(0, 4) == 0);
}

TEST_CASE("what makes no sense is refused") {
  CHECK_THROWS_AS(batches(8, 0), dls::Error);
  CHECK_THROWS_AS(batches(8, -1), dls::Error);
  CHECK_THROWS_AS(batches(-1, 4), dls::Error);
}
