// What every test includes: doctest, the comparison of numbers, the seed.
#pragma once
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "common/core/compare.hpp"

namespace dls_test {

template <class T>
constexpr T kNan = std::numeric_limits<T>::quiet_NaN();

/// The seed of a test's random inputs: DLS_TEST_SEED (as `learn check --seed N` sets it), else 1.
inline std::uint64_t seed() {
  const char* text = std::getenv("DLS_TEST_SEED");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

}  // namespace dls_test

/// Compares numbers through common/core/compare and prints its message on failure:
/// CHECK_SAME(got, want, dls::ulps(1)).
#define CHECK_SAME(got, want, tolerance)                                             \
  do {                                                                               \
    const ::dls::Comparison dls_result = ::dls::compare(got, want, tolerance);       \
    CHECK_MESSAGE(dls_result.ok, #got " against " #want ": " << dls_result.message); \
  } while (false)

/// The same, and ends the test case on failure.
#define REQUIRE_SAME(got, want, tolerance)                                             \
  do {                                                                                 \
    const ::dls::Comparison dls_result = ::dls::compare(got, want, tolerance);         \
    REQUIRE_MESSAGE(dls_result.ok, #got " against " #want ": " << dls_result.message); \
  } while (false)
