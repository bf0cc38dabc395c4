// Rung 1: the definition. Every element of C is a sum of k products.
#pragma once
#include "chapters/06_parallel_cpu/gemm/product.hpp"

namespace dls::ch06 {

// [three_loops]
inline void three_loops(const Product& p, Simd) {
  for (std::int64_t i = 0; i < p.m; ++i)
    for (std::int64_t j = 0; j < p.n; ++j) {
      float sum = 0;
      for (std::int64_t q = 0; q < p.k; ++q) sum += p.a[i * p.k + q] * p.b[q * p.n + j];
      p.c[i * p.n + j] = sum;
    }
}
// [/three_loops]

}  // namespace dls::ch06
