// What each format can hold, and the bytes of a model in each.
#include <fmt/core.h>

#include "chapters/04_floating_point/5_limits.hpp"
#include "chapters/04_floating_point/bits_text.hpp"
#include "chapters/04_floating_point/sections.hpp"

namespace dls::ch04 {

namespace {

void limits(Lesson& lesson) {
  Table table({"format", "bits", "exp.", "frac.", "largest", "smallest normal", "smallest",
               "step after 1", "digits"});
  for (const Format& f : kFormats) {
    table.row({f.name, std::to_string(f.bits()), std::to_string(f.exponent_bits),
               std::to_string(f.fraction_bits), fmt::format("{:.5g}", largest(f)),
               fmt::format("{:.3g}", smallest_normal(f)),
               fmt::format("{:.3g}", smallest_subnormal(f)), fmt::format("{:.3g}", ulp(f, 1)),
               fmt::format("{:.1f}", decimal_digits(f))});
    lesson.metric({{"what", "format"},
                   {"name", f.name},
                   {"largest", largest(f)},
                   {"smallest", smallest_subnormal(f)},
                   {"step_after_1", ulp(f, 1)}});
  }
  lesson.show(table);
}

void neighbours(Lesson& lesson) {
  lesson.say("The next number after x is further away the larger x is:");
  Table table({"x", "fp32", "tf32, fp16", "bf16", "fp8 e4m3"});
  for (const double x : {0.001, 1.0, 100.0, 2048.0, 60000.0}) {
    const auto step = [x](const Format& f) {
      return x > largest(f) ? std::string("-") : fmt::format("{:.3g}", ulp(f, x));
    };
    // Below 2^-14 the two would differ: fp16 has no smaller exponent.
    table.row({short_number(x), step(kFp32), step(kFp16), step(kBf16), step(kE4m3)});
  }
  lesson.show(table);
}

void bytes(Lesson& lesson) {
  constexpr double kWeights = 124439808;  // the small GPT-2
  lesson.say(
      "124,439,808 weights (the small GPT-2). 1 MB is 1000 x 1000 bytes, 1 MiB 1024 x 1024:");
  Table table({"format", "bits a weight", "MB", "MiB"});
  const auto row = [&](const char* name, double bits) {
    const double all = kWeights * bits / 8;
    table.row({name, fmt::format("{:g}", bits), fmt::format("{:.1f}", all / 1e6),
               fmt::format("{:.1f}", all / (1024.0 * 1024.0))});
  };
  row("fp64", 64);
  row("fp32; tf32, which is fp32 in memory", 32);
  row("bf16, fp16", 16);
  row("fp8, int8", 8);
  row("4 bits and a 32-bit scale for each 64 weights", 4 + 32.0 / 64);
  lesson.show(table);
}

}  // namespace

void formats(Lesson& lesson) {
  limits(lesson);
  neighbours(lesson);
  bytes(lesson);
}

}  // namespace dls::ch04
