// Products of each library, and of our kernel, against the plain triple loop: every size,
// transposition and factor.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "tests/common/gemm_case.hpp"
#include "tests/support/check.hpp"

namespace {

using namespace dls_test;
using dls::Rng;

const std::vector<std::int64_t> kAllSizes = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  15, 16,
                                             17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 66, 67};
const std::vector<std::int64_t> kFewSizes = {0, 1, 2, 7, 8, 9, 17, 33, 48, 67};
const std::vector<std::int64_t>& kSizes = kSanitized ? kFewSizes : kAllSizes;

/// Every size with every transposition; a library that compiles each shape draws one of the four,
/// and each product draws a pair of alpha and beta. All transpositions with all nine pairs are done
/// when DLS_EXHAUSTIVE is set (minutes).
template <class T>
void check_all_sizes(const Library<T>& library) {
  const bool exhaustive = std::getenv("DLS_EXHAUSTIVE") != nullptr;
  Rng rng(dls_test::seed(), "gemm");
  std::int64_t wrong = 0;
  for (const std::int64_t m : kSizes) {
    for (const std::int64_t n : kSizes) {
      for (const std::int64_t k : kSizes) {
        const std::uint32_t transposition = rng.below(4);
        for (std::uint32_t t = 0; t < 4; ++t) {
          if (library.compiles && !exhaustive && t != transposition) continue;
          const std::uint32_t pair = rng.below(9);
          for (std::uint32_t choice = 0; choice < 9; ++choice) {
            if (!exhaustive && choice != pair) continue;
            Case<T> c(kBoth[t / 2], kBoth[t % 2], m, n, k, T(kAlphas[choice / 3]),
                      T(kBetas[choice % 3]), rng);
            const std::vector<double> want = c.expected();
            library.run(c);
            const dls::Comparison result = dls::compare(c.c.values, want, kExact);
            if (result.ok || ++wrong > 5) continue;  // the first few say enough
            FAIL_CHECK(library.name << " is wrong for m=" << m << " n=" << n << " k=" << k
                                    << " ta=" << t / 2 << " tb=" << t % 2 << " alpha=" << c.alpha
                                    << " beta=" << c.beta << ": " << result.message);
          }
        }
      }
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("Eigen, float") { check_all_sizes(kEigen); }

TEST_CASE("Eigen, double") { check_all_sizes(kEigenDouble); }

#ifdef DLS_HAVE_ONEDNN
TEST_CASE("oneDNN, float") { check_all_sizes(kOneDnn); }
#endif

#ifdef DLS_X86
TEST_CASE("our kernel for small products") {
  if (can_run_small()) check_all_sizes(kSmall);
}
#endif
