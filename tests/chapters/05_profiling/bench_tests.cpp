// The bench harness on the made-up machine of the page: first call, drift, ratio.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "chapters/05_profiling/1_moody_machine.hpp"
#include "common/core/rng.hpp"
#include "common/report/bench.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls::ch05;

TEST_CASE("a first call that takes 22 times as long leaves the median unchanged") {
  for (const int warm_up : {0, 3}) {
    MoodyMachine machine(22, 0, 1);
    dls::BenchOptions options;
    options.warm_up = warm_up;
    options.rounds = 30;
    options.clock = machine.clock();
    const dls::BenchTimes times = dls::bench([&] { machine.run(0.25); }, options);
    CHECK(machine.calls() == 30 + warm_up);
    CHECK_SAME(warm_up > 0 ? times.warm_up.at(0) : times.times.at(0), 5.5,
               dls::within(1e-12, 0, "a difference of clock readings"));
    CHECK_SAME(times.median, 0.25, dls::within(1e-12, 0, "a difference of clock readings"));
  }
}

TEST_CASE("drift of 10 % does not appear in an interleaved A/A ratio, and does in A then B") {
  for (const int rounds : {10, 21, 30, 101}) {
    const double seconds = 2e-3 * rounds + 6e-3;
    MoodyMachine machine(22, 0.1, seconds);
    dls::BenchOptions options;
    options.rounds = rounds;
    options.clock = machine.clock();
    const auto call = [&] { machine.run(1e-3); };
    CHECK_SAME(dls::compare_times(call, call, options).ratio, 1.0,
               dls::within(0.01, 0, "what the page promises"));

    MoodyMachine other(1, 0.1, seconds);
    options.clock = other.clock();
    const auto later = [&] { other.run(1e-3); };
    const double first = dls::bench(later, options).median;
    CHECK(dls::bench(later, options).median / first > 1.03);
  }
}

TEST_CASE("A and B take turns, and who goes first changes") {
  std::string order;
  dls::BenchOptions options;
  options.warm_up = 2;
  options.rounds = 3;
  double now = 0;
  options.clock = [&] { return now; };
  const dls::BenchRatio r = dls::compare_times(
      [&] {
        order += 'a';
        now += 1;
      },
      [&] {
        order += 'b';
        now += 3;
      },
      options);
  CHECK(order == "abbaabbaab");
  CHECK_SAME(r.ratio, 3.0, dls::bitwise());
  CHECK(r.differs());
  CHECK(r.a.times.size() == 3);
  CHECK(r.b.warm_up.size() == 2);
}

TEST_CASE("median and its deviation") {
  CHECK_SAME(dls::median({7, 1, 3}), 3.0, dls::bitwise());
  CHECK_SAME(dls::median({7, 1, 3, 5}), 4.0, dls::bitwise());
  CHECK_SAME(dls::median_deviation({1, 2, 3, 4, 1000}), 1.0, dls::bitwise());
  CHECK(dls_test::holds(dls_test::error_of([] { dls::median({}); }), "no values"));
}

TEST_CASE("the interval of the median: known cases, and 95 of 100") {
  // From tables of the sign test: n = 6: 1st and 6th; n = 10: 2nd and 9th; n = 21: 6th and 16th.
  const auto ranks = [](int n) {
    std::vector<double> values;
    for (int i = n; i > 0; --i) values.push_back(i);
    return dls::median_interval(values);
  };
  CHECK(ranks(3) == std::pair(1.0, 3.0));
  CHECK(ranks(6) == std::pair(1.0, 6.0));
  CHECK(ranks(10) == std::pair(2.0, 9.0));
  CHECK(ranks(21) == std::pair(6.0, 16.0));

  dls::Rng rng(dls_test::seed(), "interval");
  int inside = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<double> values;
    for (int i = 0; i < 21; ++i) values.push_back(-std::log(1 - rng.uniform()));  // skewed
    const auto [low, high] = dls::median_interval(values);
    inside += low <= std::log(2.0) && std::log(2.0) <= high ? 1 : 0;
  }
  CHECK(inside > 0.95 * 2000 - 40);  // 97.3 % is exact for 21 values; 4 standard deviations below
}

TEST_CASE("nothing to measure is a sentence") {
  dls::BenchOptions options;
  options.rounds = 0;
  CHECK(dls_test::holds(dls_test::error_of([&] { dls::bench([] {}, options); }), "0 rounds"));
}
