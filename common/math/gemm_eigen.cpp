// The product by Eigen: always there, compiled for the distribution's baseline instructions.
//
// Eigen's own threads are not used: they wait for each other in a busy loop, and its sums depend on
// their number.
#define EIGEN_DONT_PARALLELIZE
#include <Eigen/Core>
#include <algorithm>

#include "common/core/parallel.hpp"
#include "common/math/gemm_backends.hpp"

namespace dls::math {
namespace {

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using View = Eigen::Map<T, Eigen::Unaligned, Eigen::OuterStride<>>;

template <class C, class A, class B, class T>
void multiply(C& c, const A& a, const B& b, T alpha, T beta) {
  if (beta == T{0}) {
    c.noalias() = alpha * (a * b);
  } else {
    if (beta != T{1}) c *= beta;
    c.noalias() += alpha * (a * b);
  }
}

template <class T, class A>
void multiply(const Product<T>& p, const A& a) {  // a is op(A) (m,k)
  View<RowMajor<T>> c(p.c, p.m, p.n, Eigen::OuterStride<>(p.ldc));
  if (p.transpose_b == Transpose::no) {
    const View<const RowMajor<T>> b(p.b, p.k, p.n, Eigen::OuterStride<>(p.ldb));
    multiply(c, a, b, p.alpha, p.beta);
  } else {
    const View<const RowMajor<T>> b(p.b, p.n, p.k, Eigen::OuterStride<>(p.ldb));
    multiply(c, a, b.transpose(), p.alpha, p.beta);
  }
}

template <class T>
void multiply(const Product<T>& p) {
  if (p.transpose_a == Transpose::no) {
    const View<const RowMajor<T>> a(p.a, p.m, p.k, Eigen::OuterStride<>(p.lda));
    multiply(p, a);
  } else {
    const View<const RowMajor<T>> a(p.a, p.k, p.m, Eigen::OuterStride<>(p.lda));
    multiply(p, a.transpose());
  }
}

}  // namespace

template <class T>
void gemm_eigen(const Product<T>& p) {
  const std::int64_t longer = std::max(p.m, p.n), shorter = std::min(p.m, p.n);
  // Chunks of at least 64 rows, since each packs the other factor anew.
  const std::int64_t grain = std::max<std::int64_t>(64, kWorthAThread / p.k / shorter);
  parallel_for(longer, grain,
               [&](std::int64_t begin, std::int64_t end) { multiply(part_of(p, begin, end)); });
}

template void gemm_eigen(const Product<float>&);
template void gemm_eigen(const Product<double>&);

}  // namespace dls::math
