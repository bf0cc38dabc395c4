// Small products, where a library's call costs as much as the arithmetic: no call, no plan, nothing
// to compile. A tile of C, 6 rows by 64 columns, stays in registers while it runs along k; of the
// factors only a transposed B is copied, since its columns do not lie side by side. Chapter 06
// builds such a kernel step by step. Compiled with AVX-512 (CMakeLists.txt), called only where the
// machine has it; so, no header of the standard library that has code in it is included.
#include <immintrin.h>

#include "common/math/gemm_backends.hpp"

namespace dls::math {
namespace {

constexpr int kRows = 6, kVectors = 4, kLanes = 16;  // 24 of the 32 registers are sums
constexpr int kColumns = kVectors * kLanes;
constexpr std::int64_t kDepth = 128;  // of a panel (128,64) of B: 32 KiB, which the L1 cache holds

/// A tile of C and what it is made of, along a part of k.
struct Tile {
  const float* a;  // element (r,p) is a[r * a_row + p * a_step]
  std::int64_t a_row, a_step;
  const float* b;  // element (p,j) is b[p * ldb + j]
  std::int64_t ldb, depth;
  __mmask16 last;  // which columns of the last register there are
  float alpha, beta;
  float* c;
  std::int64_t ldc;
};

// [tile]
template <int rows, int vectors>
void multiply(const Tile& t) {
  for (int r = 0; r < rows; ++r) {  // C is fetched while the sums grow
    for (int v = 0; v < vectors; ++v) __builtin_prefetch(t.c + r * t.ldc + v * kLanes, 1);
  }
  __m512 sums[rows][vectors] = {};
  for (std::int64_t p = 0; p < t.depth; ++p) {
    __m512 b[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      const float* from = t.b + p * t.ldb + v * kLanes;
      b[v] = v + 1 < vectors ? _mm512_loadu_ps(from) : _mm512_maskz_loadu_ps(t.last, from);
    }
#pragma GCC unroll 6
    for (int r = 0; r < rows; ++r) {
      const __m512 a = _mm512_set1_ps(t.a[r * t.a_row + p * t.a_step]);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) sums[r][v] = _mm512_fmadd_ps(a, b[v], sums[r][v]);
    }
  }
  // [/tile]
#pragma GCC unroll 6
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      float* const to = t.c + r * t.ldc + v * kLanes;
      const __mmask16 mask = v + 1 < vectors ? __mmask16{0xFFFF} : t.last;
      __m512 c = _mm512_mul_ps(_mm512_set1_ps(t.alpha), sums[r][v]);
      if (t.beta != 0)  // else C may hold a NaN that was never meant to be read
        c = _mm512_fmadd_ps(_mm512_set1_ps(t.beta), _mm512_maskz_loadu_ps(mask, to), c);
      _mm512_mask_storeu_ps(to, mask, c);
    }
  }
}

template <int rows>
void multiply(const Tile& t, int vectors) {
  if (vectors == 4) return multiply<rows, 4>(t);
  if (vectors == 3) return multiply<rows, 3>(t);
  if (vectors == 2) return multiply<rows, 2>(t);
  multiply<rows, 1>(t);
}

void multiply(const Tile& t, int rows, int vectors) {
  if (rows == 6) return multiply<6>(t, vectors);
  if (rows == 5) return multiply<5>(t, vectors);
  if (rows == 4) return multiply<4>(t, vectors);
  if (rows == 3) return multiply<3>(t, vectors);
  if (rows == 2) return multiply<2>(t, vectors);
  multiply<1>(t, vectors);
}

