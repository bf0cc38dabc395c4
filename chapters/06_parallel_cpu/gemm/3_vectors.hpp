// Rung 3: rung 2 with vector registers. One instruction multiplies and adds 16 (8, 4) numbers.
#pragma once
#include "chapters/06_parallel_cpu/gemm/product.hpp"

namespace dls::ch06 {

// [add_row]
/// c += a * b for n numbers: what the innermost loop of rung 2 does.
inline void add_row_portable(float a, const float* b, float* c, std::int64_t n) {
  std::int64_t j = 0;
  for (; j + 4 <= n; j += 4) store4(c + j, load4(c + j) + a * load4(b + j));
  for (; j < n; ++j) c[j] += a * b[j];
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) inline void add_row_avx2(float a, const float* b, float* c,
                                                             std::int64_t n) {
  const __m256 wide = _mm256_set1_ps(a);
  std::int64_t j = 0;
  for (; j + 8 <= n; j += 8)
    _mm256_storeu_ps(c + j, _mm256_fmadd_ps(wide, _mm256_loadu_ps(b + j), _mm256_loadu_ps(c + j)));
  for (; j < n; ++j) c[j] += a * b[j];
}

__attribute__((target("avx512f"))) inline void add_row_avx512(float a, const float* b, float* c,
                                                              std::int64_t n) {
  const __m512 wide = _mm512_set1_ps(a);
  std::int64_t j = 0;
  for (; j + 16 <= n; j += 16)
    _mm512_storeu_ps(c + j, _mm512_fmadd_ps(wide, _mm512_loadu_ps(b + j), _mm512_loadu_ps(c + j)));
  for (; j < n; ++j) c[j] += a * b[j];
}
#endif
// [/add_row]

inline void vectors(const Product& p, Simd simd) {
  auto add_row = add_row_portable;
#if defined(__x86_64__)
  if (simd == Simd::avx2) add_row = add_row_avx2;
  if (simd == Simd::avx512) add_row = add_row_avx512;
#endif
  static_cast<void>(simd);
  clear(p);
  for (std::int64_t i = 0; i < p.m; ++i)
    for (std::int64_t q = 0; q < p.k; ++q)
      add_row(p.a[i * p.k + q], p.b + q * p.n, p.c + i * p.n, p.n);
}

}  // namespace dls::ch06
