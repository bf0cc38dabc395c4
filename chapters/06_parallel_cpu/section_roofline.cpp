// The roof of this machine, and the chapter's own pieces of work under it.
#include <fmt/core.h>

#include <cmath>
#include <string>
#include <vector>

#include "chapters/06_parallel_cpu/8_dot.hpp"
#include "chapters/06_parallel_cpu/gemm/ladder.hpp"
#include "chapters/06_parallel_cpu/isa.hpp"
#include "chapters/06_parallel_cpu/lesson_machine.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "common/report/plot.hpp"

namespace dls::ch06 {

namespace {

struct Work {
  std::string name;
  double flops, bytes;  // bytes: if everything is read once and written once
  std::function<void()> run;
};

}  // namespace

void roofline(Lesson& lesson) {
  const Simd simd = best_simd();
  const std::size_t n = lesson.quick() ? 1 << 20 : 16 << 20;
  const std::int64_t m = lesson.quick() ? 256 : 1024;
  const auto area = static_cast<std::size_t>(m * m);
  std::vector<float> x(n, 1.0F), y(n, 2.0F), z(n, 3.0F);
  std::vector<float> a(area, 0.5F), b(area, 0.25F), c(area);
  const double count = static_cast<double>(n), side = static_cast<double>(m);

  // [works]
  const auto gemm = [&](std::int64_t k) {
    return Work{fmt::format("product with k = {}", k), 2 * side * side * static_cast<double>(k),
                4 * (2 * side * static_cast<double>(k) + side * side),
                [&, k] { packed({a.data(), b.data(), c.data(), m, m, k}, simd); }};
  };
  const std::vector<Work> works = {
      {"triad a = b + s c", 2 * count, 12 * count,
       [&] { triad(x.data(), y.data(), z.data(), 0.5F, n); }},
      {"dot product", 2 * count, 8 * count, [&] { keep(dot_simd(y.data(), z.data(), n, simd)); }},
      gemm(4),
      gemm(16),
      gemm(64),
      gemm(m),
      {"product, three loops", 2 * 32 * side * side, 4 * (64 * side + side * side),
       [&] { three_loops({a.data(), b.data(), c.data(), 32, m, m}, simd); }}};
  // [/works]

  const Machine machine = measure_machine(lesson, simd);
  lesson.say("One core, {}: {:.0f} GFLOP/s of multiply-adds, {:.0f} GB/s from memory.", name(simd),
             machine.flops / 1e9, machine.bytes / 1e9);
  lesson.say("Work with less than {:.1f} FLOP for each byte is bound by memory.", ridge(machine));
  lesson.say();
  Table table({"work", "FLOP a byte", "it reaches", "the roof there", "% of the roof"});
  std::vector<double> at, reached;
  for (const Work& work : works) {
    const auto t = fastest_seconds({work.run}, lesson.quick() ? 3 : 7);
    const double intensity = work.flops / work.bytes, rate = work.flops / t[0];
    const double roof = attainable(machine, intensity);
    table.row({work.name, fmt::format("{:.2f}", intensity),
               fmt::format("{:.1f} GFLOP/s", rate / 1e9), fmt::format("{:.1f} GFLOP/s", roof / 1e9),
               fmt::format("{:.0f}", 100 * rate / roof)});
    at.push_back(intensity);
    reached.push_back(rate / 1e9);
    lesson.metric({{"work", work.name}, {"intensity", intensity}, {"gflops", rate / 1e9}});
  }
  lesson.show(table);

  std::vector<double> roof_x, roof_y;
  for (double i = 1.0 / 16; i <= 512; i *= std::sqrt(2.0)) {
    roof_x.push_back(i);
    roof_y.push_back(attainable(machine, i) / 1e9);
  }
  Plot plot("The roof of this machine, one core");
  plot.axes("FLOP for each byte from memory", "GFLOP/s").log_x().log_y();
  plot.line("what is possible", roof_x, roof_y);
  for (std::size_t i = 0; i < works.size(); ++i) plot.points(works[i].name, {at[i]}, {reached[i]});
  lesson.picture(
      plot, "roofline.png",
      fmt::format("A line that climbs with the FLOP for each byte, up to {:.1f}, and is flat "
                  "at {:.0f} GFLOP/s from there on: the roof. Seven points lie under it; "
                  "triad and dot product at the slope, the packed product near the flat "
                  "part, the three loops far below.",
                  ridge(machine), machine.flops / 1e9));
}

}  // namespace dls::ch06
