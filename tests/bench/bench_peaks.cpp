// The ceilings alone: what `learn doctor --peaks` prints.
#include <fmt/format.h>

#include "tests/bench/peaks.hpp"

int main(int argc, char** argv) {
  using namespace dls_bench;
  return guarded([&] {
    Session session(
        argc, argv,
        fmt::format("What this machine can do at best (FMA by {})", fma_instructions()));
    measure_fma(session);
    measure_triad(session);
    session.run();
    for (int threads = 1; threads <= 2; ++threads) {
      if (const auto peak = fma_peak(session, threads)) {
        session.row(
            {.metric = fmt::format("fma_f32_t{}", threads), .value = *peak, .unit = "GFLOP/s"});
      }
    }
    for (int threads = 1; threads <= 2; ++threads) {
      if (const auto peak = triad_peak(session, threads)) {
        session.row({.metric = fmt::format("triad_t{}", threads), .value = *peak, .unit = "GB/s"});
      }
    }
    session.finish();
  });
}
