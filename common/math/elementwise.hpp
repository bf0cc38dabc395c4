#pragma once

#include <cstdint>

/// Loops over contiguous numbers, T = float or double: what tensors, layers and optimisers are made
/// of.
///
/// They are in dls::math because the operations on whole tensors carry the same names in dls. Every
/// output may be the same array as an input (in place), but must not overlap it otherwise. n, rows
/// and cols may be 0.
///
/// Results are the same to the last bit on every instruction set (environment
/// DLS_ISA=baseline|avx2|avx512 forces one) and for every number of threads: no product and sum are
/// fused, and every reduction adds up in a fixed order.
namespace dls::math {

/// y = a + b, a - b, a * b, a / b; all (n).
template <class T>
void add(const T* a, const T* b, T* y, std::int64_t n);
template <class T>
void sub(const T* a, const T* b, T* y, std::int64_t n);
template <class T>
void mul(const T* a, const T* b, T* y, std::int64_t n);
template <class T>
void div(const T* a, const T* b, T* y, std::int64_t n);

/// y = alpha x; x and y (n).
template <class T>
void scale(T alpha, const T* x, T* y, std::int64_t n);
/// y = x + alpha; x and y (n).
template <class T>
void add_scalar(T alpha, const T* x, T* y, std::int64_t n);
/// y += alpha x; x and y (n).
template <class T>
void axpy(T alpha, const T* x, T* y, std::int64_t n);
/// y += x; x and y (n).
template <class T>
void accumulate(const T* x, T* y, std::int64_t n);

/// y = max(x, 0); NaN stays NaN. x and y (n).
template <class T>
void relu(const T* x, T* y, std::int64_t n);
/// dx = dy where x > 0, else 0; x is the input of relu (its output gives the same). All (n).
template <class T>
void relu_backward(const T* x, const T* dy, T* dx, std::int64_t n);

/// y = e^x, ln x, 1 / (1 + e^-x), tanh x, the square root of x; x and y (n).
/// Within 2 ulp (3 for sigmoid and tanh, exact rounding for sqrt); denormals, infinities and NaN as
/// in libm.
template <class T>
void exp(const T* x, T* y, std::int64_t n);
template <class T>
void log(const T* x, T* y, std::int64_t n);
template <class T>
void sigmoid(const T* x, T* y, std::int64_t n);
template <class T>
void tanh(const T* x, T* y, std::int64_t n);
template <class T>
void sqrt(const T* x, T* y, std::int64_t n);

/// y = x/2 (1 + tanh u) with u = sqrt(2/pi) (x + 0.044715 x^3), computed as x sigmoid(2u); x and y
/// (n). Source: Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016, section 2.
template <class T>
void gelu(const T* x, T* y, std::int64_t n);
/// dx = dy times the slope of gelu at x; all (n).
template <class T>
void gelu_backward(const T* x, const T* dy, T* dx, std::int64_t n);

/// The sum of x (n); 0 when n = 0.
template <class T>
T sum(const T* x, std::int64_t n);
/// The largest of x (n); NaN if there is one; -infinity when n = 0.
template <class T>
T max(const T* x, std::int64_t n);

/// y[r] = x[r] - ln sum_c e^x[r,c] for each row r; x and y (rows,cols). The row's maximum is taken
/// out first, so that no exponential overflows.
template <class T>
void log_softmax(const T* x, T* y, std::int64_t rows, std::int64_t cols);
/// dx[r] = dy[r] - e^y[r] sum_c dy[r,c], where y is the result of log_softmax; all (rows,cols).
template <class T>
void log_softmax_backward(const T* y, const T* dy, T* dx, std::int64_t rows, std::int64_t cols);

/// y[r] = x[r] + bias for each row r; x and y (rows,cols), bias (cols).
template <class T>
void add_bias(const T* x, const T* bias, T* y, std::int64_t rows, std::int64_t cols);
/// y[c] = sum_r x[r,c], the gradient of a bias; x (rows,cols), y (cols). Rows are added in their
/// order.
template <class T>
void column_sums(const T* x, T* y, std::int64_t rows, std::int64_t cols);

/// Plain gradient descent: w -= lr (g + weight_decay w); g and w (n).
template <class T>
void sgd_update(T lr, T weight_decay, const T* g, T* w, std::int64_t n);
/// With momentum, as PyTorch's SGD: v = momentum v + (g + weight_decay w), w -= lr v; all (n), v
/// starts at 0.
template <class T>
void momentum_update(T lr, T momentum, T weight_decay, const T* g, T* v, T* w, std::int64_t n);

/// The numbers of one step of Adam (Kingma and Ba 2015, algorithm 1) or AdamW (Loshchilov and
/// Hutter 2019).
struct AdamStep {
  double lr = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  double weight_decay = 0;
  std::int64_t step = 1;  ///< counts from 1: corrects the bias of the first steps
  bool decoupled =
      false;  ///< AdamW: weights shrink by lr weight_decay instead of the gradient growing
};
/// m = beta1 m + (1 - beta1) g, v = beta2 v + (1 - beta2) g^2, w -= lr m' / (sqrt(v') + eps) with
/// m' = m / (1 - beta1^step), v' = v / (1 - beta2^step); all (n), m and v start at 0.
template <class T>
void adam_update(const AdamStep& adam, const T* g, T* m, T* v, T* w, std::int64_t n);

}  // namespace dls::math
