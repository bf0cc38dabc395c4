// Sums, maxima and log-softmax: right, and the same bits on every instruction set and number of
// threads.
#include <algorithm>
#include <cmath>
#include <vector>

#include "common/core/parallel.hpp"
#include "common/math/elementwise.hpp"
#include "tests/common/isa_cases.hpp"

namespace {

using namespace dls_test;
using dls::Format;
using dls::math::Isa, dls::math::KernelTable;

template <class T>
constexpr Format kFormat = sizeof(T) == 4 ? Format::f32 : Format::f64;

template <class T>
double plain_sum(const std::vector<T>& x) {
  long double sum = 0;
  for (const T v : x) sum += v;
  return static_cast<double>(sum);
}

/// The error of a sum follows the size of its terms, here below 4, not its own, which may have
/// cancelled.
template <class T>
dls::Tolerance rounding_of_sum(std::int64_t n) {
  const double allowed = 4 * dls::epsilon(kFormat<T>) * static_cast<double>(n);
  return dls::within(0, allowed, "one rounding of numbers around 4 for each term");
}

template <class T>
void check_sum() {
  for (const std::int64_t n : kLengths) {
    const std::vector<T> x = uniform<T>(n, "sum");
    const T first = dls::math::kernels_for<T>(Isa::baseline).sum(x.data(), n);
    CHECK_SAME(first, plain_sum(x), rounding_of_sum<T>(n));
    for (const Isa isa : available_isas()) {
      CAPTURE(dls::math::name(isa));
      CHECK_SAME(dls::math::kernels_for<T>(isa).sum(x.data(), n), first, dls::bitwise());
    }
  }
}

template <class T>
void check_max() {
  for (const Isa isa : available_isas()) {
    const KernelTable<T>& kernels = dls::math::kernels_for<T>(isa);
    CHECK_SAME(kernels.max(nullptr, 0), -kInfinity<T>, dls::bitwise());
    for (const std::int64_t n : kLengths) {
      if (n == 0) continue;
      INFO(dls::math::name(isa) << ", n=" << n);
      std::vector<T> x = uniform<T>(n, "max");
      for (T& v : x) v -= 5;  // all negative: a maximum that starts at 0 shows
      CHECK_SAME(kernels.max(x.data(), n), *std::max_element(x.begin(), x.end()), dls::bitwise());
      for (const std::int64_t place : {std::int64_t{0}, n / 2, n - 1}) {
        std::vector<T> peak = x;
        peak[place] = 3;
        CHECK_SAME(kernels.max(peak.data(), n), T(3), dls::bitwise());
        peak[place] = kNan<T>;
        CHECK(std::isnan(kernels.max(peak.data(), n)));
      }
    }
  }
}

/// The definition in long double, row by row; x and the result (rows,cols).
template <class T>
std::vector<double> plain_log_softmax(const std::vector<T>& x, std::int64_t rows,
                                      std::int64_t cols) {
  std::vector<double> y(x.size());
  for (std::int64_t r = 0; r < rows; ++r) {
    long double top = -kInfinity<double>, sum = 0;
    for (std::int64_t c = 0; c < cols; ++c) top = std::max<long double>(top, x[r * cols + c]);
    for (std::int64_t c = 0; c < cols; ++c) sum += std::exp(x[r * cols + c] - top);
    for (std::int64_t c = 0; c < cols; ++c) {
      y[r * cols + c] = static_cast<double>(x[r * cols + c] - top - std::log(sum));
    }
  }
  return y;
}

template <class T>
void check_log_softmax(T offset) {
  for (const std::int64_t rows : {0, 1, 3}) {
    for (const std::int64_t cols : kLengths) {
      std::vector<T> x = uniform<T>(rows * cols, "logits");
      for (T& v : x) v += offset;
      const std::vector<T> dy = uniform<T>(rows * cols, "dy");
      const std::vector<double> want = plain_log_softmax(x, rows, cols);
      std::vector<double> want_dx(x.size());
      for (std::int64_t r = 0; r < rows; ++r) {
        double total = 0;
        for (std::int64_t c = 0; c < cols; ++c) total += dy[r * cols + c];
        for (std::int64_t c = 0; c < cols; ++c) {
          want_dx[r * cols + c] = dy[r * cols + c] - std::exp(want[r * cols + c]) * total;
        }
      }
      std::vector<T> first, first_dx;
      for (const Isa isa : available_isas()) {
        INFO(dls::math::name(isa) << ", " << rows << " x " << cols);
        const KernelTable<T>& kernels = dls::math::kernels_for<T>(isa);
        std::vector<T> y(x.size()), dx(x.size());
        kernels.log_softmax(x.data(), y.data(), rows, cols);
        kernels.log_softmax_backward(y.data(), dy.data(), dx.data(), rows, cols);
        CHECK_SAME(y, want, dls::rounding(kFormat<T>, cols));
        CHECK_SAME(dx, want_dx, dls::rounding(kFormat<T>, cols));
        if (isa == Isa::baseline) first = y, first_dx = dx;
        CHECK_SAME(y, first, dls::bitwise());
        CHECK_SAME(dx, first_dx, dls::bitwise());
        kernels.log_softmax(x.data(), x.data(), rows, cols);  // in place
        CHECK_SAME(x, first, dls::bitwise());
        x = uniform<T>(rows * cols, "logits");
        for (T& v : x) v += offset;
      }
    }
  }
}

/// The same bits for 1, 2 and 3 threads, at a length of several chunks.
template <class T>
void check_threads() {
  const std::int64_t n = 300'007, cols = 1003, rows = n / cols;
  const std::vector<T> x = uniform<T>(n, "long");
  const int before = dls::threads();
  std::vector<T> sums, maxima, first_y;
  for (const int threads : {1, 2, 3}) {
    dls::set_threads(threads);
    std::vector<T> y(rows * cols);
    dls::math::log_softmax(x.data(), y.data(), rows, cols);
    sums.push_back(dls::math::sum(x.data(), n));
    maxima.push_back(dls::math::max(x.data(), n));
    if (threads == 1) first_y = y;
    CHECK_SAME(y, first_y, dls::bitwise());
  }
  dls::set_threads(before);
  CHECK_SAME(sums, (std::vector<T>(3, sums[0])), dls::bitwise());
  CHECK_SAME(maxima, (std::vector<T>(3, *std::max_element(x.begin(), x.end()))), dls::bitwise());
  CHECK_SAME(sums[0], plain_sum(x), rounding_of_sum<T>(n));
  const std::vector<T> part(x.begin(), x.begin() + rows * cols);
  CHECK_SAME(first_y, plain_log_softmax(part, rows, cols), dls::rounding(kFormat<T>, cols));
}

}  // namespace

TEST_CASE("sum") {
  check_sum<float>();
  check_sum<double>();
}

TEST_CASE("max") {
  check_max<float>();
  check_max<double>();
}

TEST_CASE("log_softmax, forward and backward") {
  check_log_softmax<float>(0);
  check_log_softmax<double>(0);
  check_log_softmax<float>(1000);  // would overflow without taking the maximum out
  check_log_softmax<double>(-10000);
}

TEST_CASE("threads do not change a bit") {
  check_threads<float>();
  check_threads<double>();
}
