// What this machine can do at best, measured: two sections need it.
#pragma once
#include "chapters/06_parallel_cpu/9_roofline.hpp"
#include "chapters/06_parallel_cpu/timing.hpp"
#include "common/report/lesson.hpp"

namespace dls::ch06 {

/// One core: multiply-adds from registers, and the triad over arrays that no cache holds.
inline Machine measure_machine(const Lesson& lesson, Simd simd) {
  const std::int64_t steps = lesson.quick() ? 20'000 : 400'000;
  const std::size_t n = lesson.quick() ? 1 << 20 : 16 << 20;
  std::vector<float> a(n, 1.0F), b(n, 2.0F), c(n, 3.0F);
  const auto t = fastest_seconds({[&] { keep(fma_chains(steps, simd)); },
                                  [&] { triad(a.data(), b.data(), c.data(), 0.5F, n); }},
                                 7);
  return {static_cast<double>(steps) * chain_flops(simd) / t[0],
          12.0 * static_cast<double>(n) / t[1]};
}

}  // namespace dls::ch06
