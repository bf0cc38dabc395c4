// What the tests of chapter 01 share.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/01_autograd/4_grad_check.hpp"
#include "chapters/01_autograd/matrix.hpp"
#include "common/core/rng.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

namespace ch01_test {

using dls_test::error_of;
using dls_test::holds;

/// A matrix's numbers with its shape, for CHECK_SAME.
inline dls::Numbers numbers(const dls::ch01::Matrix& m) {
  return dls::Numbers(std::vector<double>(m.data(), m.data() + m.size()), dls::Format::f64,
                      {m.rows(), m.cols()});
}

/// Random numbers, none nearer to 0 than 0.1: finite differences must not cross a ReLU's corner.
inline dls::ch01::Matrix random_matrix(std::uint64_t id, int rows, int cols) {
  dls::Rng rng(dls_test::seed(), "chapter 01 tests", id);
  dls::ch01::Matrix m(rows, cols);
  for (dls::ch01::Index i = 0; i < m.size(); ++i) {
    const double size = rng.uniform(0.1, 1.0);
    m.data()[i] = rng.below(2) == 0 ? size : -size;
  }
  return m;
}

/// Every parameter's worst relative error must be at most 1e-6 (V2), and there must be gradients.
inline void check_gradient(const std::string& what,
                           const std::vector<dls::ch01::GradientError>& report) {
  REQUIRE(!report.empty());
  for (const dls::ch01::GradientError& e : report)
    CHECK_MESSAGE(e.worst <= 1e-6, what << ", " << e.name << "(" << e.worst_row << ","
                                        << e.worst_col << "): formula " << e.formula
                                        << ", difference " << e.difference << ", relative error "
                                        << e.worst);
}

}  // namespace ch01_test
