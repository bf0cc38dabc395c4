#include "tests/bench/peers.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace dls_bench {

std::shared_ptr<OpenBlas> OpenBlas::open() {
  for (const char* variable : {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "OPENBLAS_NUM_THREADS"})
    unsetenv(variable);
  // Debian's two builds, the one on OpenMP first: it shares its threads with ours. Then whatever
  // the system has chosen.
  void* library = nullptr;
  for (const char* file :
       {"/usr/lib/x86_64-linux-gnu/openblas-openmp/libopenblas.so.0",
        "/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so.0", "libopenblas.so.0"}) {
    if (!library) library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) return nullptr;
  const auto blas = std::make_shared<OpenBlas>();
  blas->set_threads_ = reinterpret_cast<SetThreads>(dlsym(library, "openblas_set_num_threads"));
  blas->sgemm_ = reinterpret_cast<Sgemm>(dlsym(library, "cblas_sgemm"));
  const auto config = reinterpret_cast<const char* (*)()>(dlsym(library, "openblas_get_config"));
  if (!blas->set_threads_ || !blas->sgemm_ || !config) return nullptr;
  blas->name_ = config();
  return blas;
}

void OpenBlas::gemm(const GemmShape& s, int threads, const float* a, const float* b,
                    float* c) const {
  constexpr int row_major = 101, no_transpose = 111, transpose = 112;
  const bool ta = s.transpose_a == dls::Transpose::yes, tb = s.transpose_b == dls::Transpose::yes;
  const int m = static_cast<int>(s.m), n = static_cast<int>(s.n), k = static_cast<int>(s.k);
  set_threads_(threads);
  sgemm_(row_major, ta ? transpose : no_transpose, tb ? transpose : no_transpose, m, n, k, 1, a,
         ta ? m : k, b, tb ? k : n, 0, c, n);
}

}  // namespace dls_bench
