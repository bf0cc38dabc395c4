// What every rung of the ladder computes (C++17: notebooks include this file and the rungs).
#pragma once
#include <algorithm>
#include <cstdint>

#include "chapters/06_parallel_cpu/simd.hpp"

namespace dls::ch06 {

/// C = A B for matrices stored row by row, without gaps: A (m,k), B (k,n), C (m,n). It takes
/// 2 m n k FLOP. C is only written; it must not overlap A or B. Sizes may be 0.
struct Product {
  const float* a;
  const float* b;
  float* c;
  std::int64_t m, n, k;
};

inline double flops(const Product& p) {
  return 2.0 * static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
}

inline void clear(const Product& p) { std::fill(p.c, p.c + p.m * p.n, 0.0F); }

}  // namespace dls::ch06
