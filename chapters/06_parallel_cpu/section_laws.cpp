// Three laws, and the one that a measured curve obeys.
#include <fmt/core.h>

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

// [step]
/// Seconds of one step. The workers share 48 documents, which arrive one by one for each of them;
/// when all are there, one worker puts the findings together, and tells each of the others.
double step_seconds(ThreadPool& pool) {
  const int workers = pool.workers(), documents = 48;
  RealClock clock;
  const double start = seconds_now();
  std::vector<std::future<void>> done;
  for (int w = 0; w < workers; ++w)
    done.push_back(pool.submit([&] { clock.wait(1e-3 * documents / workers); }));  // divided
  for (std::future<void>& d : done) d.get();
  busy(3e-3);                    // not divided: sigma
  busy(0.1e-3 * (workers - 1));  // grows with the number of workers: kappa
  return seconds_now() - start;
}
// [/step]

void measured(Lesson& lesson) {
  std::vector<Measured> points;
  std::vector<double> x, y, fit;
  for (const int n : {1, 2, 3, 4, 6, 8, 12, 16, 24, 48}) {
    ThreadPool pool(n);
    const auto t = fastest_seconds({[&] { step_seconds(pool); }}, lesson.quick() ? 2 : 15);
    points.push_back({static_cast<double>(n), 48 / t[0]});
  }
  const Usl usl = fit_usl(points);
  Table table({"workers", "documents", "speed-up", "fitted"},
              "A step of 48 documents, measured, and the law fitted to it:");
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
  lesson.say("sigma = {:.3f}, kappa = {:.4f}: best with {:.0f} workers, at {:.1f} times one.",
             usl.sigma, usl.kappa, usl.best_workers(), usl.speed_up(usl.best_workers()));
  lesson.metric({{"sigma", usl.sigma}, {"kappa", usl.kappa}, {"best_workers", usl.best_workers()}});
  std::vector<double> only_sigma;
  for (const double n : x) only_sigma.push_back(amdahl(usl.sigma, n));
  Plot plot("When more workers stop paying");
  plot.axes("workers", "speed-up");
  plot.points("measured", x, y)
      .line("fitted USL", x, fit)
      .dashed("Amdahl, the same sigma", x, only_sigma);
  lesson.picture(
      plot, "laws.png",
      "The measured speed-up over the number of workers, as points, and the curve of the law that "
      "was fitted to them. A dashed curve knows of the queue alone.");
}

}  // namespace

void laws(Lesson& lesson) {
  by_formula(lesson);
  measured(lesson);
}

}  // namespace dls::ch06
