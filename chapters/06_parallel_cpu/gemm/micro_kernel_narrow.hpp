// The micro-kernel of micro_kernel.hpp for narrower registers: 4 floats, which every machine has,
// and 8, with a multiply-add (AVX2).
#pragma once
#include "chapters/06_parallel_cpu/gemm/product.hpp"

namespace dls::ch06 {

/// A tile of C and what is added to it: number (r,q) of A is a[r * a_row + q * a_step], row q of B
/// begins at b + q * b_row, row r of C at c + r * c_row.
struct Tile {
  const float* a;
  std::int64_t a_row, a_step;
  const float* b;
  std::int64_t b_row;
  std::int64_t depth;  // how far along k
  float* c;
  std::int64_t c_row;
};

/// packed: A and B lie in the very order in which the loop reads them (rung 6), and the compiler
/// knows all distances.
template <bool packed>
void tile_portable(const Tile& t) {
  constexpr int rows = 4, columns = 8;
  const std::int64_t a_row = packed ? 1 : t.a_row, a_step = packed ? rows : t.a_step;
  const std::int64_t b_row = packed ? columns : t.b_row;
  Float4 sum[rows][2] = {};
  const float *a = t.a, *b = t.b;
  for (std::int64_t q = 0; q < t.depth; ++q, a += a_step, b += b_row) {
    const Float4 left = load4(b), right = load4(b + 4);
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
      sum[r][0] += a[r * a_row] * left;
      sum[r][1] += a[r * a_row] * right;
    }
  }
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r) {
    float* const c = t.c + r * t.c_row;
    store4(c, load4(c) + sum[r][0]);
    store4(c + 4, load4(c + 4) + sum[r][1]);
  }
}

#if defined(__x86_64__)
template <bool packed>
__attribute__((target("avx2,fma"))) void tile_avx2(const Tile& t) {
  constexpr int rows = 6, columns = 16;
  const std::int64_t a_row = packed ? 1 : t.a_row, a_step = packed ? rows : t.a_step;
  const std::int64_t b_row = packed ? columns : t.b_row;
  __m256 sum[rows][2] = {};
  for (int r = 0; r < rows; ++r) __builtin_prefetch(t.c + r * t.c_row, 1);
  const float *a = t.a, *b = t.b;
  for (std::int64_t q = 0; q < t.depth; ++q, a += a_step, b += b_row) {
    const __m256 left = _mm256_loadu_ps(b), right = _mm256_loadu_ps(b + 8);
#pragma GCC unroll 6
    for (int r = 0; r < rows; ++r) {
      const __m256 wide = _mm256_set1_ps(a[r * a_row]);
      sum[r][0] = _mm256_fmadd_ps(wide, left, sum[r][0]);
      sum[r][1] = _mm256_fmadd_ps(wide, right, sum[r][1]);
    }
  }
#pragma GCC unroll 6
  for (int r = 0; r < rows; ++r) {
    float* const c = t.c + r * t.c_row;
    _mm256_storeu_ps(c, _mm256_add_ps(_mm256_loadu_ps(c), sum[r][0]));
    _mm256_storeu_ps(c + 8, _mm256_add_ps(_mm256_loadu_ps(c + 8), sum[r][1]));
  }
}
#endif

}  // namespace dls::ch06
