// What both libraries must do at any size: rounding, NaN, threads; the cache of oneDNN; what gemm()
// refuses.
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/parallel.hpp"
#include "common/math/gemm.hpp"
#include "tests/common/gemm_case.hpp"
#include "tests/support/check.hpp"

namespace {

using namespace dls_test;
using dls::Rng;
using dls::Transpose;

/// A few shapes of every kind, for what does not depend on the shape.
const std::int64_t kFewShapes[][3] = {{1, 1, 1},    {1, 9, 4},    {7, 1, 5},
                                      {33, 17, 65}, {64, 10, 48}, {5, 67, 1}};

/// Real numbers in [-1, 1), whose products are rounded.
template <class T>
void fill_uniform(Matrix<T>& matrix, Rng& rng) {
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    for (std::int64_t j = 0; j < matrix.cols; ++j)
      matrix.at(i, j) = static_cast<T>(rng.uniform(-1, 1));
  }
}

template <class T>
void check_rounding(const Library<T>& library, dls::Format format) {
  Rng rng(dls_test::seed(), "gemm rounding");
  for (const std::int64_t k : {3, 100, 1000}) {
    Case<T> c(Transpose::no, Transpose::yes, 33, 40, k, T(0.7), T(0), rng);
    fill_uniform(c.a, rng);
    fill_uniform(c.b, rng);
    c.c = Matrix<T>(33, 40, 0);
    const std::vector<double> want = c.expected();
    library.run(c);
    CHECK_SAME(c.c.values, want, dls::rounding(format, k));
  }
}

/// NaN times 0 is NaN: a library that skips zeros would hide where a NaN came from.
template <class T>
void check_nan(const Library<T>& library) {
  Rng rng(dls_test::seed(), "gemm nan");
  for (const auto& [m, n, k] : kFewShapes) {
    Case<T> c(Transpose::no, Transpose::no, m, n, k, T(1), T(0), rng);
    c.a.at(m / 2, k / 2) = kNan<T>;
    for (std::int64_t p = 0; p < k; ++p) {
      for (std::int64_t j = 0; j < n; ++j) c.b.at(p, j) = 0;
    }
    const std::vector<double> want = c.expected();  // one row of NaN among zeros
    library.run(c);
    CHECK_SAME(c.c.values, want, kExact);
  }
}

/// Products of a few shapes on several threads at once, twice each.
template <class T>
void check_threads(const Library<T>& library) {
  std::vector<std::vector<Case<T>>> cases(4);
  std::vector<std::vector<std::vector<double>>> want(4);
  for (std::size_t t = 0; t < 4; ++t) {
    Rng rng(dls_test::seed(), "gemm threads", t);
    for (int repeat = 0; repeat < 2; ++repeat) {
      for (const auto& [m, n, k] : kFewShapes) {
        cases[t].emplace_back(Transpose::yes, Transpose::no, m, n, k, T(1), T(1), rng);
        want[t].push_back(cases[t].back().expected());
      }
    }
  }
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (Case<T>& c : cases[t]) library.run(c);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < 4; ++t) {
    for (std::size_t i = 0; i < cases[t].size(); ++i)
      CHECK_SAME(cases[t][i].c.values, want[t][i], kExact);
  }
}

/// Large enough to be cut into parts: tall, wide and deep ones.
template <class T>
void check_large(const Library<T>& library) {
  Rng rng(dls_test::seed(), "gemm large");
  const std::array<std::int64_t, 3> shapes[] = {
      {150, 67, 300}, {67, 150, 300}, {1, 300, 7000}, {150, 300, 1000}};
  for (const auto& [m, n, k] : shapes) {
    if (kSanitized && m * n * k > 10'000'000) continue;
    for (int layout = 0; layout < 8; ++layout) {
      Case<T> c(kBoth[layout & 1], kBoth[layout >> 1 & 1], m, n, k, T(-0.5), T(layout >> 2), rng);
      const std::vector<double> want = c.expected();
      library.run(c);
      CHECK_SAME(c.c.values, want, kExact);
    }
  }
}

