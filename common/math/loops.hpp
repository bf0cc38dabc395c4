// Private to the elementwise_<isa>.cpp files: the loops, written once over registers of whatever
// width.
#pragma once
#include "common/math/functions.hpp"
#include "common/math/kernel_table.hpp"
#include "common/math/loops_rows.hpp"

namespace dls::math::DLS_MATH_ISA {

template <class T>
struct Loops {
  using V = Vec<T>;

  static void add(const T* a, const T* b, T* y, std::int64_t n) {
    map(n, y, [](V a, V b) { return a + b; }, a, b);
  }
  static void sub(const T* a, const T* b, T* y, std::int64_t n) {
    map(n, y, [](V a, V b) { return a - b; }, a, b);
  }
  static void mul(const T* a, const T* b, T* y, std::int64_t n) {
    map(n, y, [](V a, V b) { return a * b; }, a, b);
  }
  static void div(const T* a, const T* b, T* y, std::int64_t n) {
    map(n, y, [](V a, V b) { return a / b; }, a, b);
  }
  static void scale(T alpha, const T* x, T* y, std::int64_t n) {
    map(n, y, [=](V x) { return alpha * x; }, x);
  }
  static void add_scalar(T alpha, const T* x, T* y, std::int64_t n) {
    map(n, y, [=](V x) { return x + alpha; }, x);
  }
  static void axpy(T alpha, const T* x, T* y, std::int64_t n) {
    map(n, y, [=](V x, V y) { return y + alpha * x; }, x, y);
  }
  static void accumulate(const T* x, T* y, std::int64_t n) {
    map(n, y, [](V x, V y) { return y + x; }, x, y);
  }
  static void relu(const T* x, T* y, std::int64_t n) {
    map(n, y, [](V x) { return x < T(0) ? V{} : x; }, x);  // not x > 0 ? x : 0, which swallows NaN
  }
  static void relu_backward(const T* x, const T* dy, T* dx, std::int64_t n) {
    map(n, dx, [](V x, V dy) { return x <= T(0) ? V{} : dy; }, x, dy);
  }
  static void exp(const T* x, T* y, std::int64_t n) {
    map(n, y, [](V x) { return DLS_MATH_ISA::exp<T>(x); }, x);
  }
  static void log(const T* x, T* y, std::int64_t n) {
    map(n, y, [](V x) { return DLS_MATH_ISA::log<T>(x); }, x);
  }
  static void sigmoid(const T* x, T* y, std::int64_t n) {
    map(n, y, [](V x) { return DLS_MATH_ISA::sigmoid<T>(x); }, x);
  }
  static void tanh(const T* x, T* y, std::int64_t n) {
    map(n, y, [](V x) { return DLS_MATH_ISA::tanh<T>(x); }, x);
  }
  static void gelu(const T* x, T* y, std::int64_t n) {
    map(n, y, [](V x) { return DLS_MATH_ISA::gelu<T>(x); }, x);
  }
  static void gelu_backward(const T* x, const T* dy, T* dx, std::int64_t n) {
    map(n, dx, [](V x, V dy) { return dy * DLS_MATH_ISA::gelu_slope<T>(x); }, x, dy);
  }
  static void sqrt(const T* x, T* y, std::int64_t n) {
    map(n, y, [](V x) { return DLS_MATH_ISA::sqrt(x); }, x);
  }

  static T sum(const T* x, std::int64_t n) {
    return reduce(
        n, T(0), [=](std::int64_t i, auto part) { return load(x + i, part, T(0)); },
        [](auto a, auto b) { return a + b; });
  }

  static T max(const T* x, std::int64_t n) {
    return reduce(
        n, T(-kInfinity),
        [=](std::int64_t i, auto part) { return load(x + i, part, T(-kInfinity)); },
        [](auto a, auto b) { return ((b > a) | (b != b)) ? b : a; });  // a NaN wins and stays
  }

  static void log_softmax(const T* x, T* y, std::int64_t rows, std::int64_t cols) {
    for (; rows > 0; --rows, x += cols, y += cols) {
      const T top = max(x, cols);
      const T sum = reduce(
          cols, T(0),
          [=](std::int64_t i, auto part) {
            return DLS_MATH_ISA::exp<T>(load(x + i, part, T(-kInfinity)) - top);
          },
          [](auto a, auto b) { return a + b; });
      const T log_sum = DLS_MATH_ISA::log<T>(splat(sum))[0];
      map(cols, y, [=](V x) { return (x - top) - log_sum; }, x);
    }
  }

