// The loops of the chosen instruction set, shared by threads where there is enough to do.
#include "common/math/elementwise.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/core/parallel.hpp"
#include "common/math/kernel_table.hpp"

namespace dls::math {
namespace {

/// Numbers that one thread works on at a time. Fewer are not worth waking a second thread for: they
/// take a few microseconds, as long as the waking. A multiple of every register width, so that only
/// the last chunk has a tail.
constexpr std::int64_t kGrain = 32768;

template <class T>
const KernelTable<T>& kernels() {
  return chosen_kernels<T>();
}

template <class T>
void map(typename KernelTable<T>::Map1* loop, const T* x, T* y, std::int64_t n) {
  parallel_for(n, kGrain, [=](std::int64_t begin, std::int64_t end) {
    loop(x + begin, y + begin, end - begin);
  });
}

template <class T>
void map(typename KernelTable<T>::Map2* loop, const T* a, const T* b, T* y, std::int64_t n) {
  parallel_for(n, kGrain, [=](std::int64_t begin, std::int64_t end) {
    loop(a + begin, b + begin, y + begin, end - begin);
  });
}

template <class T>
void map(typename KernelTable<T>::MapScalar* loop, T alpha, const T* x, T* y, std::int64_t n) {
  parallel_for(n, kGrain, [=](std::int64_t begin, std::int64_t end) {
    loop(alpha, x + begin, y + begin, end - begin);
  });
}

/// Cuts a matrix into chunks of whole rows and calls body(offset of the first, number of rows).
template <class Body>
void each_rows(std::int64_t rows, std::int64_t cols, Body body) {
  const std::int64_t grain = std::max<std::int64_t>(1, kGrain / std::max<std::int64_t>(1, cols));
  parallel_for(rows, grain,
               [=](std::int64_t begin, std::int64_t end) { body(begin * cols, end - begin); });
}

/// Reduces chunks of a fixed size, then their results in order.
template <class T>
T reduce(typename KernelTable<T>::Reduce* loop, const T* x, std::int64_t n) {
  if (n <= kGrain) return loop(x, n);
  std::vector<T> parts((n + kGrain - 1) / kGrain);
  parallel_for(n, kGrain, [&](std::int64_t begin, std::int64_t end) {
    parts[begin / kGrain] = loop(x + begin, end - begin);
  });
  return reduce<T>(loop, parts.data(), static_cast<std::int64_t>(parts.size()));
}

}  // namespace

template <class T>
void add(const T* a, const T* b, T* y, std::int64_t n) {
  map<T>(kernels<T>().add, a, b, y, n);
}

template <class T>
void sub(const T* a, const T* b, T* y, std::int64_t n) {
  map<T>(kernels<T>().sub, a, b, y, n);
}

template <class T>
void mul(const T* a, const T* b, T* y, std::int64_t n) {
  map<T>(kernels<T>().mul, a, b, y, n);
}

template <class T>
void div(const T* a, const T* b, T* y, std::int64_t n) {
  map<T>(kernels<T>().div, a, b, y, n);
}

template <class T>
void scale(T alpha, const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().scale, alpha, x, y, n);
}

template <class T>
void add_scalar(T alpha, const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().add_scalar, alpha, x, y, n);
}

template <class T>
void axpy(T alpha, const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().axpy, alpha, x, y, n);
}

template <class T>
void accumulate(const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().accumulate, x, y, n);
}

template <class T>
void relu(const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().relu, x, y, n);
}

template <class T>
void relu_backward(const T* x, const T* dy, T* dx, std::int64_t n) {
  map<T>(kernels<T>().relu_backward, x, dy, dx, n);
}

template <class T>
void exp(const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().exp, x, y, n);
}

template <class T>
void log(const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().log, x, y, n);
}

template <class T>
void sigmoid(const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().sigmoid, x, y, n);
}

template <class T>
void tanh(const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().tanh, x, y, n);
}

template <class T>
void sqrt(const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().sqrt, x, y, n);
}

template <class T>
void gelu(const T* x, T* y, std::int64_t n) {
  map<T>(kernels<T>().gelu, x, y, n);
}

template <class T>
void gelu_backward(const T* x, const T* dy, T* dx, std::int64_t n) {
  map<T>(kernels<T>().gelu_backward, x, dy, dx, n);
}

template <class T>
T sum(const T* x, std::int64_t n) {
  return reduce<T>(kernels<T>().sum, x, n);
}

template <class T>
T max(const T* x, std::int64_t n) {
  return reduce<T>(kernels<T>().max, x, n);
}

template <class T>
void log_softmax(const T* x, T* y, std::int64_t rows, std::int64_t cols) {
  each_rows(rows, cols, [=](std::int64_t at, std::int64_t count) {
    kernels<T>().log_softmax(x + at, y + at, count, cols);
  });
}

template <class T>
void log_softmax_backward(const T* y, const T* dy, T* dx, std::int64_t rows, std::int64_t cols) {
  each_rows(rows, cols, [=](std::int64_t at, std::int64_t count) {
    kernels<T>().log_softmax_backward(y + at, dy + at, dx + at, count, cols);
  });
}

template <class T>
void add_bias(const T* x, const T* bias, T* y, std::int64_t rows, std::int64_t cols) {
  each_rows(rows, cols, [=](std::int64_t at, std::int64_t count) {
    kernels<T>().add_bias(x + at, bias, y + at, count, cols);
  });
}

