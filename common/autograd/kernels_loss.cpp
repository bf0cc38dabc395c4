#include <algorithm>
#include <cmath>

#include "common/autograd/kernels.hpp"
#include "common/autograd/kernels_floating.hpp"
#include "common/core/parallel.hpp"
#include "common/math/elementwise.hpp"

namespace dls::kernels {
namespace {

/// Logits as (rows, classes), with one checked label for each row.
struct Rows {
  Tensor logits, labels;
  std::int64_t rows, classes;

  Rows(const Tensor& x, const Tensor& wanted)
      : logits(x.as_contiguous()), rows(0), classes(x.rank() >= 1 ? x.size(-1) : 0) {
    DLS_CHECK(classes > 0, "cross_entropy needs logits (...,classes), but their shape is {}",
              to_string(x.shape()));
    rows = x.elements() / classes;
    DLS_CHECK(wanted.defined() && wanted.elements() == rows && rows > 0,
              "cross_entropy of logits {} with labels {}: one label is needed for each row",
              to_string(x.shape()), wanted.defined() ? to_string(wanted.shape()) : "undefined");
    labels = checked_indices(wanted, classes, "cross_entropy's labels");
  }

  /// Rows that are worth a chunk of their own in a parallel loop.
  std::int64_t grain() const { return std::max<std::int64_t>(1, 16384 / classes); }
};

constexpr std::int64_t kPiece = 1024;  // numbers that fit on the stack: a vocabulary may be long

/// The sum of e^(x - largest) of a row of any length.
template <class T>
T sum_of_exponentials(const T* x, T largest, std::int64_t n) {
  T e[kPiece];
  T total = 0;
  for (std::int64_t begin = 0; begin < n; begin += kPiece) {
    const std::int64_t length = std::min(kPiece, n - begin);
    math::add_scalar(-largest, x + begin, e, length);
    math::exp(e, e, length);
    total += math::sum(e, length);
  }
  return total;
}

/// The largest of a row, for short ones: a call of math::max costs more than ten numbers do. It may
/// pass over a NaN, which the sum of the exponentials then carries.
template <class T>
T largest_of(const T* x, std::int64_t n) {
  return *std::max_element(x, x + n);
}

/// log_sum[r] = ln sum_c e^x[r,c] for rows (rows,n). The largest is taken out, so that no
/// exponential overflows. Short rows share one call of exp.
template <class T>
void log_sums_of(const T* x, T* log_sum, std::int64_t rows, std::int64_t n) {
  if (n > kPiece / 2) {
    for (std::int64_t r = 0; r < rows; ++r, x += n) {
      const T largest = math::max(x, n);
      log_sum[r] = largest + std::log(sum_of_exponentials(x, largest, n));
    }
    return;
  }
  T e[kPiece], largest[kPiece];
  for (const std::int64_t most = kPiece / n; rows > 0;) {
    const std::int64_t count = std::min(rows, most);
    for (std::int64_t r = 0; r < count; ++r) {
      largest[r] = n < 32 ? largest_of(x + r * n, n) : math::max(x + r * n, n);
      for (std::int64_t i = r * n; i < (r + 1) * n; ++i) e[i] = x[i] - largest[r];
    }
    math::exp(e, e, count * n);
    for (std::int64_t r = 0; r < count; ++r)
      log_sum[r] = largest[r] + std::log(math::sum(e + r * n, n));
    x += count * n;
    log_sum += count;
    rows -= count;
  }
}

}  // namespace

std::pair<Tensor, Tensor> cross_entropy(const Tensor& logits, const Tensor& labels) {
  return floating("cross_entropy", logits, [&](auto zero) {
    using T = decltype(zero);
    const Rows rows(logits, labels);
    Tensor log_sums = Tensor::empty({rows.rows}, logits.dtype());
    Tensor losses = Tensor::empty({rows.rows}, logits.dtype());
    const T* x = rows.logits.data<T>();
    const std::int64_t* label = rows.labels.data<std::int64_t>();
    T* log_sum = log_sums.first_data<T>();
    T* loss = losses.first_data<T>();
    const std::int64_t classes = rows.classes;
    parallel_for(rows.rows, rows.grain(), [=](std::int64_t begin, std::int64_t end) {
      log_sums_of(x + begin * classes, log_sum + begin, end - begin, classes);
      for (std::int64_t r = begin; r < end; ++r) loss[r] = log_sum[r] - x[r * classes + label[r]];
    });
    Tensor mean = Tensor::empty({}, logits.dtype());
    *mean.first_data<T>() = math::sum(loss, rows.rows) / static_cast<T>(rows.rows);
    return std::pair(mean, log_sums);
  });
}

Tensor cross_entropy_backward(const Tensor& logits, const Tensor& labels, const Tensor& log_sums,
                              double factor) {
  return floating("cross_entropy", logits, [&](auto zero) {
    using T = decltype(zero);
    const Rows rows(logits, labels);
    Tensor dx = Tensor::empty(logits.shape(), logits.dtype());
    const T* x = rows.logits.data<T>();
    const std::int64_t* label = rows.labels.data<std::int64_t>();
    const T* log_sum = log_sums.data<T>();
    T* d = dx.first_data<T>();
    const std::int64_t classes = rows.classes;
    const T each = static_cast<T>(factor / static_cast<double>(rows.rows));
    parallel_for(rows.rows, rows.grain(), [=](std::int64_t begin, std::int64_t end) {
      T* const first = d + begin * classes;
      const std::int64_t count = (end - begin) * classes;
      for (std::int64_t r = begin; r < end; ++r)
        for (std::int64_t i = r * classes; i < (r + 1) * classes; ++i) d[i] = x[i] - log_sum[r];
      math::exp(first, first, count);
      for (std::int64_t r = begin; r < end; ++r) d[r * classes + label[r]] -= T{1};
      math::scale(each, first, first, count);
    });
    return dx;
  });
}

Tensor onehot(const Tensor& logits, const Tensor& labels) {
  return floating("onehot", logits, [&](auto zero) {
    using T = decltype(zero);
    const Rows rows(logits, labels);
    Tensor result = Tensor::zeros(logits.shape(), logits.dtype());
    const std::int64_t* label = rows.labels.data<std::int64_t>();
    T* data = result.first_data<T>();
    for (std::int64_t r = 0; r < rows.rows; ++r) data[r * rows.classes + label[r]] = T{1};
    return result;
  });
}

}  // namespace dls::kernels
