// The laws, their fit, the cost model, the roofline, the probes: what the page says in numbers.
#include "chapters/06_parallel_cpu/10_laws.hpp"
#include "chapters/06_parallel_cpu/11_cost_model.hpp"
#include "chapters/06_parallel_cpu/6_cache_probe.hpp"
#include "chapters/06_parallel_cpu/7_first_touch.hpp"
#include "chapters/06_parallel_cpu/9_roofline.hpp"
#include "chapters/06_parallel_cpu/isa.hpp"
#include "common/core/rng.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace {

using namespace dls::ch06;
using dls_test::error_of;
using dls_test::holds;

const dls::Tolerance kExact = dls::within(1e-12, 1e-12, "a handful of roundings in double");

std::vector<Measured> curve(const Usl& usl, double scale, const std::vector<double>& workers) {
  std::vector<Measured> points;
  for (const double n : workers) points.push_back({n, scale * usl.speed_up(n)});
  return points;
}

}  // namespace

TEST_CASE("Amdahl and Gustafson") {
  CHECK_SAME(amdahl(0.05, 16), 1 / (0.05 + 0.95 / 16), kExact);
  CHECK_SAME(amdahl(0, 7), 7.0, kExact);
  CHECK_SAME(amdahl(1, 7), 1.0, kExact);
  CHECK(amdahl(0.05, 1e9) < 20);
  CHECK_SAME(gustafson(0.05, 16), 15.25, kExact);
  CHECK_SAME((Usl{0.05, 0}.speed_up(16)), amdahl(0.05, 16), kExact);
}

TEST_CASE("the fit recovers planted sigma and kappa to 1e-6") {
  const auto to_1e6 = dls::within(0, 1e-6, "exact data: six digits are asked for");
  for (const Usl usl : {Usl{0.05, 0.001}, Usl{0.2, 0.03}, Usl{0, 0.01}, Usl{0.1, 0}, Usl{0, 0}})
    for (const double scale : {1.0, 250.0, 1e-4})
      for (const std::vector<double>& workers :
           {std::vector<double>{1, 2, 3}, {1, 2, 4, 8, 16, 32}, {8, 1, 5}}) {
        const Usl got = fit_usl(curve(usl, scale, workers));
        CAPTURE(usl.sigma);
        CAPTURE(usl.kappa);
        CHECK_SAME(got.sigma, usl.sigma, to_1e6);
        CHECK_SAME(got.kappa, usl.kappa, to_1e6);
      }
}

TEST_CASE("the fit survives noise, and never says what cannot be") {
  dls::Rng rng(dls_test::seed(), "usl noise");
  auto points = curve({0.08, 0.004}, 100, {1, 2, 3, 4, 6, 8, 12, 16, 24, 32});
  for (Measured& m : points)
    if (m.workers > 1) m.throughput *= 1 + 0.01 * rng.uniform(-1, 1);
  const Usl got = fit_usl(points);
  CHECK_SAME(got.sigma, 0.08, dls::within(0, 0.02, "1 % of noise on each point"));
  CHECK_SAME(got.kappa, 0.004, dls::within(0, 0.001, "1 % of noise on each point"));
  for (const double better : {1.1, 1.5}) {  // better than perfect: a cache that helps
    const Usl usl = fit_usl({{1, 10}, {2, 20 * better}, {4, 40 * better}});
    CHECK(usl.sigma >= 0);
    CHECK(usl.kappa >= 0);
  }
}

TEST_CASE("where the curve has its top") {
  const Usl usl{0.05, 0.001};
  const double best = usl.best_workers();
  CHECK_SAME(best, std::sqrt(950.0), kExact);
  CHECK(usl.speed_up(best) > usl.speed_up(best - 1));
  CHECK(usl.speed_up(best) > usl.speed_up(best + 1));
  CHECK(std::isinf(Usl{0.05, 0}.best_workers()));
}

TEST_CASE("a fit without what it needs is refused") {
  CHECK(holds(error_of([] { fit_usl({{2, 10}, {3, 11}, {4, 12}}); }), "one worker"));
  CHECK(holds(error_of([] { fit_usl({{1, 10}, {2, 11}}); }), "three"));
  CHECK(holds(error_of([] { fit_usl({}); }), "one worker"));
}

TEST_CASE("the published costs: exponent 1.79 for cost and for days, 2.0 for the work") {
  std::vector<double> n, dollars, days, work;
  for (const TrainingRun& run : published_runs()) {
    n.push_back(run.parameters);
    dollars.push_back(run.dollars);
    days.push_back(run.days);
    work.push_back(training_flops(run.parameters));
  }
  const auto two = dls::within(0, 0.005, "two decimals are published");
  CHECK_SAME(fit_power_law(n, dollars).exponent, 1.79, two);
  CHECK_SAME(fit_power_law(n, days).exponent, 1.79, two);
  CHECK_SAME(fit_power_law(n, work).exponent, 2.0, kExact);
  const auto digits = dls::within(0, 0.05, "one decimal is published");
  CHECK_SAME(work.front() / (days.front() * 86400) / 1e15, 16.8, digits);
  CHECK_SAME(work.back() / (days.back() * 86400) / 1e15, 38.5, digits);
  double least = 1e9, most = 0;
  for (std::size_t i = 0; i < n.size(); ++i) {
    least = std::min(least, dollars[i] / days[i] / 1e3);
    most = std::max(most, dollars[i] / days[i] / 1e3);
  }
  CHECK_SAME(least, 12.5, digits);
  CHECK_SAME(most, 14.3, digits);
}

