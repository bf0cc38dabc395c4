// One dot product in several ways, after Flynn: one instruction or many at a time, on one number or
// many at a time (C++17, but for the threads).
#pragma once
#include <cstddef>
#include <vector>

#include "chapters/06_parallel_cpu/4_reduce.hpp"
#include "chapters/06_parallel_cpu/simd.hpp"

namespace dls::ch06 {

// [sisd]
/// Single instruction, single data: a product and a sum after the other. Each sum waits for the one
/// before it.
inline float dot_scalar(const float* x, const float* y, std::size_t n) {
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}
// [/sisd]

// [simd]
/// Single instruction, multiple data: a register of sums, and four such registers in turn, so that
/// no sum has to wait.
inline float dot_portable(const float* x, const float* y, std::size_t n) {
  Float4 sum[4] = {};
  std::size_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (std::size_t r = 0; r < 4; ++r) sum[r] += load4(x + i + 4 * r) * load4(y + i + 4 * r);
  const Float4 all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  return (all[0] + all[1]) + (all[2] + all[3]) + dot_scalar(x + i, y + i, n - i);
}
// [/simd]

#if defined(__x86_64__)
// [avx2]
__attribute__((target("avx2,fma"))) inline float dot_avx2(const float* x, const float* y,
                                                          std::size_t n) {
  __m256 sum[4] = {};
  std::size_t i = 0;
  for (; i + 32 <= n; i += 32)
#pragma GCC unroll 4
    for (std::size_t r = 0; r < 4; ++r)
      sum[r] =
          _mm256_fmadd_ps(_mm256_loadu_ps(x + i + 8 * r), _mm256_loadu_ps(y + i + 8 * r), sum[r]);
  float lanes[8];
  _mm256_storeu_ps(lanes,
                   _mm256_add_ps(_mm256_add_ps(sum[0], sum[1]), _mm256_add_ps(sum[2], sum[3])));
  return sum_of(lanes, 8) + dot_scalar(x + i, y + i, n - i);
}
// [/avx2]

__attribute__((target("avx512f"))) inline float dot_avx512(const float* x, const float* y,
                                                           std::size_t n) {
  __m512 sum[4] = {};
  std::size_t i = 0;
  for (; i + 64 <= n; i += 64)
#pragma GCC unroll 4
    for (std::size_t r = 0; r < 4; ++r)
      sum[r] =
          _mm512_fmadd_ps(_mm512_loadu_ps(x + i + 16 * r), _mm512_loadu_ps(y + i + 16 * r), sum[r]);
  float lanes[16];
  _mm512_storeu_ps(lanes,
                   _mm512_add_ps(_mm512_add_ps(sum[0], sum[1]), _mm512_add_ps(sum[2], sum[3])));
  return sum_of(lanes, 16) + dot_scalar(x + i, y + i, n - i);
}
#endif

inline float dot_simd(const float* x, const float* y, std::size_t n, Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx512) return dot_avx512(x, y, n);
  if (simd == Simd::avx2) return dot_avx2(x, y, n);
#endif
  static_cast<void>(simd);
  return dot_portable(x, y, n);
}

// [mimd]
/// Multiple instruction, multiple data: several cores, each with its own part, in chunks of a fixed
/// length, so that the bits do not depend on the number of threads.
inline float dot_mimd(ThreadPool& pool, const float* x, const float* y, std::size_t n, Simd simd) {
  constexpr std::size_t grain = 1 << 16;
  std::vector<float> sums((n + grain - 1) / grain);
  for_chunks(pool, n, grain, [&](std::size_t c, std::size_t begin, std::size_t end) {
    sums[c] = dot_simd(x + begin, y + begin, end - begin, simd);
  });
  return sum_of(sums.data(), sums.size());
}
// [/mimd]

}  // namespace dls::ch06