  static void log_softmax_backward(const T* y, const T* dy, T* dx, std::int64_t rows,
                                   std::int64_t cols) {
    for (; rows > 0; --rows, y += cols, dy += cols, dx += cols) {
      const T total = sum(dy, cols);
      map(cols, dx, [=](V y, V dy) { return dy - DLS_MATH_ISA::exp<T>(y) * total; }, y, dy);
    }
  }

  static void add_bias(const T* x, const T* bias, T* y, std::int64_t rows, std::int64_t cols) {
    for (; rows > 0; --rows, x += cols, y += cols) add(x, bias, y, cols);
  }

  static void column_sums(const T* x, T* y, std::int64_t rows, std::int64_t cols, std::int64_t ld) {
    constexpr int width = kWidth<T>, registers = kRegisters<T>, block = width * registers;
    std::int64_t c = 0;
    for (; c + block <= cols;
         c += block) {  // a few registers wide, so that cache lines are used up
      V sums[registers] = {};
      for (std::int64_t r = 0; r < rows; ++r) {
#pragma GCC unroll 8
        for (int j = 0; j < registers; ++j) sums[j] += load(x + r * ld + c + j * width, Whole{});
      }
      for (int j = 0; j < registers; ++j) store(y + c + j * width, sums[j], Whole{});
    }
    each_register<T>(cols - c, [=](std::int64_t i, auto part) {
      V sum = {};
      for (std::int64_t r = 0; r < rows; ++r) sum += load(x + r * ld + c + i, part);
      store(y + c + i, sum, part);
    });
  }

  static void sgd(T lr, T weight_decay, const T* g, T* w, std::int64_t n) {
    map(n, w, [=](V g, V w) { return w - lr * (g + weight_decay * w); }, g, w);
  }

  static void momentum(T lr, T momentum, T weight_decay, const T* g, T* v, T* w, std::int64_t n) {
    each_register<T>(n, [=](std::int64_t i, auto part) {
      const V w_old = load(w + i, part);
      const V v_new = momentum * load(v + i, part) + (load(g + i, part) + weight_decay * w_old);
      store(v + i, v_new, part);
      store(w + i, w_old - lr * v_new, part);
    });
  }

  static void adam(const AdamFactors<T>& adam, const T* g, T* m, T* v, T* w, std::int64_t n) {
    const AdamFactors<T> a = adam;
    each_register<T>(n, [=](std::int64_t i, auto part) {
      const V w_old = load(w + i, part);
      const V slope = load(g + i, part) + a.l2 * w_old;
      const V m_new = a.beta1 * load(m + i, part) + a.one_minus_beta1 * slope;
      const V v_new = a.beta2 * load(v + i, part) + a.one_minus_beta2 * (slope * slope);
      const V step = a.step_size * m_new / (DLS_MATH_ISA::sqrt(v_new) * a.inverse_root + a.eps);
      store(m + i, m_new, part);
      store(v + i, v_new, part);
      store(w + i, a.shrink * w_old - step, part);
    });
  }
};

template <class T>
KernelTable<T> kernels() {
  using L = Loops<T>;
  using R = RowLoops<T>;
  return {.add = L::add,
          .sub = L::sub,
          .mul = L::mul,
          .div = L::div,
          .scale = L::scale,
          .add_scalar = L::add_scalar,
          .axpy = L::axpy,
          .accumulate = L::accumulate,
          .relu = L::relu,
          .relu_backward = L::relu_backward,
          .exp = L::exp,
          .log = L::log,
          .sigmoid = L::sigmoid,
          .tanh = L::tanh,
          .sqrt = L::sqrt,
          .gelu = L::gelu,
          .gelu_backward = L::gelu_backward,
          .sum = L::sum,
          .max = L::max,
          .log_softmax = L::log_softmax,
          .log_softmax_backward = L::log_softmax_backward,
          .add_bias = L::add_bias,
          .column_sums = L::column_sums,
          .sgd = L::sgd,
          .momentum = L::momentum,
          .adam = L::adam,
          .layer_norm = R::layer_norm,
          .layer_norm_backward = R::layer_norm_backward,
          .layer_norm_sums = R::layer_norm_sums,
          .causal_softmax = R::causal_softmax,
          .causal_softmax_backward = R::causal_softmax_backward};
}

template KernelTable<float> kernels();
template KernelTable<double> kernels();

}  // namespace dls::math::DLS_MATH_ISA
