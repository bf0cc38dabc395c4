// 06.5: the stated numbers against loops and small simulations.
#include DLS_EXERCISE

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "tests/support/check.hpp"

TEST_CASE("faults") {
  double want = 0;
  for (std::int64_t byte = 0; byte < 64 << 20; byte += 4096) ++want;
  const double got = prediction().faults;
  if (got == want / 4) FAIL("64 MiB are 65,536 KiB, and a page has 4 of them");
  if (got == 64.0 * 1024 * 1024) FAIL("a fault brings a whole page: the other 4095 bytes are free");
  CHECK_SAME(got, want, dls::bitwise());
}

TEST_CASE("lines") {
  std::set<int> lines;
  for (int i = 0; i < 1'000'000; i += 4) lines.insert(i * 4 / 64);
  const double want = static_cast<double>(lines.size()), got = prediction().lines;
  if (got == 250'000) FAIL("that is how many numbers are read; four of them lie on each line");
  if (got == want / 4)
    FAIL("a line comes whole or not at all: each of them holds a number that is read");
  CHECK_SAME(got, want, dls::bitwise());
}

TEST_CASE("peak") {
  const double got = prediction().peak, want = 3.0 * 2 * (16 + 16);
  if (got == want / 2)
    FAIL("a multiply-add is two FLOP, or there are two of them in a cycle: count both");
  if (got == want / 16) FAIL("each instruction works on 16 numbers");
  CHECK_SAME(got, want, dls::bitwise());
}

TEST_CASE("intensity") {
  double flop = 0, bytes = 0;
  for (int i = 0; i < 1000; ++i) flop += 2, bytes += 2 * sizeof(float);
  const double got = prediction().intensity;
  if (got == 0.5) FAIL("two vectors are read: 8 bytes for each pair, not 4");
  if (got == 0.125) FAIL("a product and its addition are two FLOP");
  CHECK_SAME(got, flop / bytes, dls::bitwise());
}

TEST_CASE("attainable") {
  const double got = prediction().attainable;
  if (got == 200)
    FAIL("the arithmetic could, but 25 GB/s do not bring enough numbers: take the smaller");
  if (got == 12.5) FAIL("FLOP for each byte TIMES bytes a second");
  CHECK_SAME(got, std::min(200.0, 2 * 25.0), dls::bitwise());
}

TEST_CASE("speed_up") {
  double time = 0.05;  // the part that one does; then 16 shares of the rest, at the same time
  time += 0.95 / 16;
  const double got = prediction().speed_up;
  if (std::abs(got - 15.25) < 0.01) FAIL("that is Gustafson's: the same TIME, more work");
  if (got == 20) FAIL("that is the limit for ever more workers; with 16 it is less");
  CHECK_SAME(got, 1 / time, dls::within(0, 0.006, "two decimals are asked for"));
}

TEST_CASE("best_workers") {
  double best = 1, most = 0;
  for (double n = 1; n < 500; ++n) {
    const double s = n / (1 + 0.04 * (n - 1) + 0.0006 * n * (n - 1));
    if (s > most) most = s, best = n;
  }
  const double got = prediction().best_workers;
  if (got == 25) FAIL("1 / sigma is the limit of the speed-up, not a number of workers");
  CHECK_SAME(got, best, dls::bitwise());
}

TEST_CASE("seconds") {
  std::vector<double> free(4, 0.0);
  for (int document = 0; document < 10; ++document)
    *std::min_element(free.begin(), free.end()) += 0.1;
  const double got = prediction().seconds;
  if (std::abs(got - 0.25) < 1e-9)
    FAIL(
        "a quarter of the whole: but in the last round two workers have nothing to do, and it "
        "takes "
        "as long as the others");
  CHECK_SAME(got, *std::max_element(free.begin(), free.end()),
             dls::within(1e-9, 0, "a sum of three tenths"));
}
