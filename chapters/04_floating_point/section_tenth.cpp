// 0.1 has no end in binary. Where does each format cut it off?
#include <fmt/core.h>

#include <cmath>
#include <string>

#include "chapters/04_floating_point/4_encode.hpp"
#include "chapters/04_floating_point/8_nf4.hpp"
#include "chapters/04_floating_point/bits_text.hpp"
#include "chapters/04_floating_point/sections.hpp"

namespace dls::ch04 {

namespace {

/// (value - 1/10) / (1/10), which is 10 value - 1. With one rounding at the end (fma), since 0.1 as
/// fp64 is not 1/10 either.
double relative_error(double value) { return std::fma(10, value, -1); }

std::string percent(double share) {
  return std::abs(share) < 0.1 ? fmt::format("{:+.2g} %", 100 * share)
                               : fmt::format("{:+.0f} %", 100 * share);
}

void in_every_format(Lesson& lesson) {
  Table table({"format", " s    exponent     fraction", "value", "error"});
  for (const Format& f : kFormats) {
    const Bits bits = encode(f, 0.1);
    const double value = decode(f, bits);
    const double error = relative_error(value);
    table.row(
        {f.name, " " + bits_text(f, bits, 11), fmt::format("{:.12g}", value), percent(error)});
    lesson.metric({{"what", "tenth"}, {"format", f.name}, {"value", value}, {"error", error}});
  }
  lesson.show(table);
  lesson.say("And among numbers up to 1, as an integer times a scale, or one of sixteen:");
  Table few({"format", "bits", "value", "error"});
  const Grid grid = symmetric_grid({1.0F}, 8);
  const int q = quantise(grid, 0.1);
  const auto row = [&](const char* name, const std::string& bits, double value) {
    few.row({name, bits, fmt::format("{:.12g}", value), percent(relative_error(value))});
  };
  row("int8, scale 1/127", binary(static_cast<Bits>(q), 8), restore(grid, q));
  const Grid four = symmetric_grid({1.0F}, 4);
  row("int4, scale 1/7", binary(static_cast<Bits>(quantise(four, 0.1)), 4),
      restore(four, quantise(four, 0.1)));
  const auto code = nf4_codebook();
  const int index = nf4_encode(code, 0.1);
  row("nf4", binary(static_cast<Bits>(index), 4), code[static_cast<std::size_t>(index)]);
  lesson.show(few);
}

void famous(Lesson& lesson) {
  const double sum = 0.1 + 0.2;
  lesson.say("0.1 + 0.2 in fp64 is {:.17f}, and 0.3 is {:.17f}: {}.", sum, 0.3,
             sum == 0.3 ? "equal" : "not equal");
  const double product = round_to(kBf16, 0.1) * 10;
  lesson.say("10 times the 0.1 of bf16 is {:.9g}.", product);
}

}  // namespace

void tenth(Lesson& lesson) {
  in_every_format(lesson);
  famous(lesson);
}

}  // namespace dls::ch04
