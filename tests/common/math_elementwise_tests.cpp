// The elementwise loops of every instruction set against one plain scalar loop, to the last bit.
#include <cmath>
#include <functional>
#include <string>

#include "common/core/error.hpp"
#include "common/core/parallel.hpp"
#include "common/math/elementwise.hpp"
#include "tests/common/isa_cases.hpp"

namespace {

using namespace dls_test;
using dls::math::Isa, dls::math::KernelTable;

/// Calls loop(a, b, y, n) for every length and instruction set, and again with y being a itself,
/// and compares with reference(a[i], b[i], y[i]); what lies beyond y[n] must stay.
template <class T, class Loop, class Reference>
void check_loop(const char* name, Loop loop, Reference reference) {
  for (const Isa isa : available_isas()) {
    const KernelTable<T>& kernels = dls::math::kernels_for<T>(isa);
    for (const std::int64_t n : kLengths) {
      INFO(name << " with " << dls::math::name(isa) << ", n=" << n);
      const std::vector<T> a = uniform_and_special<T>(n, "a"), b = uniform_and_special<T>(n, "b");
      std::vector<T> y = uniform<T>(n + 20, "y");
      std::vector<T> want = y;
      for (std::int64_t i = 0; i < n; ++i) want[i] = reference(a[i], b[i], y[i]);
      loop(kernels, a.data(), b.data(), y.data(), n);
      CHECK_SAME(y, want, dls::bitwise());

      std::vector<T> in_place = a;
      for (std::int64_t i = 0; i < n; ++i) want[i] = reference(a[i], b[i], a[i]);
      loop(kernels, in_place.data(), b.data(), in_place.data(), n);
      want.resize(n);
      CHECK_SAME(in_place, want, dls::bitwise());
    }
  }
}

template <class T>
void check_arithmetic() {
  using K = const KernelTable<T>&;
  using P = const T*;
  using I = std::int64_t;
  const T alpha = T(-0.7);
  check_loop<T>(
      "add", [](K k, P a, P b, T* y, I n) { k.add(a, b, y, n); },
      [](T a, T b, T) { return a + b; });
  check_loop<T>(
      "sub", [](K k, P a, P b, T* y, I n) { k.sub(a, b, y, n); },
      [](T a, T b, T) { return a - b; });
  check_loop<T>(
      "mul", [](K k, P a, P b, T* y, I n) { k.mul(a, b, y, n); },
      [](T a, T b, T) { return a * b; });
  check_loop<T>(
      "div", [](K k, P a, P b, T* y, I n) { k.div(a, b, y, n); },
      [](T a, T b, T) { return a / b; });
  check_loop<T>(
      "scale", [=](K k, P a, P, T* y, I n) { k.scale(alpha, a, y, n); },
      [=](T a, T, T) { return alpha * a; });
  check_loop<T>(
      "add_scalar", [=](K k, P a, P, T* y, I n) { k.add_scalar(alpha, a, y, n); },
      [=](T a, T, T) { return a + alpha; });
  check_loop<T>(
      "axpy", [=](K k, P a, P, T* y, I n) { k.axpy(alpha, a, y, n); },
      [=](T a, T, T y) { return y + alpha * a; });
  check_loop<T>(
      "accumulate", [](K k, P a, P, T* y, I n) { k.accumulate(a, y, n); },
      [](T a, T, T y) { return y + a; });
  check_loop<T>(
      "relu", [](K k, P a, P, T* y, I n) { k.relu(a, y, n); },
      [](T a, T, T) { return a < 0 ? T(0) : a; });
  check_loop<T>(
      "relu_backward", [](K k, P a, P b, T* y, I n) { k.relu_backward(a, b, y, n); },
      [](T a, T b, T) { return a <= 0 ? T(0) : b; });
  check_loop<T>(
      "sqrt", [](K k, P a, P, T* y, I n) { k.sqrt(a, y, n); },
      [](T a, T, T) { return std::sqrt(a); });
}

/// A matrix of every pair of a few sizes, on every instruction set.
template <class T, class Check>
void each_matrix(Check check) {
  for (const Isa isa : available_isas()) {
    for (const std::int64_t rows : {0, 1, 2, 5, 33}) {
      for (const std::int64_t cols : kLengths) {
        INFO(dls::math::name(isa) << ", " << rows << " x " << cols);
        check(dls::math::kernels_for<T>(isa), rows, cols);
      }
    }
  }
}

template <class T>
void check_bias() {
  each_matrix<T>([](const KernelTable<T>& kernels, std::int64_t rows, std::int64_t cols) {
    const std::vector<T> x = uniform<T>(rows * cols, "x"), bias = uniform<T>(cols, "bias");
    std::vector<T> sums(cols + 20, T(7)), y(rows * cols), want_y = x, want_sums(cols + 20, T(7));
    for (std::int64_t j = 0; j < cols; ++j) {
      T sum = 0;
      for (std::int64_t i = 0; i < rows; ++i) {
        sum += x[i * cols + j];
        want_y[i * cols + j] += bias[j];
      }
      want_sums[j] = sum;
    }
    kernels.add_bias(x.data(), bias.data(), y.data(), rows, cols);
    kernels.column_sums(x.data(), sums.data(), rows, cols, cols);
    CHECK_SAME(y, want_y, dls::bitwise());
    CHECK_SAME(sums, want_sums, dls::bitwise());
  });
}

/// Long enough for several threads, and no multiple of the chunks.
template <class T>
void check_long_arrays() {
  const std::int64_t n = 200'003, rows = 400, cols = 499;
  const std::vector<T> a = uniform<T>(n, "a"), b = uniform<T>(n, "b");
  std::vector<T> y(n), want(n);
  for (std::int64_t i = 0; i < n; ++i) want[i] = a[i] * b[i];
  dls::math::mul(a.data(), b.data(), y.data(), n);
  CHECK_SAME(y, want, dls::bitwise());

  y = b;
  for (std::int64_t i = 0; i < n; ++i) want[i] = b[i] + T(0.3) * a[i];
  dls::math::axpy(T(0.3), a.data(), y.data(), n);
  CHECK_SAME(y, want, dls::bitwise());

  for (std::int64_t i = 0; i < n; ++i) want[i] = a[i] < 0 ? T(0) : a[i];
  dls::math::relu(a.data(), y.data(), n);
  CHECK_SAME(y, want, dls::bitwise());

  std::vector<T> matrix(a.begin(), a.begin() + rows * cols), got(rows * cols), want_matrix = matrix;
  for (std::int64_t i = 0; i < rows * cols; ++i) want_matrix[i] += b[i % cols];
  dls::math::add_bias(matrix.data(), b.data(), got.data(), rows, cols);
  CHECK_SAME(got, want_matrix, dls::bitwise());

  std::vector<T> sums(cols), want_sums(cols, T(0));
  for (std::int64_t i = 0; i < rows * cols; ++i) want_sums[i % cols] += matrix[i];
  dls::math::column_sums(matrix.data(), sums.data(), rows, cols);
  CHECK_SAME(sums, want_sums, dls::bitwise());
}

}  // namespace

TEST_CASE("arithmetic on every instruction set") {
  check_arithmetic<float>();
  check_arithmetic<double>();
}

TEST_CASE("bias and its gradient on every instruction set") {
  check_bias<float>();
  check_bias<double>();
}

TEST_CASE("long arrays, shared by threads") {
  check_long_arrays<float>();
  check_long_arrays<double>();
}

TEST_CASE("DLS_ISA chooses the instruction set") {
  using dls::math::choose_isa;
  CHECK(choose_isa("baseline") == Isa::baseline);
  CHECK(choose_isa(nullptr) == available_isas().back());
  CHECK(choose_isa("") == available_isas().back());
  for (const Isa isa : {Isa::avx2, Isa::avx512}) {
    if (dls::math::isa_available(isa)) {
      CHECK(choose_isa(dls::math::name(isa)) == isa);
    } else {
      CHECK_THROWS_WITH_AS(choose_isa(dls::math::name(isa)), doctest::Contains("cannot run"),
                           dls::Error);
      CHECK_THROWS_AS(dls::math::kernels_for<float>(isa), dls::Error);
    }
  }
  CHECK_THROWS_WITH_AS(choose_isa("sse9"), doctest::Contains("DLS_ISA=sse9"), dls::Error);
}
