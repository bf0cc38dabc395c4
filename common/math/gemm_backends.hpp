// Private to common/math and its tests: what multiplies matrices behind gemm().
#pragma once
#include <cstddef>
#include <cstdint>

#include "common/math/gemm.hpp"

namespace dls::math {

enum class Backend { eigen, onednn };

/// The library that DLS_GEMM (its value is `wish`; nullptr: unset) asks for. Throws dls::Error when
/// it cannot be had.
Backend choose_backend(const char* wish);

/// One product with sizes that are at least 1 and alpha that is not 0: what gemm() leaves to a
/// library. The factors are numbers of type In.
template <class T, class In = T>
struct Product {
  Transpose transpose_a, transpose_b;
  std::int64_t m, n, k;
  T alpha;
  const In* a;  // (m,k), or (k,m) when transposed
  std::int64_t lda;
  const In* b;  // (k,n), or (n,k) when transposed
  std::int64_t ldb;
  T beta;
  T* c;  // (m,n)
  std::int64_t ldc;
};

/// The product for a part of C alone: rows [begin, end) where C is tall, columns [begin, end) where
/// it is wide.
template <class T>
Product<T> part_of(Product<T> p, std::int64_t begin, std::int64_t end) {
  if (p.m >= p.n) {
    p.a += begin * (p.transpose_a == Transpose::no ? p.lda : 1);
    p.c += begin * p.ldc;
    p.m = end - begin;
  } else {
    p.b += begin * (p.transpose_b == Transpose::no ? 1 : p.ldb);
    p.c += begin;
    p.n = end - begin;
  }
  return p;
}

/// Waking a second thread takes a few microseconds (milliseconds when the machine is busy), as long
/// as one thread takes for a product with this many multiplications.
constexpr std::int64_t kWorthAThread = 2'000'000;

template <class T>
void gemm_eigen(const Product<T>& product);

/// By the product of floats: for any machine.
void gemm_widened(const Product<float, BF16>& product);

#ifdef DLS_X86
/// For a machine with AVX-512. On the calling thread alone.
void gemm_small(const Product<float>& product);
#endif

#ifdef DLS_HAVE_ONEDNN
void gemm_onednn(const Product<float>& product);
/// For a machine with AVX512-BF16.
void gemm_onednn(const Product<float, BF16>& product);

/// How many compiled products the calling thread keeps at most, and how many it keeps now.
constexpr std::size_t kMaxCachedProducts = 256;
std::size_t cached_products();
#endif

/// C = beta C, where beta = 0 overwrites.
template <class T>
void scale_matrix(T beta, T* c, std::int64_t m, std::int64_t n, std::int64_t ldc);

}  // namespace dls::math
