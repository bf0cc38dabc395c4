// The same few lines with and without -ffast-math.
#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "chapters/04_floating_point/5_limits.hpp"
#include "chapters/04_floating_point/fast_math.hpp"
#include "chapters/04_floating_point/sections.hpp"
#include "common/core/rng.hpp"

namespace dls::ch04 {

void fast_math(Lesson& lesson) {
  const Checks strict = checks_as_written(), fast = checks_under_fast_math();
  const float x = std::numeric_limits<float>::quiet_NaN();
  const auto word = [](bool yes) { return std::string(yes ? "yes" : "no"); };
  lesson.say("x is NaN.");
  Table table({"asked", "as written", "with -ffast-math"});
  table.row({"is x NaN?", word(strict.is_nan(x)), word(fast.is_nan(x))});
  table.row({"does x differ from itself?", word(strict.differs_from_itself(x)),
             word(fast.differs_from_itself(x))});
  table.row({"is x refused, being not <= 100?", word(strict.refuses(x, 100)),
             word(fast.refuses(x, 100))});
  std::vector<float> terms(1000000);
  Rng rng(lesson.seed(), "sums");
  double exact = 0;
  for (float& value : terms) {
    value = static_cast<float>(rng.uniform());
    exact += static_cast<double>(value);
  }
  const auto steps = [&](const Checks& checks) {
    const double sum = static_cast<double>(checks.sum_kahan(terms.data(), terms.size()));
    return fmt::format("{:.1f}", std::abs(sum - exact) / ulp(kFp32, exact));
  };
  table.row({"error of Kahan's sum, in steps", steps(strict), steps(fast)});
  lesson.show(table);
  lesson.metric({{"what", "fast_math"},
                 {"strict_is_nan", std::string(strict.is_nan(x) ? "yes" : "no")},
                 {"fast_is_nan", std::string(fast.is_nan(x) ? "yes" : "no")}});
}

}  // namespace dls::ch04
