// 01.6: the stated numbers against computed ones.
#include DLS_EXERCISE

#include <cmath>

#include "tests/support/check.hpp"

namespace {

const auto kAsStated = dls::within(2e-3, 0, "three digits are asked for");

/// mean((10 x)^2) over four numbers, the last of which is x4.
double mean_of_squares(double x4) { return (100.0 + 400.0 + 900.0 + 100 * x4 * x4) / 4; }

}  // namespace

TEST_CASE("parameters") {
  double count = 0;
  const int sizes[] = {81, 56, 1};
  for (int layer = 0; layer < 2; ++layer)
    for (int out = 0; out < sizes[layer + 1]; ++out)
      count += sizes[layer] + 1;  // weights and a bias
  const double got = prediction().parameters;
  if (got == 81 * 56 + 56 * 1)
    FAIL("the biases are missing: every neuron has one more number than it has inputs");
  CHECK_SAME(got, count, dls::bitwise());
}

TEST_CASE("first_loss") {
  const double got = prediction().first_loss;
  if (std::abs(got - std::log10(2.0)) < 2e-3)
    FAIL("cross-entropy uses the natural logarithm: -log(0.5), with e as its base");
  CHECK_SAME(got, -std::log(0.5), kAsStated);
}

TEST_CASE("slope") {
  const double h = 1e-3;
  const double want = (mean_of_squares(4 + h) - mean_of_squares(4 - h)) / (2 * h);
  const double got = prediction().slope;
  if (std::abs(got - 800.0 / 3) < 1)
    FAIL("the mean divides by as many numbers as there are: four here, so 200 x / 4");
  CHECK_SAME(got, want, kAsStated);
}

TEST_CASE("tape_entries") {
  const char* const tape[] = {"variable x", "scale", "square", "mean"};
  const double got = prediction().tape_entries;
  if (got == 3) FAIL("the variable is an entry like every other: backward() has to reach it");
  CHECK_SAME(got, static_cast<double>(std::size(tape)), dls::bitwise());
}

TEST_CASE("loss_runs") {
  const int parameters = 81 * 56 + 56 + 56 + 1;
  const double got = prediction().loss_runs;
  if (got == parameters || got == parameters + 1)
    FAIL("a central difference takes two for every parameter: one above, one below");
  CHECK_SAME(got, 2.0 * parameters, dls::bitwise());
}

TEST_CASE("shared") {
  const double h = 1e-4;
  const double want = (std::pow(2 + h, 3) - std::pow(2 - h, 3)) / (2 * h);
  const double got = prediction().shared;
  if (got == 4 || got == 8)
    FAIL(
        "there are three uses of x in x * x * x, and the tape adds what comes back along each: "
        "x^2 three times");
  CHECK_SAME(got, want, kAsStated);
}
