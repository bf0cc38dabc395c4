// What the machine can do at best: fused multiply-adds from registers, and numbers through memory.
#pragma once
#include <optional>
#include <string>

#include "tests/bench/session.hpp"

namespace dls_bench {

/// Adds the measurements fma_f32_t1, triad_t1, and with two or more hardware threads fma_f32_t2,
/// triad_t2. FMA: as many independent chains of float multiply-adds as hide their latency, on the
/// widest registers. Triad: a = b + s c over arrays of 64 MiB each, counted as 12 bytes a number
/// (McCalpin's STREAM).
void measure_fma(Session& session);
void measure_triad(Session& session);

/// Their results: GFLOP/s and GB/s.
std::optional<double> fma_peak(const Session& session, int threads);
std::optional<double> triad_peak(const Session& session, int threads);

/// "AVX-512", "AVX2 with FMA" or "baseline": what the FMA measurement uses.
std::string fma_instructions();

}  // namespace dls_bench
