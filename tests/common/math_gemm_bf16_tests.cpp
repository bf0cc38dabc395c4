// The product of bfloat16 factors: by the processor's own instructions where it has them, and by
// floats everywhere.
#include <cstdint>
#include <string>
#include <vector>

#include "common/core/dtype.hpp"
#include "common/core/error.hpp"
#include "tests/common/gemm_case.hpp"
#include "tests/support/check.hpp"

namespace {

using namespace dls_test;
using dls::BF16;
using dls::Rng;
using dls::Transpose;
using Multiply = void (*)(const Product<float, BF16>&);

void by_gemm(const Product<float, BF16>& p) {
  dls::gemm(p.transpose_a, p.transpose_b, p.m, p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb, p.beta,
            p.c, p.ldc);
}

struct Way {
  const char* name;
  Multiply multiply;
};
/// gemm() takes the first way that the machine has; the second is there on all of them.
constexpr Way kWays[] = {{"gemm", by_gemm}, {"by floats", dls::math::gemm_widened}};

std::vector<BF16> to_bf16(const Matrix<float>& matrix) {
  std::vector<BF16> narrow;
  for (const float x : matrix.values) narrow.push_back(dls::to_bf16(x));
  return narrow;
}

/// Multiplies bfloat16 copies of c's factors into c.c.
void run(Multiply multiply, Case<float>& c) {
  const std::vector<BF16> a = to_bf16(c.a), b = to_bf16(c.b);
  multiply({c.transpose_a, c.transpose_b, c.m, c.n, c.k, c.alpha, a.data(), c.a.ld, b.data(),
            c.b.ld, c.beta, c.c.values.data(), c.c.ld});
}

}  // namespace

TEST_CASE("bfloat16: every size, transposition and factor") {
  const std::int64_t sizes[] = {1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 48, 65};
  for (const Way& way : kWays) {
    Rng rng(dls_test::seed(), "gemm bf16");
    std::int64_t wrong = 0;
    for (const std::int64_t m : sizes) {
      for (const std::int64_t n : sizes) {
        for (const std::int64_t k : sizes) {
          const std::uint32_t t = rng.below(4), pair = rng.below(6);
          // Whole numbers up to 8 are bfloat16 numbers: nothing is rounded.
          Case<float> c(kBoth[t / 2], kBoth[t % 2], m, n, k, float(kAlphas[1 + pair / 3]),
                        float(kBetas[pair % 3]), rng);
          const std::vector<double> want = c.expected();
          run(way.multiply, c);
          const dls::Comparison result = dls::compare(c.c.values, want, kExact);
          if (result.ok || ++wrong > 5) continue;
          FAIL_CHECK(way.name << " is wrong for m=" << m << " n=" << n << " k=" << k
                              << " transposition " << t << " alpha=" << c.alpha
                              << " beta=" << c.beta << ": " << result.message);
        }
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("bfloat16: products are added up in float, not in bfloat16") {
  for (const Way& way : kWays) {
    CAPTURE(way.name);
    // 1000 ones: a sum in bfloat16 stops at 256.
    Rng rng(dls_test::seed(), "gemm bf16 ones");
    Case<float> c(Transpose::no, Transpose::no, 5, 19, 1000, 1, 0, rng);
    c.a.values.assign(c.a.values.size(), 1.0f);
    c.b.values.assign(c.b.values.size(), 1.0f);
    c.c = Matrix<float>(5, 19, 0);
    run(way.multiply, c);
    CHECK_SAME(c.c.values, std::vector<float>(5 * 19, 1000.0f), dls::bitwise());
  }
}

TEST_CASE("bfloat16: real numbers lose what their rounding loses, and no more") {
  for (const Way& way : kWays) {
    CAPTURE(way.name);
    Rng rng(dls_test::seed(), "gemm bf16 rounding");
    Case<float> c(Transpose::no, Transpose::yes, 130, 127, 260, 0.5f, 0, rng);
    for (float& x : c.a.values)
      x = dls::to_float(dls::to_bf16(static_cast<float>(rng.uniform(-1, 1))));
    for (float& x : c.b.values)
      x = dls::to_float(dls::to_bf16(static_cast<float>(rng.uniform(-1, 1))));
    c.c = Matrix<float>(130, 127, 0);
    const std::vector<double> want = c.expected();
    run(way.multiply, c);
    CHECK_SAME(c.c.values, want, dls::rounding(dls::Format::f32, 260));
  }
}

TEST_CASE("bfloat16: NaN stays, zero sizes, alpha 0, and what is refused") {
  for (const Way& way : kWays) {
    CAPTURE(way.name);
    Rng rng(dls_test::seed(), "gemm bf16 nan");
    Case<float> c(Transpose::no, Transpose::no, 5, 4, 3, 1, 0, rng);
    c.a.at(2, 1) = kNan<float>;
    const std::vector<double> want = c.expected();
    run(way.multiply, c);
    CHECK_SAME(c.c.values, want, kExact);
  }
  float c[] = {1, 2, 3, 4};
  const BF16* none = nullptr;
  dls::gemm(Transpose::no, Transpose::no, 2, 2, 5, 0.0f, none, 5, none, 2, 0.5f, c, 2);
  CHECK_SAME(std::vector<float>(c, c + 4), (std::vector<float>{0.5f, 1, 1.5f, 2}), dls::bitwise());
  dls::gemm(Transpose::no, Transpose::no, 2, 2, 0, 1.0f, none, 0, none, 2, 0.0f, c, 2);
  CHECK_SAME(std::vector<float>(c, c + 4), std::vector<float>(4, 0.0f), dls::bitwise());
  try {
    dls::gemm(Transpose::no, Transpose::no, 2, 2, 5, 1.0f, none, 4, none, 2, 0.0f, c, 2);
    FAIL_CHECK("a short leading dimension was not refused");
  } catch (const dls::Error& error) {
    CHECK(std::string(error.what()).find("lda = 4") != std::string::npos);
  }
}
