// expect: your tests hold no check
// It runs the function and looks away.
#pragma once
#include <doctest/doctest.h>

#include "common/core/error.hpp"

int batches(int samples, int size);

TEST_CASE("batches") { batches(8, 4); }
