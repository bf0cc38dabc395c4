// Rung 5: block by block, so that what is used again soon is still in a cache.
#pragma once
#include "chapters/06_parallel_cpu/gemm/4_registers.hpp"

namespace dls::ch06 {

// [blocks]
inline void blocks(const Product& p, Simd simd) {
  const MicroKernel kernel = micro_kernel(simd);
  const std::int64_t depth = 256;                // of B, 256 rows of a tile's width: 32 KiB, for L1
  const std::int64_t height = 24 * kernel.rows;  // of A, 336 rows of 256 numbers: 336 KiB, for L2
  clear(p);
  for (std::int64_t q = 0; q < p.k; q += depth)
    for (std::int64_t i = 0; i < p.m; i += height)
      add_tiles(p, kernel, i, std::min(i + height, p.m), 0, p.n, q, std::min(q + depth, p.k));
}
// [/blocks]

}  // namespace dls::ch06
