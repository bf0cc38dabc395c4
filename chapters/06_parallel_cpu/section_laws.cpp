// Three laws, and the one that a measured curve obeys.
#include <fmt/core.h>

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "chapters/06_parallel_cpu/10_laws.hpp"
#include "chapters/06_parallel_cpu/1_thread_pool.hpp"
#include "chapters/06_parallel_cpu/clock.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "chapters/06_parallel_cpu/timing.hpp"
#include "common/report/plot.hpp"

namespace dls::ch06 {

namespace {

void by_formula(Lesson& lesson) {
  Table table({"workers", "Amdahl", "Gustafson", "USL"},
              "Speed-up when 5 % cannot be divided (USL: and each pair costs 0.1 %):");
  const Usl usl{0.05, 0.001};
  for (const int n : {1, 2, 4, 8, 16, 32, 64, 1024})
    table.row({std::to_string(n), fmt::format("{:.2f}", amdahl(0.05, n)),
               fmt::format("{:.2f}", gustafson(0.05, n)), fmt::format("{:.2f}", usl.speed_up(n))});
  lesson.show(table);
  lesson.say("Amdahl's limit: {:.0f}. USL's best number of workers: {:.0f}.", 1 / 0.05,
             usl.best_workers());
  std::vector<Measured> planted;
  for (const double n : {1, 2, 3, 4, 6, 8, 12}) planted.push_back({n, 250 * usl.speed_up(n)});
  const Usl fitted = fit_usl(planted);
  lesson.say("Fitted to seven points of that curve: sigma {:.6f}, kappa {:.6f}.", fitted.sigma,
             fitted.kappa);
  lesson.say();
}

void busy(double seconds) {
  const double end = seconds_now() + seconds;
  while (seconds_now() < end) {
  }
}

// [index]
/// Documents a second, when each worker enters what it found into one index, under a lock, and then
/// tells every worker about it: the first is a queue, the second grows with the number of workers.
double throughput(int workers, int documents) {
  std::atomic<int> next = 0;
  std::mutex index;
  RealClock clock;
  const double start = seconds_now();
  {
    ThreadPool pool(workers);
    for (int w = 0; w < workers; ++w)
      pool.submit([&] {
        while (next++ < documents) {
          clock.wait(4e-3);
          const std::lock_guard lock(index);
          busy(0.2e-3 + 0.02e-3 * workers);
        }
      });
  }
  return documents / (seconds_now() - start);
}
// [/index]

void measured(Lesson& lesson) {
  const int documents = lesson.quick() ? 24 : 192;
  std::vector<Measured> points;
  std::vector<double> x, y, fit, linear;
  for (const int n : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32}) {
    if (lesson.quick() && n > 8) break;
    std::vector<double> rates;
    for (int round = 0; round < 3; ++round) rates.push_back(throughput(n, documents));
    points.push_back({static_cast<double>(n), median(rates)});
  }
  const Usl usl = fit_usl(points);
  Table table({"workers", "documents", "speed-up", "fitted"},
              "One index for all workers, measured, and the law fitted to it:");
  for (const Measured& m : points) {
    const double speed_up = m.throughput / points[0].throughput;
    table.row({fmt::format("{:.0f}", m.workers), fmt::format("{:.0f}/s", m.throughput),
               fmt::format("{:.2f}", speed_up), fmt::format("{:.2f}", usl.speed_up(m.workers))});
    x.push_back(m.workers);
    y.push_back(speed_up);
    fit.push_back(usl.speed_up(m.workers));
    lesson.metric({{"workers", m.workers}, {"documents_per_second", m.throughput}});
  }
  lesson.show(table);
  lesson.say("sigma = {:.3f}, kappa = {:.4f}: best with {:.0f} workers, at {:.1f} times one.", usl.sigma,
             usl.kappa, usl.best_workers(), usl.speed_up(usl.best_workers()));
  lesson.metric({{"sigma", usl.sigma}, {"kappa", usl.kappa}, {"best_workers", usl.best_workers()}});
  std::vector<double> only_sigma;
  for (const double n : x) only_sigma.push_back(amdahl(usl.sigma, n));
  Plot plot("When more workers stop paying");
  plot.axes("workers", "speed-up");
  plot.points("measured", x, y).line("fitted USL", x, fit).dashed("Amdahl, the same sigma", x, only_sigma);
  lesson.picture(plot, "laws.png",
                 "Measured points that rise, bend and fall, with the fitted curve through them. A dashed "
                 "curve, which knows of the queue alone, goes on rising.");
}

}  // namespace

void laws(Lesson& lesson) {
  by_formula(lesson);
  measured(lesson);
}

}  // namespace dls::ch06