template <class T>
void column_sums(const T* x, T* y, std::int64_t rows, std::int64_t cols) {
  // Threads take columns, not rows: so each column is added up in the order of the rows.
  const std::int64_t grain = std::max<std::int64_t>(64, kGrain / std::max<std::int64_t>(1, rows));
  parallel_for(cols, grain, [=](std::int64_t begin, std::int64_t end) {
    kernels<T>().column_sums(x + begin, y + begin, rows, end - begin, cols);
  });
}

template <class T>
void sgd_update(T lr, T weight_decay, const T* g, T* w, std::int64_t n) {
  parallel_for(n, kGrain, [=](std::int64_t begin, std::int64_t end) {
    kernels<T>().sgd(lr, weight_decay, g + begin, w + begin, end - begin);
  });
}

template <class T>
void momentum_update(T lr, T momentum, T weight_decay, const T* g, T* v, T* w, std::int64_t n) {
  parallel_for(n, kGrain, [=](std::int64_t begin, std::int64_t end) {
    kernels<T>().momentum(lr, momentum, weight_decay, g + begin, v + begin, w + begin, end - begin);
  });
}

template <class T>
void adam_update(const AdamStep& adam, const T* g, T* m, T* v, T* w, std::int64_t n) {
  const double step = static_cast<double>(adam.step);
  const double decay = adam.weight_decay;
  const AdamFactors<T> factors{
      .beta1 = static_cast<T>(adam.beta1),
      .one_minus_beta1 = static_cast<T>(1 - adam.beta1),
      .beta2 = static_cast<T>(adam.beta2),
      .one_minus_beta2 = static_cast<T>(1 - adam.beta2),
      .step_size = static_cast<T>(adam.lr / (1 - std::pow(adam.beta1, step))),
      .inverse_root = static_cast<T>(1 / std::sqrt(1 - std::pow(adam.beta2, step))),
      .eps = static_cast<T>(adam.eps),
      .l2 = static_cast<T>(adam.decoupled ? 0 : decay),
      .shrink = static_cast<T>(adam.decoupled ? 1 - adam.lr * decay : 1)};
  parallel_for(n, kGrain, [=](std::int64_t begin, std::int64_t end) {
    kernels<T>().adam(factors, g + begin, m + begin, v + begin, w + begin, end - begin);
  });
}

template void add(const float*, const float*, float*, std::int64_t);
template void sub(const float*, const float*, float*, std::int64_t);
template void mul(const float*, const float*, float*, std::int64_t);
template void div(const float*, const float*, float*, std::int64_t);
template void scale(float, const float*, float*, std::int64_t);
template void add_scalar(float, const float*, float*, std::int64_t);
template void axpy(float, const float*, float*, std::int64_t);
template void accumulate(const float*, float*, std::int64_t);
template void relu(const float*, float*, std::int64_t);
template void relu_backward(const float*, const float*, float*, std::int64_t);
template void exp(const float*, float*, std::int64_t);
template void log(const float*, float*, std::int64_t);
template void sigmoid(const float*, float*, std::int64_t);
template void tanh(const float*, float*, std::int64_t);
template void sqrt(const float*, float*, std::int64_t);
template void gelu(const float*, float*, std::int64_t);
template void gelu_backward(const float*, const float*, float*, std::int64_t);
template float sum(const float*, std::int64_t);
template float max(const float*, std::int64_t);
template void log_softmax(const float*, float*, std::int64_t, std::int64_t);
template void log_softmax_backward(const float*, const float*, float*, std::int64_t, std::int64_t);
template void add_bias(const float*, const float*, float*, std::int64_t, std::int64_t);
template void column_sums(const float*, float*, std::int64_t, std::int64_t);
template void sgd_update(float, float, const float*, float*, std::int64_t);
template void momentum_update(float, float, float, const float*, float*, float*, std::int64_t);
template void adam_update(const AdamStep&, const float*, float*, float*, float*, std::int64_t);

template void add(const double*, const double*, double*, std::int64_t);
template void sub(const double*, const double*, double*, std::int64_t);
template void mul(const double*, const double*, double*, std::int64_t);
template void div(const double*, const double*, double*, std::int64_t);
template void scale(double, const double*, double*, std::int64_t);
template void add_scalar(double, const double*, double*, std::int64_t);
template void axpy(double, const double*, double*, std::int64_t);
template void accumulate(const double*, double*, std::int64_t);
template void relu(const double*, double*, std::int64_t);
template void relu_backward(const double*, const double*, double*, std::int64_t);
template void exp(const double*, double*, std::int64_t);
template void log(const double*, double*, std::int64_t);
template void sigmoid(const double*, double*, std::int64_t);
template void tanh(const double*, double*, std::int64_t);
template void sqrt(const double*, double*, std::int64_t);
template void gelu(const double*, double*, std::int64_t);
template void gelu_backward(const double*, const double*, double*, std::int64_t);
template double sum(const double*, std::int64_t);
template double max(const double*, std::int64_t);
template void log_softmax(const double*, double*, std::int64_t, std::int64_t);
template void log_softmax_backward(const double*, const double*, double*, std::int64_t,
                                   std::int64_t);
template void add_bias(const double*, const double*, double*, std::int64_t, std::int64_t);
template void column_sums(const double*, double*, std::int64_t, std::int64_t);
template void sgd_update(double, double, const double*, double*, std::int64_t);
template void momentum_update(double, double, double, const double*, double*, double*,
                              std::int64_t);
template void adam_update(const AdamStep&, const double*, double*, double*, double*, std::int64_t);

}  // namespace dls::math
