// Rung 6: blocks of A and B are copied into panels first, in the very order in which the kernel
// reads them. The copies are cheap: each number is moved once and used a thousand times.
//
// Source: Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication", ACM TOMS
// 2008; the loops around the kernel are those of BLIS (Van Zee and van de Geijn, ACM TOMS 2015).
#pragma once
#include <memory>
#include <new>

#include "chapters/06_parallel_cpu/gemm/micro_kernel.hpp"

namespace dls::ch06 {

/// Memory for panels, kept from call to call: fresh memory would cost a page fault for every 4 KiB,
/// a third of this product's time. It begins at a cache line, or every load of 64 bytes would touch
/// two of them.
class Panels {
 public:
  /// At least `count` numbers.
  float* need(std::int64_t count) {
    if (count > count_) {
      data_.reset(static_cast<float*>(
          ::operator new(static_cast<std::size_t>(count) * sizeof(float), kLine)));
      count_ = count;
    }
    return data_.get();
  }

 private:
  static constexpr std::align_val_t kLine{64};
  struct Delete {
    void operator()(float* data) const { ::operator delete(data, kLine); }
  };
  std::unique_ptr<float, Delete> data_;
  std::int64_t count_ = 0;
};

inline std::int64_t round_up(std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; }

// [pack]
/// Rows [0, rows) of a, `a_row` apart, in panels of `height` rows: (panel, depth, height). Rows
/// that are missing in the last panel are 0, so that the kernel needs no special case.
template <std::int64_t height>
void pack_a(const float* a, std::int64_t a_row, std::int64_t rows, std::int64_t depth, float* to) {
  for (std::int64_t i = 0; i < rows; i += height, a += height * a_row)
    for (std::int64_t q = 0; q < depth; ++q, to += height) {
      if (rows - i >= height) {
#pragma GCC unroll 14
        for (std::int64_t r = 0; r < height; ++r) to[r] = a[r * a_row + q];
      } else {
        for (std::int64_t r = 0; r < height; ++r) to[r] = i + r < rows ? a[r * a_row + q] : 0;
      }
    }
}

/// Columns [0, columns) of b in panels of `width` columns: (panel, depth, width), with zeros.
inline void pack_b(const float* b, std::int64_t b_row, std::int64_t columns, std::int64_t depth,
                   std::int64_t width, float* to) {
  for (std::int64_t j = 0; j < columns; j += width) {
    const std::int64_t there = std::min(width, columns - j);
    for (std::int64_t q = 0; q < depth; ++q, to += width) {
      std::copy(b + q * b_row + j, b + q * b_row + j + there, to);
      std::fill(to + there, to + width, 0.0F);
    }
  }
}
// [/pack]

/// One tile of C from two panels. A tile that does not lie wholly in C is computed beside it.
inline void packed_tile(const Product& p, const MicroKernel& kernel, const float* a, const float* b,
                        std::int64_t depth, std::int64_t i, std::int64_t j) {
  float* const c = p.c + i * p.n + j;
  const std::int64_t rows = std::min(kernel.rows, p.m - i);
  const std::int64_t columns = std::min(kernel.columns, p.n - j);
  if (rows == kernel.rows && columns == kernel.columns)
    return kernel.packed({a, 0, 0, b, 0, depth, c, p.n});
  alignas(64) float beside[14 * 32] = {};  // as large as the largest tile
  kernel.packed({a, 0, 0, b, 0, depth, beside, kernel.columns});
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t s = 0; s < columns; ++s) c[r * p.n + s] += beside[r * kernel.columns + s];
}

// [packed]
inline void packed(const Product& p, Simd simd) {
  const MicroKernel kernel = micro_kernel(simd);
  const std::int64_t depth = 1024, height = round_up(128, kernel.rows), width = 2048;
  const auto pack_rows = kernel.rows == 14 ? pack_a<14> : kernel.rows == 6 ? pack_a<6> : pack_a<4>;
  thread_local Panels a_panels, b_panels;
  float* const a = a_panels.need(height * depth);
  float* const b = b_panels.need(round_up(std::min(width, p.n), kernel.columns) * depth);
  clear(p);
  for (std::int64_t j = 0; j < p.n; j += width)
    for (std::int64_t q = 0; q < p.k; q += depth) {
      const std::int64_t j_end = std::min(j + width, p.n), deep = std::min(depth, p.k - q);
      pack_b(p.b + q * p.n + j, p.n, j_end - j, deep, kernel.columns, b);
      for (std::int64_t i = 0; i < p.m; i += height) {
        const std::int64_t i_end = std::min(i + height, p.m);
        pack_rows(p.a + i * p.k + q, p.k, i_end - i, deep, a);
        // The block of A, 560 KiB, lies in L2, and beside it one panel of B after the other, 128
        // KiB.
        for (std::int64_t jt = j; jt < j_end; jt += kernel.columns)
          for (std::int64_t it = i; it < i_end; it += kernel.rows)
            packed_tile(p, kernel, a + (it - i) * deep, b + (jt - j) * deep, deep, it, jt);
      }
    }
}
// [/packed]

}  // namespace dls::ch06