/// Large enough for several threads, called from inside a parallel loop and outside it.
template <class T>
void check_inside_parallel_loop(const Library<T>& library) {
  std::vector<Case<T>> cases;
  std::vector<std::vector<double>> want;
  for (std::size_t i = 0; i < 4; ++i) {
    Rng rng(dls_test::seed(), "gemm nested", i);
    cases.emplace_back(Transpose::no, Transpose::yes, 130, 127, 260, T(1), T(0), rng);
    want.push_back(cases.back().expected());
  }
  dls::parallel_for(3, 1, [&](std::int64_t begin, std::int64_t) { library.run(cases[begin]); });
  library.run(cases[3]);
  for (std::size_t i = 0; i < 4; ++i) CHECK_SAME(cases[i].c.values, want[i], kExact);
}

template <class T>
void check_library(const Library<T>& library, dls::Format format) {
  check_rounding(library, format);
  check_nan(library);
  check_threads(library);
  check_large(library);
  check_inside_parallel_loop(library);
}

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const dls::Error& error) {
    return error.what();
  }
  return "no error";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Eigen: rounding, NaN, threads") {
  check_library(kEigen, dls::Format::f32);
  check_library(kEigenDouble, dls::Format::f64);
}

#ifdef DLS_HAVE_ONEDNN
TEST_CASE("oneDNN: rounding, NaN, threads") { check_library(kOneDnn, dls::Format::f32); }

TEST_CASE("oneDNN: the cache of compiled products is bounded") {
  Rng rng(dls_test::seed(), "gemm cache");
  const std::int64_t limit = dls::math::kMaxCachedProducts;
  for (std::int64_t m = 1; m <= limit + 50; ++m) {
    Case<float> c(Transpose::no, Transpose::no, m, 2, 3, 1, 0, rng);
    kOneDnn.run(c);
    CHECK(dls::math::cached_products() <= dls::math::kMaxCachedProducts);
  }
  CHECK(dls::math::cached_products() == dls::math::kMaxCachedProducts);
  // One that was dropped, and one that is still there.
  for (const std::int64_t m : {std::int64_t{1}, limit + 50}) {
    Case<float> c(Transpose::no, Transpose::no, m, 2, 3, 1, 0, rng);
    const std::vector<double> want = c.expected();
    kOneDnn.run(c);
    CHECK_SAME(c.c.values, want, kExact);
  }
}

TEST_CASE("oneDNN: products of one shape that differ in layout, alpha or beta are kept apart") {
  Rng rng(dls_test::seed(), "gemm layouts");
  for (int i = 0; i < 300; ++i) {
    Case<float> c(kBoth[rng.below(2)], kBoth[rng.below(2)], 5, 5, 5, float(kAlphas[rng.below(3)]),
                  float(kBetas[rng.below(3)]), rng);
    const std::vector<double> want = c.expected();
    kOneDnn.run(c);
    CHECK_SAME(c.c.values, want, kExact);
  }
}

TEST_CASE("oneDNN: a large product is right on any number of threads") {
  Rng rng(dls_test::seed(), "gemm large");
  const int before = dls::threads();
  for (const int threads : {1, 2, 3, 2, 1}) {
    dls::set_threads(threads);
    Case<float> c(Transpose::no, Transpose::yes, 130, 127, 260, 1, 0, rng);
    const std::vector<double> want = c.expected();
    kOneDnn.run(c);
    CHECK_SAME(c.c.values, want, kExact);
  }
  dls::set_threads(before);
}

TEST_CASE("oneDNN: a product leaves the number of threads as it was") {
  Rng rng(dls_test::seed(), "gemm threads");
  const int before = dls::threads();
  dls::set_threads(3);
  Case<float> small(Transpose::no, Transpose::no, 3, 2, 3, 1, 0, rng);
  kOneDnn.run(small);
  CHECK(dls::threads() == 3);
  dls::set_threads(before);
}
#endif

#ifdef DLS_X86
TEST_CASE("our kernel for small products: rounding, NaN, threads, several panels of B") {
  if (can_run_small()) check_library(kSmall, dls::Format::f32);
}

