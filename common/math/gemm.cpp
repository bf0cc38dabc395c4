#include "common/math/gemm.hpp"

#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include "common/core/check.hpp"
#include "common/math/convert.hpp"
#include "common/math/gemm_backends.hpp"
#include "common/math/kernel_table.hpp"

namespace dls {
namespace {

void check_leading_dimension(const char* name, std::int64_t ld, std::int64_t row_length) {
  DLS_CHECK(ld >= row_length,
            "gemm: the leading dimension {} = {} is shorter than a stored row of {} numbers; pass "
            "at least the row's length (for a transposed factor, that of the matrix as stored)",
            name, ld, row_length);
}

/// Asked once: the environment of a program does not change.
math::Backend backend() {
  static const math::Backend backend = math::choose_backend(std::getenv("DLS_GEMM"));
  return backend;
}

#if defined(DLS_HAVE_ONEDNN) && defined(DLS_X86)
/// Whether our own kernel does this product: a thread is not worth it, and a library's call would
/// cost as much as the arithmetic. A row or two of C are bound by memory, where oneDNN is better.
bool is_small(std::int64_t m, std::int64_t n, std::int64_t k) {
  return math::chosen_isa() == math::Isa::avx512 && m > 2 && m * n <= math::kWorthAThread / k;
}
#endif

}  // namespace

namespace math {

Backend choose_backend(const char* variable) {
  const std::string wish = variable ? variable : "";
#ifdef DLS_HAVE_ONEDNN
  constexpr bool have_onednn = true;
#else
  constexpr bool have_onednn = false;
#endif
  if (wish == "eigen") return Backend::eigen;
  DLS_CHECK(wish.empty() || wish == "onednn",
            "the environment says DLS_GEMM={}: use DLS_GEMM=onednn or DLS_GEMM=eigen, or unset it",
            wish);
  DLS_CHECK(wish.empty() || have_onednn,
            "the environment says DLS_GEMM=onednn, but this build has no oneDNN: install "
            "libdnnl-dev and configure again, or unset DLS_GEMM to use Eigen");
  return have_onednn ? Backend::onednn : Backend::eigen;
}

template <class T>
void scale_matrix(T beta, T* c, std::int64_t m, std::int64_t n, std::int64_t ldc) {
  for (std::int64_t i = 0; i < m; ++i) {
    T* row = c + i * ldc;
    // beta = 0 overwrites: 0 * NaN would keep a NaN that was never meant to be read.
    for (std::int64_t j = 0; j < n; ++j) row[j] = beta == T{0} ? T{0} : beta * row[j];
  }
}

}  // namespace math

namespace {

/// Refuses sizes that cannot be, and does what asks for no product: nothing, or a factor for C.
template <class T, class In>
bool needs_no_library(const math::Product<T, In>& p) {
  DLS_CHECK(
      p.m >= 0 && p.n >= 0 && p.k >= 0,
      "gemm: the sizes m={}, n={}, k={} must not be negative; check the shapes of the factors", p.m,
      p.n, p.k);
  check_leading_dimension("lda", p.lda, p.transpose_a == Transpose::no ? p.k : p.m);
  check_leading_dimension("ldb", p.ldb, p.transpose_b == Transpose::no ? p.n : p.k);
  check_leading_dimension("ldc", p.ldc, p.n);
  if (p.m == 0 || p.n == 0) return true;
  if (p.k != 0 && p.alpha != T{0}) return false;
  math::scale_matrix(p.beta, p.c, p.m, p.n, p.ldc);
  return true;
}

/// The stored rows of a factor as floats; what lies between the rows is copied, too.
std::vector<float> to_floats(const BF16* x, std::int64_t rows, std::int64_t row_length,
                             std::int64_t ld) {
  std::vector<float> wide((rows - 1) * ld + row_length);
  math::convert(x, wide.data(), std::ssize(wide));
  return wide;
}

}  // namespace

template <class T>
void gemm(Transpose transpose_a, Transpose transpose_b, std::int64_t m, std::int64_t n,
          std::int64_t k, T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb,
          T beta, T* c, std::int64_t ldc) {
  const math::Product<T> product{transpose_a, transpose_b, m,   n,    k, alpha, a,
                                 lda,         b,           ldb, beta, c, ldc};
  if (needs_no_library(product)) return;
  [[maybe_unused]] const math::Backend chosen = backend();
#ifdef DLS_HAVE_ONEDNN
  if constexpr (std::is_same_v<T, float>) {
    if (chosen == math::Backend::onednn) {
#ifdef DLS_X86
      if (is_small(m, n, k)) return math::gemm_small(product);
#endif
      return math::gemm_onednn(product);
    }
  }
#endif
  math::gemm_eigen(product);
}

void gemm(Transpose transpose_a, Transpose transpose_b, std::int64_t m, std::int64_t n,
          std::int64_t k, float alpha, const BF16* a, std::int64_t lda, const BF16* b,
          std::int64_t ldb, float beta, float* c, std::int64_t ldc) {
  const math::Product<float, BF16> product{transpose_a, transpose_b, m,   n,    k, alpha, a,
                                           lda,         b,           ldb, beta, c, ldc};
  if (needs_no_library(product)) return;
#if defined(DLS_HAVE_ONEDNN) && defined(DLS_X86)
  const bool have_bf16 =
      math::chosen_isa() == math::Isa::avx512 && __builtin_cpu_supports("avx512bf16");
  if (have_bf16 && backend() == math::Backend::onednn) return math::gemm_onednn(product);
#endif
  math::gemm_widened(product);
}

void math::gemm_widened(const Product<float, BF16>& p) {
  const bool a_as_stored = p.transpose_a == Transpose::no;
  const bool b_as_stored = p.transpose_b == Transpose::no;
  const std::vector<float> a =
      to_floats(p.a, a_as_stored ? p.m : p.k, a_as_stored ? p.k : p.m, p.lda);
  const std::vector<float> b =
      to_floats(p.b, b_as_stored ? p.k : p.n, b_as_stored ? p.n : p.k, p.ldb);
  gemm(p.transpose_a, p.transpose_b, p.m, p.n, p.k, p.alpha, a.data(), p.lda, b.data(), p.ldb,
       p.beta, p.c, p.ldc);
}

template void gemm(Transpose, Transpose, std::int64_t, std::int64_t, std::int64_t, float,
                   const float*, std::int64_t, const float*, std::int64_t, float, float*,
                   std::int64_t);
template void gemm(Transpose, Transpose, std::int64_t, std::int64_t, std::int64_t, double,
                   const double*, std::int64_t, const double*, std::int64_t, double, double*,
                   std::int64_t);
template void math::scale_matrix(float, float*, std::int64_t, std::int64_t, std::int64_t);
template void math::scale_matrix(double, double*, std::int64_t, std::int64_t, std::int64_t);

}  // namespace dls
