// The roofline: what a machine can do at best with a piece of work, given how much of it there is
// for each byte from memory (C++17: notebooks include this file).
//
// Source: Williams, Waterman, Patterson, "Roofline: An Insightful Visual Performance Model for
// Multicore Architectures", CACM 2009.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "chapters/06_parallel_cpu/simd.hpp"

namespace dls::ch06 {

// [roofline]
struct Machine {
  double flops;  // a second, at best: all registers busy with multiply-adds
  double bytes;  // a second, from memory
};

/// FLOP a second that work with `intensity` FLOP for each byte from memory can reach.
inline double attainable(const Machine& machine, double intensity) {
  return std::min(machine.flops, intensity * machine.bytes);
}

/// The intensity from which on a machine is bound by arithmetic.
inline double ridge(const Machine& machine) { return machine.flops / machine.bytes; }
// [/roofline]

/// Multiply-adds from registers alone, in independent chains that hide their latency. Each x = x/2
/// + 1/2 stays near 1. Returns a number that depends on all of them; 2 * steps * chains * lanes
/// FLOP.
inline float fma_chains_portable(std::int64_t steps) {
  Float4 x[8], half = {0.5F, 0.5F, 0.5F, 0.5F};
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) x[i] = half * static_cast<float>(i);
  for (std::int64_t s = 0; s < steps; ++s) {
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) x[i] = x[i] * half + half;
    asm volatile("");  // or the compiler would find out where x goes
  }
  for (int i = 1; i < 8; ++i) x[0] += x[i];
  return x[0][0];
}

#if defined(__x86_64__)
// [chains]
__attribute__((target("avx512f"))) inline float fma_chains_avx512(std::int64_t steps) {
  const __m512 half = _mm512_set1_ps(0.5F);
  __m512 x[16];
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) x[i] = _mm512_set1_ps(static_cast<float>(i));
  for (std::int64_t s = 0; s < steps; ++s) {
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) x[i] = _mm512_fmadd_ps(x[i], half, half);
    asm volatile("");  // or the compiler would find out where x goes
  }
#pragma GCC unroll 16
  for (int i = 1; i < 16; ++i) x[0] = _mm512_add_ps(x[0], x[i]);
  return _mm512_cvtss_f32(x[0]);
}
// [/chains]

__attribute__((target("avx2,fma"))) inline float fma_chains_avx2(std::int64_t steps) {
  const __m256 half = _mm256_set1_ps(0.5F);
  __m256 x[12];
#pragma GCC unroll 12
  for (int i = 0; i < 12; ++i) x[i] = _mm256_set1_ps(static_cast<float>(i));
  for (std::int64_t s = 0; s < steps; ++s) {
#pragma GCC unroll 12
    for (int i = 0; i < 12; ++i) x[i] = _mm256_fmadd_ps(x[i], half, half);
    asm volatile("");
  }
#pragma GCC unroll 12
  for (int i = 1; i < 12; ++i) x[0] = _mm256_add_ps(x[0], x[i]);
  return _mm256_cvtss_f32(x[0]);
}
#endif

/// FLOP of one step of the chains.
inline double chain_flops(Simd simd) {
  if (simd == Simd::avx512) return 2.0 * 16 * 16;
  return simd == Simd::avx2 ? 2.0 * 12 * 8 : 2.0 * 8 * 4;
}

inline float fma_chains(std::int64_t steps, Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx512) return fma_chains_avx512(steps);
  if (simd == Simd::avx2) return fma_chains_avx2(steps);
#endif
  static_cast<void>(simd);
  return fma_chains_portable(steps);
}

/// a = b + s c: 2 FLOP and 12 bytes for each number (McCalpin's STREAM triad).
inline void triad(float* a, const float* b, const float* c, float s, std::size_t n) {
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) store4(a + i, load4(b + i) + s * load4(c + i));
  for (; i < n; ++i) a[i] = b[i] + s * c[i];
}

/// FLOP for each byte of a product (m,k) (k,n), if A and B are read once and C is written once.
inline double gemm_intensity(double m, double n, double k) {
  return 2 * m * n * k / (4 * (m * k + k * n + m * n));
}

}  // namespace dls::ch06
