// More threads than cores: harmless where they wait for nobody, ruinous where they wait for each
// other.
#include <fmt/core.h>

#include <string>
#include <thread>
#include <vector>

#include "chapters/06_parallel_cpu/8_dot.hpp"
#include "chapters/06_parallel_cpu/isa.hpp"
#include "chapters/06_parallel_cpu/sections.hpp"
#include "chapters/06_parallel_cpu/timing.hpp"
#include "common/core/parallel.hpp"
#include "common/math/gemm.hpp"

namespace dls::ch06 {

namespace {

/// `outer` threads, each with products of 192^3 that use `inner` threads of their own.
void products(int outer, int inner, int each) {
  ThreadPool pool(outer);
  std::vector<std::future<void>> done;
  for (int t = 0; t < outer; ++t)
    done.push_back(pool.submit([inner, each] {
      constexpr std::int64_t n = 192;
      set_threads(inner);
      const std::vector<float> a(n * n, 0.5F), b(n * n, 0.25F);
      std::vector<float> c(n * n);
      for (int i = 0; i < each; ++i)
        gemm(Transpose::no, Transpose::no, n, n, n, 1.0F, a.data(), n, b.data(), n, 0.0F, c.data(),
             n);
    }));
  for (std::future<void>& d : done) d.get();
}

}  // namespace

void crowd(Lesson& lesson) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  lesson.say("This machine runs {} threads at once.", cores);
  lesson.say();

  // [sizes]
  const std::vector<float> x(lesson.quick() ? 1 << 20 : 1 << 22, 1.0F);
  Table table({"threads in the pool", fmt::format("dot products of {} M numbers", x.size() >> 20)});
  for (const int threads : {1, 2, 4, 8, 16, 32}) {
    ThreadPool pool(threads);
    const auto t = fastest_seconds(
        {[&] { keep(dot_mimd(pool, x.data(), x.data(), x.size(), best_simd())); }}, 9);
    table.row({std::to_string(threads), fmt::format("{:.0f}/s", 1 / t[0])});
  }
  // [/sizes]
  lesson.show(table);

  const int each = lesson.quick() ? 4 : 64;
  const double operations = 2.0 * 192 * 192 * 192;
  Table nested({"threads", "each with 1 of its own", "with 2", "with 4"},
               "Products of 192 x 192 matrices, by threads whose library starts threads, too:");
  for (const int outer : {1, 2, 4}) {
    std::vector<std::string> cells = {std::to_string(outer)};
    for (const int inner : {1, 2, 4}) {
      const auto t = fastest_seconds({[&] { products(outer, inner, each / outer); }}, 3);
      const int all = each / outer * outer;
      const double rate = operations * all / t[0] / 1e9;
      cells.push_back(fmt::format("{:.0f} GFLOP/s", rate));
      lesson.metric({{"outer", outer}, {"inner", inner}, {"gflops", rate}});
    }
    nested.row(cells);
  }
  lesson.show(nested);
}

}  // namespace dls::ch06
