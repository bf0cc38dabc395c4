#include "common/math/gemm.hpp"

#include <cstdlib>
#include <string>
#include <type_traits>

#include "common/core/check.hpp"
#include "common/math/gemm_backends.hpp"

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

template <class T>
void gemm(Transpose transpose_a, Transpose transpose_b, std::int64_t m, std::int64_t n,
          std::int64_t k, T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb,
          T beta, T* c, std::int64_t ldc) {
  DLS_CHECK(
      m >= 0 && n >= 0 && k >= 0,
      "gemm: the sizes m={}, n={}, k={} must not be negative; check the shapes of the factors", m,
      n, k);
  check_leading_dimension("lda", lda, transpose_a == Transpose::no ? k : m);
  check_leading_dimension("ldb", ldb, transpose_b == Transpose::no ? n : k);
  check_leading_dimension("ldc", ldc, n);

  if (m == 0 || n == 0) return;
  if (k == 0 || alpha == T{0}) return math::scale_matrix(beta, c, m, n, ldc);

  const math::Product<T> product{transpose_a, transpose_b, m,   n,    k, alpha, a,
                                 lda,         b,           ldb, beta, c, ldc};
  [[maybe_unused]] const math::Backend chosen = backend();
#ifdef DLS_HAVE_ONEDNN
  if constexpr (std::is_same_v<T, float>) {
    if (chosen == math::Backend::onednn) return math::gemm_onednn(product);
  }
#endif
  math::gemm_eigen(product);
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
