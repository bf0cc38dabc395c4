// 05.5: the stated numbers against the tools of the chapter, on clocks that the test sets.
#include DLS_EXERCISE

#include <cmath>
#include <vector>

#include "common/models/gpt2.hpp"
#include "common/report/bench.hpp"
#include "common/report/op_recorder.hpp"
#include "tests/support/check.hpp"

namespace {

const dls::Tolerance& three_digits() {
  static const dls::Tolerance t = dls::within(2e-3, 0, "three digits are asked for");
  return t;
}

bool near(double got, double other) { return std::abs(got - other) <= 3e-3 * std::abs(other); }

/// Times the calls that take these many milliseconds.
dls::BenchTimes timed(const std::vector<double>& milliseconds) {
  double now = 0;
  std::size_t next = 0;
  dls::BenchOptions options;
  options.warm_up = 0;
  options.rounds = static_cast<int>(milliseconds.size());
  options.clock = [&] { return now; };
  return dls::bench([&] { now += milliseconds[next++]; }, options);
}

}  // namespace

TEST_CASE("mean and median") {
  const dls::BenchTimes times = timed({22, 1, 1, 1, 1});
  double sum = 0;
  for (const double t : times.times) sum += t;
  if (near(prediction().mean, 1))
    FAIL("that is the median once more: the mean is the sum of all five over five");
  CHECK_SAME(prediction().mean, sum / 5, three_digits());
  CHECK_SAME(prediction().median, times.median, three_digits());
}

TEST_CASE("drift") {
  std::vector<double> a, b;
  for (int i = 0; i < 200; ++i) (i < 100 ? a : b).push_back(1 + 0.1 * i / 199);
  const double want = 100 * (timed(b).median / timed(a).median - 1);
  const double got = prediction().drift;
  if (near(got, 10))
    FAIL("a median lies in the middle of its 100 calls, not at their ends: 2.5 % and 7.5 %");
  if (near(got, 5))
    FAIL("nearly: 7.5 and 2.5 are 5 apart, but the slower one is compared with A, so take a ratio");
  CHECK_SAME(got, want, dls::within(0.02, 0, "4.9 is right, too"));
}

TEST_CASE("samples") {
  const double got = prediction().samples;
  if (got == 1000) FAIL("while it waits it uses no processor time, and is not sampled");
  CHECK_SAME(got, 250.0 * (4 - 1), dls::bitwise());
}

TEST_CASE("self") {
  std::int64_t now = 0;
  dls::OpRecorder recorder(0, [&] { return now; });
  recorder.enter("step", dls::ProfileHook::Kind::scope);
  for (const std::int64_t ms : {12, 11, 19, 7}) {
    recorder.enter("part", dls::ProfileHook::Kind::scope);
    now += ms;
    recorder.leave();
  }
  now = 50;
  recorder.leave();
  std::int64_t want = -1;
  for (const dls::OpRow& row : recorder.rows())
    if (row.text() == "step") want = row.self;
  if (prediction().self == 50) FAIL("its parts are inside it: they are not its own");
  CHECK_SAME(prediction().self, static_cast<double>(want), dls::bitwise());
}

TEST_CASE("overhead") {
  const double got = prediction().overhead;
  if (near(got, 100 * 40e-9 / 60e-6)) FAIL("a step records 30 things, not one");
  if (near(got, 0.02)) FAIL("in percent: a hundredth of the step is 1");
  CHECK_SAME(got, 100 * 30 * 40e-9 / 60e-6, three_digits());
}

TEST_CASE("state_bytes") {
  const double weights = 4.0 * static_cast<double>(dls::parameter_count(dls::gpt_mini()));
  const double got = prediction().state_bytes;
  if (got == weights) FAIL("those are the weights alone");
  if (got == 3 * weights) FAIL("the gradient is missing: each weight has one, and two moments");
  CHECK_SAME(got, 4 * weights, dls::bitwise());
}

TEST_CASE("utilisation") {
  const double got = prediction().utilisation;
  if (near(got, 0.4)) FAIL("in percent");
  CHECK_SAME(got, 100 * (8 / 0.05) / 400, three_digits());
}

TEST_CASE("speedup") {
  const double got = prediction().speedup;
  if (near(got, 1.4)) FAIL("divide by what is left of the step: 60 %");
  CHECK_SAME(got, 1 / (1 - 0.4), three_digits());
}

TEST_CASE("page_faults") {
  const double got = prediction().page_faults;
  if (near(got, 40e6 / 4096)) FAIL("a MiB is 1024 * 1024 bytes");
  CHECK_SAME(got, 40.0 * (1 << 20) / 4096, dls::bitwise());
}
