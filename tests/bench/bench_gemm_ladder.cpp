// The ladder of chapter 06, rung by rung, against one core's multiply-adds, at 1024^3.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "chapters/06_parallel_cpu/gemm/ladder.hpp"
#include "chapters/06_parallel_cpu/isa.hpp"
#include "common/core/rng.hpp"
#include "tests/bench/peaks.hpp"

namespace {

using namespace dls_bench;
using dls::ch06::Rung;

constexpr std::int64_t kSize = 1024;

struct Operands {
  std::vector<float> a, b, c;  // filled, so that every page is there before the clock starts

  Operands() : a(kSize * kSize), b(kSize * kSize), c(kSize * kSize) {
    dls::Rng rng(1, "gemm ladder");
    for (float& x : a) x = static_cast<float>(rng.uniform(-1, 1));
    for (float& x : b) x = static_cast<float>(rng.uniform(-1, 1));
  }
};

}  // namespace

int main(int argc, char** argv) {
  return guarded([&] {
    const dls::ch06::Simd simd = dls::ch06::best_simd();
    Session session(argc, argv,
                    fmt::format("The ladder of chapter 06 ({}) against one core's multiply-adds",
                                dls::ch06::name(simd)));
    const std::vector<Rung> rungs = dls::ch06::ladder();
    const auto x = std::make_shared<Operands>();
    measure_fma(session);
    for (std::size_t i = 0; i < rungs.size(); ++i) {
      // The first rungs take seconds for all of C: some of its rows, with all of B, do as well.
      const std::int64_t rows = i < 2 ? 32 : kSize;
      const Rung rung = rungs[i];
      session.measure(rung.name, 1, 2.0 * static_cast<double>(rows * kSize * kSize), [=] {
        rung.multiply({x->a.data(), x->b.data(), x->c.data(), rows, kSize, kSize}, simd);
      });
    }
    session.run();
    for (std::size_t i = 0; i < rungs.size(); ++i) {
      const std::optional<double> rate = session.giga_per_second(rungs[i].name);
      if (!rate) continue;  // filtered out
      const bool last = i + 1 == rungs.size();
      session.row({.metric = last ? "gemm_ladder_last" : fmt::format("gemm_ladder_{}", i + 1),
                   .value = *rate,
                   .unit = "GFLOP/s",
                   .ceiling = fma_peak(session, 1),
                   .bar = last ? std::optional<double>(0.80) : std::nullopt});
    }
    session.finish();
  });
}
