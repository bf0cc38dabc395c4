// One dot product: number by number, in vector registers, by Eigen, on several cores.
#include <fmt/core.h>

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "chapters/06_parallel_cpu/8_dot.hpp"
#include "chapters/06_parallel_cpu/isa.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "chapters/06_parallel_cpu/timing.hpp"
#include "common/core/rng.hpp"

namespace dls::ch06 {

namespace {

// [eigen]
float dot_eigen(const float* x, const float* y, std::size_t n) {
  using Vector = Eigen::Map<const Eigen::VectorXf>;
  const auto size = static_cast<Eigen::Index>(n);
  return Vector(x, size).dot(Vector(y, size));
}
// [/eigen]

struct Way {
  std::string flynn, name;
  std::function<float(const float*, const float*, std::size_t)> dot;
};

}  // namespace

void vectors_and_eigen(Lesson& lesson) {
  ThreadPool pool(2);
  std::vector<Way> ways = {{"SISD", "a scalar loop", dot_scalar},
                           {"SIMD", "registers of 4 (portable)", dot_portable}};
  for (const Simd simd : available_simd())
    if (simd != Simd::portable)
      ways.push_back({"SIMD", fmt::format("registers of {} ({})", lanes(simd), name(simd)),
                      [simd](const float* x, const float* y, std::size_t n) {
                        return dot_simd(x, y, n, simd);
                      }});
  ways.push_back({"SIMD", "Eigen, as this program is compiled", dot_eigen});
  ways.push_back({"MIMD", "2 threads, the best of the above",
                  [&pool](const float* x, const float* y, std::size_t n) {
                    return dot_mimd(pool, x, y, n, best_simd());
                  }});

  // Two vectors that fit into the L1 cache together, and two that come from memory.
  const std::size_t small = 4096, large = lesson.quick() ? 1 << 20 : 1 << 24;
  std::vector<float> x(large), y(large);
  Rng rng(lesson.seed(), "dot");
  for (std::size_t i = 0; i < large; ++i) {
    x[i] = static_cast<float>(rng.uniform(-1, 1));
    y[i] = static_cast<float>(rng.uniform(-1, 1));
  }
  const int repeats = lesson.quick() ? 20 : 400;
  std::vector<std::function<void()>> in_cache, in_memory;
  for (const Way& way : ways) {
    in_cache.push_back([&] {
      for (int i = 0; i < repeats; ++i) keep(way.dot(x.data(), y.data(), small));
    });
    in_memory.push_back([&] { keep(way.dot(x.data(), y.data(), large)); });
  }
  const std::vector<double> fast = fastest_seconds(in_cache, 9),
                            slow = fastest_seconds(in_memory, 5);
  Table table(
      {"", "how", "4096 numbers", "ratio", fmt::format("{} M numbers", large >> 20), "ratio "},
      "2 FLOP for each pair of numbers:");
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const double cache_rate = 2.0 * static_cast<double>(small) * repeats / fast[i] / 1e9;
    const double memory_rate = 2.0 * static_cast<double>(large) / slow[i] / 1e9;
    table.row({ways[i].flynn, ways[i].name, fmt::format("{:.1f} GFLOP/s", cache_rate),
               fmt::format("{:.1f}", fast[0] / fast[i]), fmt::format("{:.1f} GFLOP/s", memory_rate),
               fmt::format("{:.1f}", slow[0] / slow[i])});
    lesson.metric(
        {{"dot", ways[i].name}, {"cache_gflops", cache_rate}, {"memory_gflops", memory_rate}});
  }
  lesson.show(table);
}

}  // namespace dls::ch06
