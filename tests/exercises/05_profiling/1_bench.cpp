// 05.1: a made-up machine with slow first calls, wild values and drift, on a clock of its own.
#include DLS_EXERCISE

#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

/// A machine whose calls cost virtual time.
struct Machine {
  double now = 100;
  double drift = 0;  // each second makes it slower by this part
  int calls = 0;

  Clock clock() {
    return [this] { return now; };
  }
  void take(double seconds) {
    now += seconds * (1 + drift * (now - 100));
    ++calls;
  }
};

/// Calls that take the listed times, one after the other.
Call scripted(Machine& m, const std::vector<double>& times, int& next) {
  return [&m, times, &next] { m.take(times.at(static_cast<std::size_t>(next++))); };
}

}  // namespace

TEST_CASE("the calls that warm up do not count") {
  Machine m;
  int next = 0;
  const std::vector<double> times = {22, 22, 22, 22, 22, 22, 1, 2, 3};
  const double got = typical_time(m.clock(), scripted(m, times, next), 6, 3);
  if (got > 3) FAIL("the calls that warm up must not count: got " << got << " s, want 2");
  CHECK_SAME(got, 2.0, dls::within(1e-12, 0, "sums of eighths"));
  CHECK(m.calls == 9);
}

TEST_CASE("one wild value does not move the result") {
  Machine m;
  int next = 0;
  const double got = typical_time(m.clock(), scripted(m, {1, 3, 500, 2, 4}, next), 0, 5);
  if (got > 100)
    FAIL("one wild value moved the result: got "
         << got << ", the mean over a whole loop or over all times; want the median, 3");
  CHECK_SAME(got, 3.0, dls::within(1e-12, 0, "sums of eighths"));
}

TEST_CASE("the middle one when sorted") {
  Machine m;
  int next = 0;
  const double got = typical_time(m.clock(), scripted(m, {1, 4, 16, 2, 8}, next), 0, 5);
  if (got == 16) FAIL("16 was measured in the middle; sort the times first, then take the middle");
  CHECK_SAME(got, 4.0, dls::within(1e-12, 0, "sums of eighths"));
}

TEST_CASE("of an even number, the mean of the two in the middle") {
  Machine m;
  int next = 0;
  const double got = typical_time(m.clock(), scripted(m, {1, 4, 16, 2}, next), 0, 4);
  if (got == 4 || got == 2)
    FAIL("of an even number the median is the mean of the two in the middle: 3, got " << got);
  CHECK_SAME(got, 3.0, dls::within(1e-12, 0, "sums of eighths"));
}

TEST_CASE("one round, no warm-up; and nothing to do") {
  Machine m;
  int next = 0;
  CHECK_SAME(typical_time(m.clock(), scripted(m, {7}, next), 0, 1), 7.0,
             dls::within(1e-12, 0, "one difference"));
  const Call call = [&] { m.take(1); };
  for (const auto& [warm_up, rounds] : {std::pair(-1, 3), std::pair(2, 0), std::pair(2, -5)}) {
    const bool said =
        !dls_test::error_of([&] { typical_time(m.clock(), call, warm_up, rounds); }).empty() &&
        !dls_test::error_of([&] { time_ratio(m.clock(), call, call, warm_up, rounds); }).empty();
    CHECK_MESSAGE(said, "no dls::Error for " << warm_up << " calls and " << rounds << " rounds");
  }
}

TEST_CASE("the ratio, on a machine without drift") {
  Machine m;
  const double got = time_ratio(m.clock(), [&] { m.take(0.25); }, [&] { m.take(0.5); }, 2, 7);
  if (got > 0.4 && got < 0.6)
    FAIL("upside down: b takes twice as long, so the ratio is 2, not 0.5");
  CHECK_SAME(got, 2.0, dls::within(1e-9, 0, "a ratio of sums"));
  CHECK(m.calls == 18);
}

TEST_CASE("the first call of each is slow") {
  Machine m;
  int calls_a = 0, calls_b = 0;
  const double got = time_ratio(
      m.clock(), [&] { m.take(++calls_a <= 2 ? 22 : 1); }, [&] { m.take(++calls_b <= 2 ? 99 : 1); },
      2, 9);
  if (got > 1.01 || got < 0.99)
    FAIL("the first call of each must not count: the ratio is 1, got " << got);
  CHECK(calls_a == 11);
  CHECK(calls_b == 11);
}

TEST_CASE("10 % of drift is no gain") {
  for (const int rounds : {10, 11, 30, 101}) {
    Machine m;
    m.drift = 0.1 / (2 * rounds + 6);
    const double same = time_ratio(m.clock(), [&] { m.take(1); }, [&] { m.take(1); }, 3, rounds);
    if (same > 1.01 || same < 0.99)
      FAIL("drift reported as gain: a and b take the same time, but the ratio is "
           << same << ", because the machine was slower when the second of them was measured");
    CHECK_SAME(same, 1.0, dls::within(0.01, 0, "what the statement promises"));
    const double other =
        time_ratio(m.clock(), [&] { m.take(1); }, [&] { m.take(0.95); }, 3, rounds);
    CHECK_SAME(other, 0.95, dls::within(0.01, 0, "what the statement promises"));
  }
}

TEST_CASE("noise with wild values, from the seed") {
  dls::Rng rng(dls_test::seed(), "05.1");
  Machine m;
  m.drift = 1e-4;
  const auto noisy = [&](double seconds) {
    return [&m, &rng, seconds] {
      m.take(seconds * (1 + 0.02 * rng.uniform()) * (rng.below(20) == 0 ? 30 : 1));
    };
  };
  const double got = time_ratio(m.clock(), noisy(1), noisy(1.5), 3, 201);
  if (got > 1.6 || got < 1.4)
    FAIL("one call in twenty takes 30 times as long, and moved the ratio to "
         << got << "; the truth is 1.5: take a median, of the times or of the rounds' ratios");
  CHECK_SAME(got, 1.5, dls::within(0.01, 0, "noise of 2 %, 201 rounds"));
}
