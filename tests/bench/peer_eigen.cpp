// Eigen compiled for this machine. Its namespace is renamed here: common/math holds the same
// templates compiled for the baseline, and the linker would keep one of the two for both.
#define Eigen EigenNative
#include <Eigen/Core>

#include "tests/bench/peers.hpp"

namespace dls_bench {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using View = Eigen::Map<Matrix>;
using ConstView = Eigen::Map<const Matrix>;

}  // namespace

void eigen_gemm(const GemmShape& s, int threads, const float* a, const float* b, float* c) {
  Eigen::setNbThreads(threads);
  const bool ta = s.transpose_a == dls::Transpose::yes, tb = s.transpose_b == dls::Transpose::yes;
  View out(c, s.m, s.n);
  const ConstView left(a, ta ? s.k : s.m, ta ? s.m : s.k), right(b, tb ? s.n : s.k, tb ? s.k : s.n);
  if (ta && tb) {
    out.noalias() = left.transpose() * right.transpose();
  } else if (ta) {
    out.noalias() = left.transpose() * right;
  } else if (tb) {
    out.noalias() = left * right.transpose();
  } else {
    out.noalias() = left * right;
  }
}

std::string eigen_name() {
  return "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." +
         std::to_string(EIGEN_MAJOR_VERSION) + "." + std::to_string(EIGEN_MINOR_VERSION) + " (" +
         Eigen::SimdInstructionSetsInUse() + ")";
}

}  // namespace dls_bench
