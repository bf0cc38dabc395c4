// The micro-kernel: a tile of C that stays in registers while it runs along k.
//
// Rung 3 loads and stores C for every product. Here 14 x 32 numbers of C are held in 28 of the 32
// registers of AVX-512; for each step along k come two registers of B and 14 numbers of A, and 28
// instructions use them: nearly two multiply-adds for everything that is loaded.
#pragma once
#include "chapters/06_parallel_cpu/gemm/micro_kernel_narrow.hpp"  // Tile, and the other two kernels

namespace dls::ch06 {

#if defined(__x86_64__)
/// packed: A and B lie in the very order in which the loop reads them (rung 6), and the compiler
/// knows all distances.
// [avx512]
template <bool packed>
__attribute__((target("avx512f"))) void tile_avx512(const Tile& t) {
  constexpr int rows = 14, columns = 32;
  const std::int64_t a_row = packed ? 1 : t.a_row, a_step = packed ? rows : t.a_step;
  const std::int64_t b_row = packed ? columns : t.b_row;
  __m512 sum[rows][2] = {};         // 28 registers
  for (int r = 0; r < rows; ++r) {  // C is on its way while the loop runs
    __builtin_prefetch(t.c + r * t.c_row, 1);
    __builtin_prefetch(t.c + r * t.c_row + 16, 1);
  }
  const float *a = t.a, *b = t.b;
  for (std::int64_t q = 0; q < t.depth; ++q, a += a_step, b += b_row) {
    const __m512 left = _mm512_loadu_ps(b), right = _mm512_loadu_ps(b + 16);
#pragma GCC unroll 14
    for (int r = 0; r < rows; ++r) {
      const __m512 wide = _mm512_set1_ps(a[r * a_row]);  // one number of A, 16 times
      sum[r][0] = _mm512_fmadd_ps(wide, left, sum[r][0]);
      sum[r][1] = _mm512_fmadd_ps(wide, right, sum[r][1]);
    }
  }
#pragma GCC unroll 14
  for (int r = 0; r < rows; ++r) {
    float* const c = t.c + r * t.c_row;
    _mm512_storeu_ps(c, _mm512_add_ps(_mm512_loadu_ps(c), sum[r][0]));
    _mm512_storeu_ps(c + 16, _mm512_add_ps(_mm512_loadu_ps(c + 16), sum[r][1]));
  }
}
// [/avx512]
#endif

/// The size of a tile, and the two forms of its kernel.
struct MicroKernel {
  std::int64_t rows, columns;
  void (*strided)(const Tile&);
  void (*packed)(const Tile&);
};

inline MicroKernel micro_kernel(Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx512) return {14, 32, tile_avx512<false>, tile_avx512<true>};
  if (simd == Simd::avx2) return {6, 16, tile_avx2<false>, tile_avx2<true>};
#endif
  static_cast<void>(simd);
  return {4, 8, tile_portable<false>, tile_portable<true>};
}

}  // namespace dls::ch06
