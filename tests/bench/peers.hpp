// Other libraries' products, at their best, for comparison.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "common/math/gemm.hpp"

namespace dls_bench {

/// C = op(A) op(B) in float, dense, row by row, as one benchmark calls it again and again.
struct GemmShape {
  const char* name;
  dls::Transpose transpose_a, transpose_b;
  std::int64_t m, n, k;
};

/// Eigen, compiled for this machine (-march=native), on its own threads.
void eigen_gemm(const GemmShape& shape, int threads, const float* a, const float* b, float* c);
std::string eigen_name();

/// OpenBLAS, if it is installed: opened at run time, so that nothing here depends on it. It chooses
/// its own kernels: variables that hold it to those of another processor are unset first.
class OpenBlas {
 public:
  /// nullptr when it is not installed.
  static std::shared_ptr<OpenBlas> open();

  /// Its version and settings, in its own words.
  std::string name() const { return name_; }

  void gemm(const GemmShape& shape, int threads, const float* a, const float* b, float* c) const;

 private:
  using SetThreads = void (*)(int);
  using Sgemm = void (*)(int order, int transpose_a, int transpose_b, int m, int n, int k,
                         float alpha, const float* a, int lda, const float* b, int ldb, float beta,
                         float* c, int ldc);
  std::string name_;
  SetThreads set_threads_ = nullptr;
  Sgemm sgemm_ = nullptr;
};

}  // namespace dls_bench
