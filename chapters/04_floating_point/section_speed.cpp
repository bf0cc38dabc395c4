// What a conversion costs: the chapter's plain form, one number at a time, whole registers.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "chapters/04_floating_point/4_encode.hpp"
#include "chapters/04_floating_point/sections.hpp"
#include "common/core/parallel.hpp"
#include "common/core/rng.hpp"
#include "common/math/convert.hpp"

namespace dls::ch04 {

namespace {

/// Nanoseconds a number, the fastest of several times.
template <class Body>
double nanoseconds(std::size_t n, Body body) {
  double best = 1e9;
  for (int round = 0; round < 7; ++round) {
    const auto start = std::chrono::steady_clock::now();
    body();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count() / static_cast<double>(n));
  }
  return best;
}

}  // namespace

void speed(Lesson& lesson) {
  const std::size_t n = lesson.quick() ? 1 << 16 : 1 << 22;
  const auto count = static_cast<std::int64_t>(n);
  std::vector<float> x(n);
  Rng rng(lesson.seed(), "speed");
  for (float& value : x) value = static_cast<float>(rng.normal());
  std::vector<F16> half(n);
  std::vector<BF16> brain(n);
  set_threads(1);
  const double plain = nanoseconds(n / 16, [&] {
    for (std::size_t i = 0; i < n / 16; ++i)
      half[i].bits = static_cast<std::uint16_t>(encode(kFp16, static_cast<double>(x[i])));
  });
  const double scalar = nanoseconds(n, [&] {
    for (std::size_t i = 0; i < n; ++i) half[i] = to_f16(x[i]);
  });
  const double registers = nanoseconds(n, [&] { math::convert(x.data(), half.data(), count); });
  const double brains = nanoseconds(n, [&] { math::convert(x.data(), brain.data(), count); });
  const double back = nanoseconds(n, [&] { math::convert(half.data(), x.data(), count); });
  Table table({"one thread", "a number"});
  const auto row = [&](const char* name, double ns) {
    table.row({name, fmt::format("{:.2f} ns", ns)});
  };
  row("fp32 to fp16, encode() of this chapter", plain);
  row("fp32 to fp16, to_f16() of common/core", scalar);
  row("fp32 to fp16, convert() of common/math", registers);
  row("fp32 to bf16, convert()", brains);
  row("fp16 to fp32, convert()", back);
  lesson.show(table);
}

}  // namespace dls::ch04
