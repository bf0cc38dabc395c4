// 00.7  Write a test that can fail (about 10 min)
//
// batches(samples, size) says how many batches it takes to go once through `samples` samples,
// `size` at a time. The last batch may be smaller, but every sample gets its turn:
//
//     batches(8, 4) is 2                 batches(9, 4) is 3
//     batches(3, 4) is 1                 batches(0, 4) is 0: no samples, no batch
//     a size below 1, or a negative count of samples, is the caller's error: dls::Error is thrown
//
// This time the function is there, and you write its test. Our check runs your tests against the
// right function, where they must pass, and then against some wrong ones, each with one mistake
// that people really make. Your tests must reject every one of them.
//
// A test case in doctest, the library we use (Python's pytest has the same idea):
//
//     TEST_CASE("what is true") {
//       CHECK(batches(8, 4) == 2);                      // any condition; goes on when it fails
//       CHECK_THROWS_AS(batches(8, 0), dls::Error);     // the call must throw this exception
//     }
//
// As many cases as you like. Four to eight checks are enough. Look at the borders: where a division
// leaves nothing over, where it does, one, zero, and what is not allowed.
//
// Delete the test case that throws when you start.
//
// Check it:  ./learn check 00.7        Stuck:  ./learn hint 00.7
#pragma once
#include <doctest/doctest.h>

#include "common/core/error.hpp"

int batches(int samples, int size);

TEST_CASE("batches") {
  throw dls::NotDone("00.7 first_test: a test that wrong functions do not pass");
}
