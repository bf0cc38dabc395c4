// Rung 2: the same products and sums, with the two inner loops swapped. B is now read along its
// rows: all 16 floats of a cache line are used, where rung 1 used one of them.
#pragma once
#include "chapters/06_parallel_cpu/gemm/product.hpp"

namespace dls::ch06 {

// [loop_order]
inline void loop_order(const Product& p, Simd) {
  clear(p);
  for (std::int64_t i = 0; i < p.m; ++i)
    for (std::int64_t q = 0; q < p.k; ++q) {
      const float a = p.a[i * p.k + q];
      for (std::int64_t j = 0; j < p.n; ++j) p.c[i * p.n + j] += a * p.b[q * p.n + j];
    }
}
// [/loop_order]

}  // namespace dls::ch06