TEST_CASE("our kernel: a row of C has the same bits whatever rows are computed with it") {
  if (!can_run_small()) return;
  Rng rng(dls_test::seed(), "gemm rows");
  for (const Transpose tb : kBoth) {
    Case<float> whole(Transpose::no, tb, 33, 70, 300, 1, 0, rng);
    fill_uniform(whole.a, rng);
    fill_uniform(whole.b, rng);
    whole.c = Matrix<float>(33, 70, 0);
    Matrix<float> parts = whole.c;
    kSmall.run(whole);
    for (const auto& [begin, end] : {std::pair{0, 1}, {1, 12}, {12, 33}}) {
      Product<float> part = whole.product();
      part.a += begin * part.lda;
      part.c = parts.values.data() + begin * parts.ld;
      part.m = end - begin;
      kSmall.multiply(part);
    }
    CHECK_SAME(parts.values, whole.c.values, dls::bitwise());
  }
}
#endif

TEST_CASE("gemm reaches a library for both types") {
  Rng rng(dls_test::seed(), "gemm entry");
  for (const auto& [m, n, k] : kFewShapes) {
    for (const double alpha : kAlphas) {
      for (const double beta : kBetas) {
        Case<float> f(Transpose::yes, Transpose::no, m, n, k, float(alpha), float(beta), rng);
        const std::vector<double> want_f = f.expected();
        f.run();
        CHECK_SAME(f.c.values, want_f, kExact);
        Case<double> d(Transpose::no, Transpose::yes, m, n, k, alpha, beta, rng);
        const std::vector<double> want_d = d.expected();
        d.run();
        CHECK_SAME(d.c.values, want_d, kExact);
      }
    }
  }
}

TEST_CASE("gemm: alpha = 0 reads neither factor") {
  float c[] = {1, 2, 3, 4};
  dls::gemm<float>(Transpose::no, Transpose::no, 2, 2, 5, 0, nullptr, 5, nullptr, 2, 0.5f, c, 2);
  CHECK_SAME(std::vector<float>(c, c + 4), (std::vector<float>{0.5f, 1, 1.5f, 2}), dls::bitwise());
}

TEST_CASE("gemm refuses sizes that cannot be") {
  float x[64] = {};
  const auto call = [&](std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t lda,
                        std::int64_t ldb, std::int64_t ldc, Transpose t = Transpose::no) {
    return message_of(
        [&] { dls::gemm<float>(t, t, m, n, k, 1, x, lda, x + 20, ldb, 0, x + 40, ldc); });
  };
  CHECK(contains(call(-1, 2, 3, 3, 2, 2), "m=-1"));
  CHECK(contains(call(2, -2, 3, 3, 2, 2), "n=-2"));
  CHECK(contains(call(2, 2, -3, 3, 2, 2), "k=-3"));
  CHECK(contains(call(2, 4, 3, 2, 4, 4), "lda = 2"));
  CHECK(contains(call(2, 4, 3, 3, 3, 4), "ldb = 3"));
  CHECK(contains(call(2, 4, 3, 3, 4, 3), "ldc = 3"));
  CHECK(contains(call(4, 2, 3, 3, 3, 2, Transpose::yes),
                 "lda = 3 is shorter than a stored row of 4"));
  CHECK(contains(call(2, 4, 3, 2, 2, 4, Transpose::yes),
                 "ldb = 2 is shorter than a stored row of 3"));
  CHECK(call(2, 4, 3, 3, 4, 4) == "no error");
}

TEST_CASE("DLS_GEMM chooses the library") {
  using dls::math::Backend, dls::math::choose_backend;
  CHECK(choose_backend("eigen") == Backend::eigen);
  CHECK(contains(message_of([] { choose_backend("mkl"); }), "DLS_GEMM=mkl"));
#ifdef DLS_HAVE_ONEDNN
  CHECK(choose_backend(nullptr) == Backend::onednn);
  CHECK(choose_backend("onednn") == Backend::onednn);
#else
  CHECK(choose_backend(nullptr) == Backend::eigen);
  CHECK(contains(message_of([] { choose_backend("onednn"); }), "no oneDNN"));
#endif
}
