// Layer norm and causal softmax: against plain loops, and the same bits on every instruction set
// and number of threads.
#include <cmath>
#include <vector>

#include "common/core/parallel.hpp"
#include "common/math/rows.hpp"
#include "tests/common/isa_cases.hpp"

namespace {

using namespace dls_test;
using dls::Format;
using dls::math::Isa, dls::math::KernelTable;

template <class T>
constexpr Format kRowFormat = sizeof(T) == 4 ? Format::f32 : Format::f64;

/// Everything that layer norm computes, forward and backward, by its definition.
struct PlainLayerNorm {
  std::vector<double> y, mean, scale, dx, dweight, dbias;

  template <class T>
  PlainLayerNorm(const std::vector<T>& x, const std::vector<T>& weight, const std::vector<T>& bias,
                 double eps, const std::vector<T>& dy, std::int64_t rows, std::int64_t cols)
      : y(x.size()), mean(rows), scale(rows), dx(x.size()), dweight(cols), dbias(cols) {
    for (std::int64_t r = 0; r < rows; ++r) {
      double m = 0, variance = 0;
      for (std::int64_t c = 0; c < cols; ++c) m += static_cast<double>(x[r * cols + c]) / cols;
      for (std::int64_t c = 0; c < cols; ++c) variance += std::pow(x[r * cols + c] - m, 2) / cols;
      const double s = 1 / std::sqrt(variance + eps);
      mean[r] = m;
      scale[r] = s;
      double mean_g = 0, mean_gn = 0;
      for (std::int64_t c = 0; c < cols; ++c) {
        const double n = (x[r * cols + c] - m) * s, d = dy[r * cols + c];
        y[r * cols + c] = n * weight[c] + bias[c];
        dweight[c] += d * n;
        dbias[c] += d;
        mean_g += d * weight[c] / cols;
        mean_gn += d * weight[c] * n / cols;
      }
      for (std::int64_t c = 0; c < cols; ++c) {
        const double n = (x[r * cols + c] - m) * s;
        dx[r * cols + c] =
            s * (static_cast<double>(dy[r * cols + c]) * weight[c] - mean_g - n * mean_gn);
      }
    }
  }
};

template <class T>
void check_layer_norm(T offset) {
  const T eps = T(1e-5);
  for (const std::int64_t rows : {0, 1, 3}) {
    for (const std::int64_t cols : kLengths) {
      std::vector<T> x = uniform<T>(rows * cols, "x");
      for (T& v : x) v += offset;
      const std::vector<T> dy = uniform<T>(rows * cols, "dy"), weight = uniform<T>(cols, "weight"),
                           bias = uniform<T>(cols, "bias");
      const PlainLayerNorm want(x, weight, bias, eps, dy, rows, cols);
      // The mean, of numbers around `offset`, is rounded, and what is left of x follows it.
      const double lost = dls::epsilon(kRowFormat<T>) * std::abs(static_cast<double>(offset));
      const dls::Tolerance tolerance =
          cols == 1 ? dls::within(0, 1e-3, "one number less its mean is 0, times 1 / sqrt(eps)")
                    : dls::within(0, (40 * dls::epsilon(kRowFormat<T>) + 8 * lost) * 40,
                                  "sums of 40 terms of size 40 at most");
      std::vector<std::vector<T>> first;
      for (const Isa isa : available_isas()) {
        INFO(dls::math::name(isa) << ", " << rows << " x " << cols);
        const KernelTable<T>& kernels = dls::math::kernels_for<T>(isa);
        std::vector<T> y(x.size()), mean(rows), scale(rows), dx(x.size());
        std::vector<T> dweight(cols + 3, T(7)), dbias(cols + 3, T(7));
        kernels.layer_norm(x.data(), weight.data(), bias.data(), eps, y.data(), mean.data(),
                           scale.data(), rows, cols);
        kernels.layer_norm_backward(x.data(), weight.data(), mean.data(), scale.data(), dy.data(),
                                    dx.data(), rows, cols);
        kernels.layer_norm_sums(x.data(), mean.data(), scale.data(), dy.data(), dweight.data(),
                                dbias.data(), rows, cols, cols);
        CHECK_SAME((std::vector<T>(dweight.begin() + cols, dweight.end())),
                   (std::vector<T>(3, T(7))), dls::bitwise());
        dweight.resize(cols);
        dbias.resize(cols);
        if (cols > 1) {
          CHECK_SAME(y, want.y, tolerance);
          CHECK_SAME(mean, want.mean, tolerance);
          CHECK_SAME(dx, want.dx, tolerance);
          CHECK_SAME(dweight, want.dweight, tolerance);
          CHECK_SAME(dbias, want.dbias, tolerance);
        } else if (cols == 1) {
          CHECK_SAME(y, (std::vector<T>(rows, bias[0])), dls::bitwise());
          CHECK_SAME(dx, (std::vector<T>(rows, T(0))), dls::within(0, 1e-3, tolerance.reason));
        }
        const std::vector<std::vector<T>> all = {y, mean, scale, dx, dweight, dbias};
        if (first.empty()) first = all;
        for (std::size_t i = 0; i < all.size(); ++i) CHECK_SAME(all[i], first[i], dls::bitwise());
      }
    }
  }
}

/// Softmax of the first visible keys, by its definition; 0 behind.
template <class T>
std::vector<double> plain_causal_softmax(double scale, const std::vector<T>& x,
                                         std::int64_t matrices, std::int64_t queries,
                                         std::int64_t keys) {
  std::vector<double> y(x.size(), 0.0);
  for (std::int64_t r = 0; r < matrices * queries; ++r) {
    const std::int64_t last = r % queries + keys - queries;
    double sum = 0;
    for (std::int64_t c = 0; c <= last; ++c)
      sum += std::exp(scale * (x[r * keys + c] - x[r * keys]));
    for (std::int64_t c = 0; c <= last; ++c) {
      y[r * keys + c] = std::exp(scale * (x[r * keys + c] - x[r * keys])) / sum;
    }
  }
  return y;
}

template <class T>
void check_causal_softmax(T offset) {
  const T scale = T(0.37);
  for (const std::int64_t matrices : {0, 1, 2}) {
    for (const std::int64_t queries : {1, 2, 7, 33}) {
      for (const std::int64_t more : {0, 1, 30}) {
        const std::int64_t keys = queries + more, n = matrices * queries * keys;
        std::vector<T> x = uniform<T>(n, "scores");
        for (T& v : x) v += offset;
        const std::vector<T> dy = uniform<T>(n, "dy");
        const std::vector<double> want = plain_causal_softmax(scale, x, matrices, queries, keys);
        std::vector<double> want_dx(n);
        for (std::int64_t r = 0; r < matrices * queries; ++r) {
          double sum = 0;
          for (std::int64_t c = 0; c < keys; ++c) sum += want[r * keys + c] * dy[r * keys + c];
          for (std::int64_t c = 0; c < keys; ++c) {
            want_dx[r * keys + c] = scale * want[r * keys + c] * (dy[r * keys + c] - sum);
          }
        }
        std::vector<T> hidden = x;  // what no query may look at is NaN
        for (std::int64_t i = 0; i < n; ++i) {
          if (want[i] == 0) hidden[i] = kNan<T>;
        }
        std::vector<T> first_y, first_dx;
        for (const Isa isa : available_isas()) {
          INFO(dls::math::name(isa) << ", " << matrices << " x " << queries << " x " << keys);
          const KernelTable<T>& kernels = dls::math::kernels_for<T>(isa);
          std::vector<T> y(n, kNan<T>), dx(n, kNan<T>);
          kernels.causal_softmax(scale, hidden.data(), y.data(), 0, matrices * queries, queries,
                                 keys);
          kernels.causal_softmax_backward(scale, y.data(), dy.data(), dx.data(), 0,
                                          matrices * queries, queries, keys);
          // Scores around `offset` have lost that much of their differences.
          const double lost = dls::epsilon(kRowFormat<T>) * (20 + std::abs(double{offset}));
          CHECK_SAME(y, want, dls::within(lost, 1e-30, "rounded scores, then exp and a quotient"));
          CHECK_SAME(dx, want_dx, dls::within(0, 8 * lost, "the same, times gradients below 4"));
          if (first_y.empty()) first_y = y, first_dx = dx;
          CHECK_SAME(y, first_y, dls::bitwise());
          CHECK_SAME(dx, first_dx, dls::bitwise());
        }
      }
    }
  }
}

/// Long enough for several chunks, which begin within a matrix.
template <class T>
void check_row_threads() {
  const std::int64_t rows = 331, cols = 190, matrices = 5, queries = 61, keys = 77;
  const std::vector<T> x = uniform<T>(rows * cols, "x"), dy = uniform<T>(rows * cols, "dy"),
                       w = uniform<T>(cols, "w"), b = uniform<T>(cols, "b"),
                       scores = uniform<T>(matrices * queries * keys, "scores");
  const int before = dls::threads();
  std::vector<T> first;
  for (const int threads : {1, 2, 3}) {
    dls::set_threads(threads);
    std::vector<T> all(2 * rows * cols + 2 * rows + 2 * cols + 2 * scores.size());
    T* y = all.data();
    T *dx = y + rows * cols, *mean = dx + rows * cols, *scale = mean + rows, *dw = scale + rows,
      *db = dw + cols, *p = db + cols, *ds = p + scores.size();
    dls::math::layer_norm(x.data(), w.data(), b.data(), T(1e-5), y, mean, scale, rows, cols);
    dls::math::layer_norm_backward(x.data(), w.data(), mean, scale, dy.data(), dx, rows, cols);
    dls::math::layer_norm_sums(x.data(), mean, scale, dy.data(), dw, db, rows, cols);
    dls::math::causal_softmax(T(0.5), scores.data(), p, matrices, queries, keys);
    dls::math::causal_softmax_backward(T(0.5), p, scores.data(), ds, matrices, queries, keys);
    if (threads == 1) {
      first = all;
      const PlainLayerNorm want(x, w, b, 1e-5, dy, rows, cols);
      CHECK_SAME(std::vector<T>(y, y + rows * cols), want.y, dls::rounding(kRowFormat<T>, cols));
      CHECK_SAME(std::vector<T>(dw, dw + cols), want.dweight, dls::rounding(kRowFormat<T>, rows));
      CHECK_SAME(std::vector<T>(p, p + scores.size()),
                 plain_causal_softmax(0.5, scores, matrices, queries, keys),
                 dls::rounding(kRowFormat<T>, keys));
    }
    CHECK_SAME(all, first, dls::bitwise());
  }
  dls::set_threads(before);
}

}  // namespace

TEST_CASE("layer norm, forward and backward") {
  check_layer_norm<float>(0);
  check_layer_norm<double>(0);
  check_layer_norm<float>(1000);  // the mean of squares less the squared mean would be noise
}

TEST_CASE("causal softmax, forward and backward") {
  check_causal_softmax<float>(0);
  check_causal_softmax<double>(0);
  check_causal_softmax<float>(1000);  // would overflow without taking the maximum out
}

TEST_CASE("threads do not change a bit of a row") {
  check_row_threads<float>();
  check_row_threads<double>();
}
