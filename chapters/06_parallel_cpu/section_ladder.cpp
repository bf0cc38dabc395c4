// A matrix product from three loops to packed panels: what each rung of the ladder buys.
#include <fmt/core.h>

#include <string>
#include <vector>

#include "chapters/06_parallel_cpu/gemm/ladder.hpp"
#include "chapters/06_parallel_cpu/isa.hpp"
#include "chapters/06_parallel_cpu/lesson_machine.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "common/core/rng.hpp"
#include "common/report/plot.hpp"

namespace dls::ch06 {

void gemm_ladder(Lesson& lesson) {
  const Simd simd = best_simd();
  const std::int64_t n = lesson.quick() ? 192 : 1024;
  const auto size = static_cast<std::size_t>(n * n);
  std::vector<float> a(size), b(size), c(size), want(size);
  Rng rng(lesson.seed(), "ladder");
  for (float& v : a) v = static_cast<float>(static_cast<int>(rng.below(17)) - 8);
  for (float& v : b) v = static_cast<float>(static_cast<int>(rng.below(17)) - 8);
  lesson.say("C = A B, {0} x {0}, with {1}; the peak is that of one core's multiply-adds.", n,
             name(simd));
  lesson.say();

  const std::int64_t some_rows = std::min<std::int64_t>(n, 32);
  three_loops({a.data(), b.data(), want.data(), some_rows, n, n}, simd);
  Table table({"rung", "", "what is new", "it reaches", "% of peak", "right"});
  std::vector<double> numbers, shares;
  for (const Rung& rung : ladder()) {
    // The first two take seconds for all of C: some rows of it, with all of B, do as well.
    const bool slow = numbers.size() < 2;
    const Product p{a.data(), b.data(), c.data(), slow ? some_rows : n, n, n};
    // In turns with chains of multiply-adds: the share of the peak is a ratio of neighbours.
    const std::int64_t steps = lesson.quick() ? 5'000 : 1'000'000;
    BenchOptions options;
    options.warm_up = 1;
    options.rounds = lesson.quick() ? 3 : slow ? 5 : 21;
    const BenchRatio r = compare_times([&] { keep(fma_chains(steps, simd)); },
                                       [&] { rung.multiply(p, simd); }, options);
    const double rate = flops(p) / r.b.median;
    const double of_peak = flops(p) / (static_cast<double>(steps) * chain_flops(simd)) / r.ratio;
    const bool right =
        std::equal(want.begin(), want.begin() + some_rows * n, c.begin());  // whole numbers: exact
    numbers.push_back(static_cast<double>(numbers.size() + 1));
    shares.push_back(100 * of_peak);
    table.row({fmt::format("{:.0f}", numbers.back()), rung.name, rung.idea,
               fmt::format("{:.1f} GFLOP/s", rate / 1e9), fmt::format("{:.1f}", shares.back()),
               right ? "yes" : "NO"});
    lesson.metric({{"rung", rung.name}, {"gflops", rate / 1e9}, {"of_peak", of_peak}});
  }
  lesson.show(table);
  lesson.say("The last rung is {:.0f} times as fast as the first.", shares.back() / shares.front());
  Plot plot("What each rung reaches");
  plot.axes("rung", "% of one core's multiply-adds").log_y();
  plot.line("", numbers, shares).points("", numbers, shares);
  lesson.picture(plot, "ladder.png",
                 fmt::format("A curve over the six rungs, from {:.1f} % of the peak to {:.0f} %.",
                             shares.front(), shares.back()));
}

}  // namespace dls::ch06
