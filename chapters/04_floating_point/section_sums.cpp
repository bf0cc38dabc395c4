// Sums that stall, and a million numbers added up in four ways.
#include <fmt/core.h>

#include <cmath>
#include <string>
#include <vector>

#include "chapters/04_floating_point/5_limits.hpp"
#include "chapters/04_floating_point/6_sums.hpp"
#include "chapters/04_floating_point/sections.hpp"
#include "common/core/rng.hpp"
#include "common/math/elementwise.hpp"

namespace dls::ch04 {

namespace {

void ones(Lesson& lesson) {
  lesson.say("1 + 1 + 1 + ... until the sum does not change any more:");
  Table table({"format", "stalls at", "the step there"});
  for (const Format& f : {kFp32, kTf32, kFp16, kBf16, kE4m3, kE5m2}) {
    const double sum = ones_until_it_stalls(f);
    table.row({f.name, fmt::format("{:.0f}", sum), fmt::format("{:g}", ulp(f, sum))});
    lesson.metric({{"what", "stall"}, {"format", f.name}, {"sum", sum}});
  }
  lesson.show(table);
}

void million(Lesson& lesson, const char* what, const std::vector<float>& x) {
  // [reference]
  double exact = 0;  // fp64: its own error is 2^29 times smaller
  for (const float value : x) exact += static_cast<double>(value);
  // [/reference]
  lesson.say("{} {}; their sum is {:.3f}.", x.size(), what, exact);
  Table table({"added up in fp32", "sum", "error", "error in steps"});
  const auto row = [&](const char* name, float sum) {
    const double error = static_cast<double>(sum) - exact;
    table.row({name, fmt::format("{:.3f}", sum), fmt::format("{:+.2g}", error),
               fmt::format("{:.1f}", std::abs(error) / ulp(kFp32, exact))});
    lesson.metric({{"what", what}, {"way", name}, {"error", error}});
  };
  row("naive", sum_naive(x));
  row("pairwise", sum_pairwise(x));
  row("Kahan", sum_kahan(x));
  row("in 32 lanes (common/math)", math::sum(x.data(), static_cast<std::int64_t>(x.size())));
  lesson.show(table);
}

}  // namespace

void sums(Lesson& lesson) {
  ones(lesson);
  const std::size_t n = 1000000;
  std::vector<float> uniform(n), normal(n);
  Rng rng(lesson.seed(), "sums");
  for (float& value : uniform) value = static_cast<float>(rng.uniform());
  for (float& value : normal) value = static_cast<float>(rng.normal());
  million(lesson, "numbers from 0 to 1", uniform);
  million(lesson, "normal numbers, which nearly cancel", normal);
}

}  // namespace dls::ch04