TEST_CASE("a power law is recovered, and what has no logarithm is refused") {
  std::vector<double> x = {2, 3, 50, 1e6}, y;
  for (const double v : x) y.push_back(0.25 * std::pow(v, -1.5));
  const PowerLaw law = fit_power_law(x, y);
  CHECK_SAME(law.factor, 0.25, dls::within(1e-12, 0, "a few roundings of logarithms"));
  CHECK_SAME(law.exponent, -1.5, kExact);
  CHECK(holds(error_of([] { fit_power_law({1, 0}, {1, 1}); }), "point 1"));
  CHECK(holds(error_of([] { fit_power_law({1, 2}, {-1, 1}); }), "point 0"));
  CHECK(holds(error_of([] { fit_power_law({3, 3}, {1, 2}); }), "two different"));
}

TEST_CASE("the roof") {
  const Machine machine{200e9, 20e9};
  CHECK_SAME(ridge(machine), 10.0, kExact);
  CHECK_SAME(attainable(machine, 0.25), 5e9, kExact);
  CHECK_SAME(attainable(machine, 10), 200e9, kExact);
  CHECK_SAME(attainable(machine, 1000), 200e9, kExact);
  CHECK_SAME(gemm_intensity(1024, 1024, 1024), 1024.0 / 6, kExact);
}

TEST_CASE("the chains of multiply-adds end near 1, each, on every instruction set") {
  for (const Simd simd : available_simd()) {
    CAPTURE(name(simd));
    const double chains = chain_flops(simd) / 2 / lanes(simd);
    CHECK_SAME(fma_chains(1000, simd), static_cast<float>(chains),
               dls::within(1e-6, 0, "x = x/2 + 1/2 has come to 1"));
    CHECK(fma_chains(3, simd) != fma_chains(1000, simd));
  }
}

TEST_CASE("triad, tails included") {
  for (const std::size_t n : {0, 1, 3, 4, 5, 33}) {
    std::vector<float> a(n + 1, 7), b, c, want;
    for (std::size_t i = 0; i < n; ++i) {
      b.push_back(static_cast<float>(i));
      c.push_back(static_cast<float>(i * i));
      want.push_back(b[i] + 0.5F * c[i]);
    }
    triad(a.data(), b.data(), c.data(), 0.5F, n);
    CHECK(a[n] == 7);
    a.pop_back();
    CHECK_SAME(a, want, dls::bitwise());
  }
}

TEST_CASE("a walk comes to every cache line once a round") {
  for (const std::size_t bytes : {64, 128, 640, 65'536}) {
    Chase chase(bytes, dls_test::seed());
    REQUIRE(chase.places() == bytes / 64);
    std::vector<int> visits(chase.places());
    for (std::size_t i = 0; i < chase.places(); ++i) ++visits[chase.walk(1)];
    bool once = true;
    for (const int v : visits) once = once && v == 1;
    CHECK(once);
    CHECK(chase.walk(0) == 0);  // one round later it is where it began
  }
}

TEST_CASE("strides: how many numbers, how many lines") {
  const std::vector<float> ones(1000, 1.0F);
  for (const std::size_t stride : {1, 2, 3, 16, 17, 999, 1000, 5000}) {
    const std::size_t reads = (999 + stride) / stride;
    CHECK_SAME(sum_with_stride(ones, stride), static_cast<float>(reads), dls::bitwise());
    std::vector<bool> touched(63);  // 1000 numbers lie on 63 lines
    std::size_t lines = 0;
    for (std::size_t i = 0; i < 1000; i += stride)
      if (!touched[i / 16]) touched[i / 16] = true, ++lines;
    CHECK(lines_read(1000, stride) == lines);
  }
}

TEST_CASE("page faults: about one for every page of fresh memory, none for a reuse") {
  const std::size_t pages = 500, bytes = pages * page_size();
  const FreshMemory memory(bytes);
  const std::int64_t before = page_faults();
  touch(memory.data(), bytes, 1);
  const std::int64_t first = page_faults() - before;
  touch(memory.data(), bytes, 2);
  const std::int64_t again = page_faults() - before - first;
  CHECK(first >= 500);
  CHECK(first < 550);  // the test itself may touch a page or two
  CHECK(again < 10);
  CHECK(memory.data()[bytes - 1] == 2);
}
