// expect: your tests let a wrong function pass
// A check that nothing can fail.
#pragma once
#include <doctest/doctest.h>

#include "common/core/error.hpp"

int batches(int samples, int size);

TEST_CASE("batches") { CHECK(batches(9, 4) == batches(9, 4)); }