/// Four columns of `rows` rows of b (16, or fewer at the end: then the last one stands for those
/// that are missing), side by side in `panel`: 4 x 4 numbers are transposed in each quarter of a
/// register.
void transpose_16_by_4(const float* b, std::int64_t ld, std::int64_t rows, float* panel) {
  const auto four_of = [&](std::int64_t row) {
    return _mm_loadu_ps(b + (row < rows ? row : rows - 1) * ld);
  };
  __m512 row[4];
#pragma GCC unroll 4
  for (int q = 0; q < 4; ++q) {
    row[q] = _mm512_castps128_ps512(four_of(q));
    row[q] = _mm512_insertf32x4(row[q], four_of(q + 4), 1);
    row[q] = _mm512_insertf32x4(row[q], four_of(q + 8), 2);
    row[q] = _mm512_insertf32x4(row[q], four_of(q + 12), 3);
  }
  const __m512d low01 = _mm512_castps_pd(_mm512_unpacklo_ps(row[0], row[1]));
  const __m512d low23 = _mm512_castps_pd(_mm512_unpacklo_ps(row[2], row[3]));
  const __m512d high01 = _mm512_castps_pd(_mm512_unpackhi_ps(row[0], row[1]));
  const __m512d high23 = _mm512_castps_pd(_mm512_unpackhi_ps(row[2], row[3]));
  _mm512_storeu_ps(panel, _mm512_castpd_ps(_mm512_unpacklo_pd(low01, low23)));
  _mm512_storeu_ps(panel + kColumns, _mm512_castpd_ps(_mm512_unpackhi_pd(low01, low23)));
  _mm512_storeu_ps(panel + 2 * kColumns, _mm512_castpd_ps(_mm512_unpacklo_pd(high01, high23)));
  _mm512_storeu_ps(panel + 3 * kColumns, _mm512_castpd_ps(_mm512_unpackhi_pd(high01, high23)));
}

/// panel (depth,64) = the transposed of b (columns,depth), whose rows are `ld` apart.
void transpose(const float* b, std::int64_t ld, std::int64_t columns, std::int64_t depth,
               float* panel) {
  const std::int64_t whole_depth = depth / 4 * 4;
  for (std::int64_t j = 0; j < columns; j += kLanes) {
    for (std::int64_t p = 0; p < whole_depth; p += 4)
      transpose_16_by_4(b + j * ld + p, ld, columns - j, panel + p * kColumns + j);
  }
  for (std::int64_t j = 0; j < columns; ++j) {
    for (std::int64_t p = whole_depth; p < depth; ++p) panel[p * kColumns + j] = b[j * ld + p];
  }
}

}  // namespace

void gemm_small(const Product<float>& product) {
  const bool a_transposed = product.transpose_a == Transpose::yes;
  const bool b_transposed = product.transpose_b == Transpose::yes;
  alignas(64) float panel[kDepth * kColumns];
  const std::int64_t tiles = (product.m + kRows - 1) / kRows;
  Tile t{};
  t.a_row = a_transposed ? 1 : product.lda;
  t.a_step = a_transposed ? product.lda : 1;
  t.alpha = product.alpha;
  t.ldc = product.ldc;
  for (std::int64_t j = 0; j < product.n; j += kColumns) {
    const std::int64_t columns = product.n - j < kColumns ? product.n - j : kColumns;
    const int vectors = static_cast<int>((columns + kLanes - 1) / kLanes);
    t.last = static_cast<__mmask16>(0xFFFFu >> (vectors * kLanes - columns));
    for (std::int64_t p = 0; p < product.k; p += kDepth) {
      t.depth = product.k - p < kDepth ? product.k - p : kDepth;
      t.beta = p == 0 ? product.beta : 1;
      t.b = b_transposed ? panel : product.b + p * product.ldb + j;
      t.ldb = b_transposed ? kColumns : product.ldb;
      if (b_transposed)
        transpose(product.b + j * product.ldb + p, product.ldb, columns, t.depth, panel);
      for (std::int64_t tile = 0; tile < tiles; ++tile) {  // as equal in height as they can be
        const std::int64_t begin = tile * product.m / tiles, end = (tile + 1) * product.m / tiles;
        t.a = product.a + begin * t.a_row + p * t.a_step;
        t.c = product.c + begin * product.ldc + j;
        multiply(t, static_cast<int>(end - begin), vectors);
      }
    }
  }
}

}  // namespace dls::math
