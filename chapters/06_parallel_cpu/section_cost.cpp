// What trainings of six sizes cost and how long they took, and what the rule of thumb says.
#include <fmt/core.h>

#include <string>
#include <vector>

#include "chapters/06_parallel_cpu/11_cost_model.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "common/report/plot.hpp"

namespace dls::ch06 {

void cost(Lesson& lesson) {
  std::vector<double> parameters, dollars, days, flop, billions, fitted;
  for (const TrainingRun& run : published_runs()) {
    parameters.push_back(run.parameters);
    dollars.push_back(run.dollars);
    days.push_back(run.days);
    flop.push_back(training_flops(run.parameters));
  }
  const PowerLaw cost = fit_power_law(parameters, dollars), time = fit_power_law(parameters, days);
  const PowerLaw work = fit_power_law(parameters, flop);
  Table table({"parameters", "k$", "fitted", "days", "fitted ", "FLOP, 6 N 20 N", "PFLOP a second",
               "k$ a day"});
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    table.row({fmt::format("{:.1f} B", parameters[i] / 1e9),
               fmt::format("{:.0f}", dollars[i] / 1e3),
               fmt::format("{:.1f}", cost.at(parameters[i]) / 1e3), fmt::format("{:.2f}", days[i]),
               fmt::format("{:.2f}", time.at(parameters[i])), fmt::format("{:.2e}", flop[i]),
               fmt::format("{:.1f}", flop[i] / (days[i] * 86400) / 1e15),
               fmt::format("{:.1f}", dollars[i] / 1e3 / days[i])});
    billions.push_back(parameters[i] / 1e9);
    fitted.push_back(cost.at(parameters[i]) / 1e3);
    dollars[i] /= 1e3;
  }
  lesson.show(table);
  lesson.say("With ten times the parameters,");
  lesson.say("  the cost grows with exponent {:.2f}: {:.0f} times", cost.exponent,
             std::pow(10, cost.exponent));
  lesson.say("  the days grow with exponent {:.2f}: {:.0f} times", time.exponent,
             std::pow(10, time.exponent));
  lesson.say("  the work, 6 N 20 N, grows with exponent {:.2f}: {:.0f} times", work.exponent,
             std::pow(10, work.exponent));
  lesson.metric({{"cost_exponent", cost.exponent}, {"days_exponent", time.exponent}});
  std::vector<double> squared;  // what the exponent 2 would say, from the smallest on
  for (const double b : billions)
    squared.push_back(dollars[0] * b * b / (billions[0] * billions[0]));
  Plot plot("What a training costs");
  plot.axes("billions of parameters", "thousands of dollars").log_x().log_y();
  plot.points("published", billions, dollars).line("exponent 1.79", billions, fitted);
  plot.dashed("exponent 2, from the smallest on", billions, squared);
  lesson.picture(
      plot, "cost.png",
      "Six points on logarithmic axes lie nearly on a straight line, from 2 thousand dollars "
      "for 1.3 billion parameters to 2.5 million for 70 billion. A dashed line, steeper, "
      "starts at the first point and passes above all others.");
}

}  // namespace dls::ch06
