// Every pattern of the formats of up to 16 bits: what it is, and whether it survives a round trip.
#include <fmt/core.h>

#include <array>
#include <cmath>

#include "chapters/04_floating_point/4_encode.hpp"
#include "chapters/04_floating_point/bits_text.hpp"
#include "chapters/04_floating_point/sections.hpp"
#include "common/core/dtype.hpp"

namespace dls::ch04 {

namespace {

void count_all(Lesson& lesson) {
  Table table(
      {"format", "patterns", "zero", "subnormal", "normal", "infinity", "NaN", "come back"});
  for (const Format& f : {kBf16, kFp16, kE5m2, kE4m3, kE2m1}) {
    std::array<int, 5> kinds{};
    int back = 0;
    const Bits patterns = Bits{1} << f.bits();
    for (Bits bits = 0; bits < patterns; ++bits) {
      const double value = decode(f, bits);
      ++kinds.at(static_cast<std::size_t>(kind_of(f, bits)));
      const bool same = encode(f, value) == bits;
      back += same || (std::isnan(value) && std::isnan(decode(f, encode(f, value)))) ? 1 : 0;
    }
    table.row({f.name, std::to_string(patterns), std::to_string(kinds[0]), std::to_string(kinds[1]),
               std::to_string(kinds[2]), std::to_string(kinds[3]), std::to_string(kinds[4]),
               std::to_string(back)});
    lesson.metric({{"what", "patterns"}, {"format", f.name}, {"come_back", back}});
  }
  lesson.show(table);
}

void landmarks(Lesson& lesson) {
  lesson.say("Counted upwards, the patterns of fp16 are in the order of the numbers:");
  Table table({"pattern", " s exp.      fraction", "value", ""});
  const auto row = [&](Bits bits, const char* what) {
    table.row({fmt::format("0x{:04x}", bits), " " + bits_text(kFp16, bits),
               fmt::format("{:.7g}", decode(kFp16, bits)), what});
  };
  row(0x0000, "zero");
  row(0x0001, "the smallest subnormal number");
  row(0x03ff, "the largest subnormal number: no leading 1");
  row(0x0400, "the smallest normal number");
  row(0x3c00, "one");
  row(0x3c01, "the next");
  row(0x7bff, "the largest");
  row(0x7c00, "what comes after the largest");
  row(0x7e2a, "NaN, with 42 written into its fraction");
  row(0x8000, "minus zero, equal to zero and not the same");
  lesson.show(table);
  const double nan = decode(kFp16, 0x7e2a);
  lesson.say("The 42 survives a change of format: in bf16 that NaN is {}, back in fp16 0x{:04x}.",
             bits_text(kBf16, encode(kBf16, decode(kFp32, encode(kFp32, nan)))),
             encode(kFp16, decode(kFp32, encode(kFp32, nan))));
}

void too_large_numbers(Lesson& lesson) {
  lesson.say("What is too large:");
  Table table({"x", "fp16", "fp8 e5m2", "fp8 e4m3", "e4m3, saturating", "fp4 e2m1"});
  for (const double x : {5.0, 460.0, 470.0, 61439.0, 65519.0, 65520.0}) {
    const auto in = [x](const Format& f, Overflow overflow = Overflow::to_infinity) {
      return fmt::format("{:g}", round_to(f, x, {Rounding::nearest_even, overflow}));
    };
    table.row({fmt::format("{:g}", x), in(kFp16), in(kE5m2), in(kE4m3),
               in(kE4m3, Overflow::saturate), in(kE2m1)});
  }
  lesson.show(table);
}

void as_in_common(Lesson& lesson) {
  int equal = 0;
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const float half = to_float(F16{static_cast<std::uint16_t>(bits)});
    const float brain = to_float(BF16{static_cast<std::uint16_t>(bits)});
    const double ours = decode(kFp16, bits), ours_brain = decode(kBf16, bits);
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    equal += same(static_cast<double>(half), ours) ? 1 : 0;
    equal += same(static_cast<double>(brain), ours_brain) ? 1 : 0;
  }
  lesson.say(
      "The two 16-bit formats of common/core stand for the same numbers in {} of {} patterns.",
      equal, 2 * 65536);
}

}  // namespace

void patterns(Lesson& lesson) {
  count_all(lesson);
  landmarks(lesson);
  too_large_numbers(lesson);
  as_in_common(lesson);
}

}  // namespace dls::ch04
