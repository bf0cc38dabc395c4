#pragma once

#include <cstdint>

#include "common/core/dtype.hpp"

namespace dls {

/// Whether a factor of a product is used as it is stored or transposed.
enum class Transpose { no, yes };

/// C = alpha op(A) op(B) + beta C, for matrices stored row by row. T is float or double.
///
/// op(A) is (m,k), op(B) is (k,n), C is (m,n); op(X) is X or its transpose. A leading dimension
/// (lda, ldb, ldc) is the distance in elements from one stored row to the next: at least the length
/// of a stored row, so lda >= k when A is used as stored and lda >= m when A is transposed. C must
/// not overlap A or B.
///
/// As in the BLAS, beta = 0 means that C is only written (a NaN in it is overwritten), and alpha =
/// 0 or k = 0 means that A and B are not read. Otherwise NaN times 0 is NaN, as in IEEE arithmetic.
///
/// The float product goes to oneDNN when the build has it (environment DLS_GEMM=eigen turns that
/// off), a small one to a kernel of our own where the machine has AVX-512 (DLS_ISA=avx2 turns that
/// off), everything else to Eigen. Uses the threads of OpenMP; may be called by several threads at
/// once. Throws dls::Error on a negative size, a short leading dimension or a DLS_GEMM that names
/// nothing we have.
template <class T>
void gemm(Transpose transpose_a, Transpose transpose_b, std::int64_t m, std::int64_t n,
          std::int64_t k, T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb,
          T beta, T* c, std::int64_t ldc);

/// The same with factors in bfloat16, which are multiplied and added up in float: half the bytes,
/// and up to twice the speed where the processor multiplies bfloat16 itself (AVX512-BF16, reached
/// through oneDNN; DLS_ISA and DLS_GEMM as above). Elsewhere the factors are turned into floats
/// first, which loses nothing and takes memory for them.
void gemm(Transpose transpose_a, Transpose transpose_b, std::int64_t m, std::int64_t n,
          std::int64_t k, float alpha, const BF16* a, std::int64_t lda, const BF16* b,
          std::int64_t ldb, float beta, float* c, std::int64_t ldc);

}  // namespace dls
