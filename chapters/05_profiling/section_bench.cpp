// How long does it take, and which of two ways is faster?
#include <fmt/core.h>

#include <cmath>
#include <string>
#include <vector>

#include "chapters/05_profiling/1_moody_machine.hpp"
#include "chapters/05_profiling/sections.hpp"
#include "common/autograd/ops.hpp"
#include "common/core/parallel.hpp"
#include "common/nn/init.hpp"
#include "common/report/bench.hpp"
#include "common/report/plot.hpp"

namespace dls::ch05 {

namespace {

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

std::string micros(double seconds) { return fmt::format("{:.2f} us", seconds * 1e6); }

std::string interval(const BenchRatio& r) { return fmt::format("{:.3f} to {:.3f}", r.low, r.high); }

}  // namespace

void warm_up(Lesson& lesson) {
  set_threads(1);
  Rng rng(lesson.seed(), "warm-up");
  // A size that no other section multiplies: nothing about it is ready yet.
  const Variable a(normal({64, 64}, 0, 1, rng)), b(normal({64, 64}, 0, 1, rng));
  BenchOptions all;
  all.warm_up = 0;
  all.rounds = 31;
  const BenchTimes times = bench([&] { return matmul(a, b); }, all);
  const std::vector<double> later(times.times.begin() + 1, times.times.end());
  const double middle = median(later);

  Table table({"a product of 64 x 64 numbers", "time", "of the middle"});
  const auto row = [&](const std::string& what, double t) {
    table.row({what, micros(t), fmt::format("{:.1f}", t / middle)});
  };
  row("the first call", times.times[0]);
  row("the second", times.times[1]);
  row("the third", times.times[2]);
  row("mean of all 31", mean(times.times));
  row("mean of the last 30", mean(later));
  row("middle of the last 30", middle);
  lesson.show(table);
  lesson.say("The last 30: half of them lie within {} of the middle.",
             micros(median_deviation(later)));
  lesson.metric({{"first_s", times.times[0]}, {"median_s", middle}});

  std::vector<double> call, relative;
  for (std::size_t i = 0; i < times.times.size(); ++i) {
    call.push_back(static_cast<double>(i + 1));
    relative.push_back(times.times[i] / middle);
  }
  Plot plot("The warm-up curve of a small product");
  plot.axes("call", "time, the middle is 1").log_y().size(900, 420).points("", call, relative);
  lesson.picture(
      plot, "warm_up.png",
      "Times of 31 calls on a logarithmic axis: the first far above, the others near 1.");
}

void compare(Lesson& lesson) {
  // A machine whose faults are known: the first call costs 22 times as much, and everything becomes
  // 10 % slower during the measurement. A and B are the same; B2 takes 5 % longer.
  lesson.say("A made-up machine: first call 22 times as long, and 10 % slower at the end.");
  lesson.say();
  // [moody]
  const auto on_moody_machine = [](double longer, bool in_turns) {
    const int rounds = 30;
    MoodyMachine m(22, 0.1, 0.084);
    BenchOptions options;
    options.rounds = rounds;
    options.clock = m.clock();
    const auto a = [&] { m.run(1e-3); };
    const auto b = [&] { m.run(longer * 1e-3); };
    if (in_turns) return compare_times(a, b, options).ratio;
    const double time_a = bench(a, options).median;  // all of A,
    return bench(b, options).median / time_a;        // then all of B
  };
  // [/moody]
  Table moody({"B takes, in truth", "all A, then all B", "in turns"});
  for (const double longer : {1.0, 1.05, 0.95})
    moody.row({fmt::format("{:.2f}", longer),
               fmt::format("{:.3f}", on_moody_machine(longer, false)),
               fmt::format("{:.3f}", on_moody_machine(longer, true))});
  lesson.show(moody);

  lesson.say("This machine, a product of 192 x 192 numbers (A):");
  lesson.say();
  set_threads(1);
  Rng rng(lesson.seed(), "compare");
  const Variable a(normal({192, 192}, 0, 1, rng)), b(normal({192, 192}, 0, 1, rng));
  const Variable b_smaller(normal({192, 184}, 0, 1, rng));
  BenchOptions options;
  options.rounds = lesson.quick() ? 51 : 501;
  const auto whole = [&] { return matmul(a, b); };
  Table table({"B", "B / A", "95 % sure that between", "a difference"});
  const auto row = [&](const std::string& what, const BenchRatio& r) {
    table.row({what, fmt::format("{:.3f}", r.ratio), interval(r), r.differs() ? "yes" : "no"});
    lesson.metric({{"b", what}, {"ratio", r.ratio}, {"low", r.low}, {"high", r.high}});
  };
  row("the same product", compare_times(whole, whole, options));
  row("184 of the 192 columns",
      compare_times(whole, [&] { return matmul(a, b_smaller); }, options));
  row("the product, twice", compare_times(
                                whole,
                                [&] {
                                  matmul(a, b);
                                  return matmul(a, b);
                                },
                                options));
  lesson.show(table);
}

}  // namespace dls::ch05
