// Rung 4: C tile by tile, each in registers (micro_kernel.hpp).
#pragma once
#include "chapters/06_parallel_cpu/gemm/micro_kernel.hpp"

namespace dls::ch06 {

/// Adds to rows [i, i_end) and columns [j, j_end) of C, along [q, q_end) of k: tile by tile, and
/// what is left at the right and at the bottom with plain loops.
inline void add_tiles(const Product& p, const MicroKernel& kernel, std::int64_t i,
                      std::int64_t i_end, std::int64_t j, std::int64_t j_end, std::int64_t q,
                      std::int64_t q_end) {
  const std::int64_t whole_j = j + (j_end - j) / kernel.columns * kernel.columns;
  const std::int64_t whole_i = i + (i_end - i) / kernel.rows * kernel.rows;
  // [tiles]
  for (std::int64_t jt = j; jt < whole_j; jt += kernel.columns)
    for (std::int64_t it = i; it < whole_i; it += kernel.rows)
      kernel.strided({p.a + it * p.k + q, p.k, 1, p.b + q * p.n + jt, p.n, q_end - q,
                      p.c + it * p.n + jt, p.n});
  // [/tiles]
  for (std::int64_t it = i; it < i_end; ++it)
    for (std::int64_t qt = q; qt < q_end; ++qt) {
      const float a = p.a[it * p.k + qt];
      for (std::int64_t jt = it < whole_i ? whole_j : j; jt < j_end; ++jt)
        p.c[it * p.n + jt] += a * p.b[qt * p.n + jt];
    }
}

inline void registers(const Product& p, Simd simd) {
  clear(p);
  add_tiles(p, micro_kernel(simd), 0, p.m, 0, p.n, 0, p.k);
}

}  // namespace dls::ch06
