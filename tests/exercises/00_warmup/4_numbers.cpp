// 00.4: the stated values against what the program computes.
#include DLS_EXERCISE

#include <vector>

#include "tests/support/check.hpp"

namespace {

// Computed at run time, from these.
volatile int seven = 7, two = 2, three = 3, one = 1;

}  // namespace

TEST_CASE("half") {
  const double got = prediction().half;
  if (got == 3.5 || got == 4) FAIL("two ints are divided as whole numbers: Python's //, not its /");
  const int half = seven / two;
  CHECK_SAME(got, static_cast<double>(half), dls::bitwise());
}

TEST_CASE("negative_half") {
  const double got = prediction().negative_half;
  if (got == -4) FAIL("-4 is Python's answer, rounded down; C++ rounds towards zero");
  const int half = -seven / two;
  CHECK_SAME(got, static_cast<double>(half), dls::bitwise());
}

TEST_CASE("remainder") {
  const double got = prediction().remainder;
  if (got == 2) FAIL("2 is Python's answer; in C++ the remainder has the sign of the -7");
  CHECK_SAME(got, static_cast<double>(-seven % three), dls::bitwise());
}

TEST_CASE("mean") {
  const double m = (one + two) / two;  // NOLINT(bugprone-integer-division): it is the question
  const double got = prediction().mean;
  if (got == 1.5) FAIL("the division is over before the double sees its result");
  CHECK_SAME(got, m, dls::bitwise());
}

TEST_CASE("cut") {
  const double exact = 2.9;
  const int i = static_cast<int>(exact);
  const double got = prediction().cut;
  if (got == 3) FAIL("the fraction is cut off, not rounded: std::lround rounds");
  CHECK_SAME(got, static_cast<double>(i), dls::bitwise());
}

TEST_CASE("below_zero") {
  const std::vector<int> v;
  const auto n = static_cast<unsigned>(v.size());
  const double got = prediction().below_zero;
  if (got == -1) FAIL("an unsigned number has no -1: below 0 it begins again at the largest");
  CHECK_SAME(got, static_cast<double>(n - 1), dls::bitwise());
}

TEST_CASE("in_float") {
  volatile float f = 16777216.0f;
  f = f + 1.0f;
  const double got = prediction().in_float;
  if (got == 16777217) FAIL("2^24 + 1 needs 25 binary digits, and a float has 24");
  CHECK_SAME(got, static_cast<double>(f), dls::bitwise());
}

TEST_CASE("tenth") {
  volatile float as_float = 0.1f;
  volatile double as_double = 0.1;
  const double got = prediction().tenth;
  if (got == 1) FAIL("0.1 has no end in binary, and float and double cut it at different places");
  CHECK_SAME(got, static_cast<double>(as_float == as_double), dls::bitwise());
}
