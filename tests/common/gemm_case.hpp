// A product to test, with operands, what it must give, and the libraries to give it.
#pragma once
#include <cstdint>
#include <vector>

#include "common/core/compare.hpp"
#include "common/core/rng.hpp"
#include "common/math/gemm.hpp"
#include "common/math/gemm_backends.hpp"
#include "common/math/kernel_table.hpp"
#include "tests/support/check.hpp"

namespace dls_test {

using dls::Rng;
using dls::Transpose;
using dls::math::Product;

// A sanitizer makes Eigen ten times slower and looks for other faults than wrong numbers: fewer
// sizes do.
#ifdef __SANITIZE_ADDRESS__
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

/// A matrix (rows,cols) whose rows are `ld` apart; what lies between them is NaN: whoever reads it
/// shows.
template <class T>
struct Matrix {
  std::int64_t rows, cols, ld;
  std::vector<T> values;

  Matrix(std::int64_t rows, std::int64_t cols, std::int64_t padding)
      : rows(rows), cols(cols), ld(cols + padding), values(rows * ld, kNan<T>) {}

  /// Small whole numbers: their products and sums are exact, so any order of additions gives the
  /// same bits.
  Matrix& whole_numbers(Rng& rng) {
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < cols; ++j) at(i, j) = static_cast<T>(int(rng.below(17)) - 8);
    }
    return *this;
  }

  T& at(std::int64_t i, std::int64_t j) { return values[i * ld + j]; }
  T at(std::int64_t i, std::int64_t j) const { return values[i * ld + j]; }
};

/// Sum of k products of elements that are `sx` and `sy` apart. The judge is not itself on trial:
/// with a sanitizer in it this loop takes minutes.
template <class T>
__attribute__((no_sanitize("address", "undefined"))) double dot(const T* x, std::int64_t sx,
                                                                const T* y, std::int64_t sy,
                                                                std::int64_t k) {
  double sum = 0;
  for (std::int64_t p = 0; p < k; ++p) sum += double(x[p * sx]) * double(y[p * sy]);
  return sum;
}

/// A product with its operands.
template <class T>
struct Case {
  Transpose transpose_a, transpose_b;
  std::int64_t m, n, k;
  T alpha, beta;
  Matrix<T> a, b, c;

  Case(Transpose ta, Transpose tb, std::int64_t m, std::int64_t n, std::int64_t k, T alpha, T beta,
       Rng& rng)
      : transpose_a(ta),
        transpose_b(tb),
        m(m),
        n(n),
        k(k),
        alpha(alpha),
        beta(beta),
        a(ta == Transpose::no ? m : k, ta == Transpose::no ? k : m, rng.below(4)),
        b(tb == Transpose::no ? k : n, tb == Transpose::no ? n : k, rng.below(4)),
        c(m, n, rng.below(4)) {
    a.whole_numbers(rng);
    b.whole_numbers(rng);
    if (beta != 0) c.whole_numbers(rng);  // else it stays NaN, which the product must overwrite
  }

  /// All of C, padding included, by the definition.
  std::vector<double> expected() const {
    // Steps from one element to the next along m, k and n.
    const std::int64_t am = transpose_a == Transpose::no ? a.ld : 1, ak = a.ld + 1 - am;
    const std::int64_t bk = transpose_b == Transpose::no ? b.ld : 1, bn = b.ld + 1 - bk;
    std::vector<double> want(c.values.begin(), c.values.end());
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = 0; j < n; ++j) {
        const double sum =
            alpha == 0 ? 0 : dot(a.values.data() + i * am, ak, b.values.data() + j * bn, bk, k);
        want[i * c.ld + j] = alpha * sum + (beta == 0 ? 0 : beta * double(c.at(i, j)));
      }
    }
    return want;
  }

  Product<T> product() {
    return {transpose_a,
            transpose_b,
            m,
            n,
            k,
            alpha,
            a.values.data(),
            a.ld,
            b.values.data(),
            b.ld,
            beta,
            c.values.data(),
            c.ld};
  }

  void run() {
    dls::gemm(transpose_a, transpose_b, m, n, k, alpha, a.values.data(), a.ld, b.values.data(),
              b.ld, beta, c.values.data(), c.ld);
  }
};

inline const dls::Tolerance kExact =
    dls::within(0, 1e-300, "whole numbers below 2^24: every product and sum is exact");

/// One of the libraries, reached past gemm()'s choice between them.
template <class T>
struct Library {
  const char* name;
  void (*multiply)(const Product<T>&);
  bool compiles;  // takes half a millisecond for each new shape

  void run(Case<T>& c) const {
    // gemm() alone answers for what needs no library.
    if (c.m == 0 || c.n == 0 || c.k == 0 || c.alpha == 0) return c.run();
    multiply(c.product());
  }
};

inline const Library<double> kEigenDouble = {"Eigen in double", dls::math::gemm_eigen<double>,
                                             false};
inline const Library<float> kEigen = {"Eigen", dls::math::gemm_eigen<float>, false};
#ifdef DLS_HAVE_ONEDNN
inline const Library<float> kOneDnn = {"oneDNN", dls::math::gemm_onednn, true};
#endif
#ifdef DLS_X86
inline const Library<float> kSmall = {"our kernel", dls::math::gemm_small, false};

/// gemm_small needs AVX-512; without it a test of it says so.
inline bool can_run_small() {
  const bool can = dls::math::isa_available(dls::math::Isa::avx512);
  if (!can) MESSAGE("this machine has no AVX-512: our kernel for small products is not tested");
  return can;
}
#endif

inline constexpr double kAlphas[] = {0, 1, -0.5};
inline constexpr double kBetas[] = {0, 1, 0.5};
inline constexpr Transpose kBoth[] = {Transpose::no, Transpose::yes};

}  // namespace dls_test
