// The operations on Variables (C++17: notebooks include this file).
//
// Each is one short function (in ops_*.cpp): the kernel that computes it, the inputs it saves, and
// its backward function, itself written with these operations. Every one is in the list of
// tests/common/autograd_op_cases.hpp, which checks first and second derivatives numerically.
#pragma once
#include <cstdint>
#include <vector>

#include "common/autograd/variable.hpp"
#include "common/core/rng.hpp"

namespace dls {

// Arithmetic, element by element; shapes broadcast (ops_arithmetic.cpp) --------------------------

Variable add(const Variable& a, const Variable& b);
Variable sub(const Variable& a, const Variable& b);
Variable mul(const Variable& a, const Variable& b);
Variable div(const Variable& a, const Variable& b);
Variable scale(const Variable& x, double factor);       ///< factor x
Variable add_scalar(const Variable& x, double number);  ///< x + number
Variable neg(const Variable& x);

/// x repeated to `shape` (a view), and its opposite: adds up what broadcasting repeated.
Variable broadcast_to(const Variable& x, const Shape& shape);
Variable sum_to(const Variable& x, const Shape& shape);

// clang-format off
inline Variable operator+(const Variable& a, const Variable& b) { return add(a, b); }
inline Variable operator-(const Variable& a, const Variable& b) { return sub(a, b); }
inline Variable operator*(const Variable& a, const Variable& b) { return mul(a, b); }
inline Variable operator/(const Variable& a, const Variable& b) { return div(a, b); }
inline Variable operator-(const Variable& x) { return neg(x); }
inline Variable operator+(const Variable& x, double c) { return add_scalar(x, c); }
inline Variable operator+(double c, const Variable& x) { return add_scalar(x, c); }
inline Variable operator-(const Variable& x, double c) { return add_scalar(x, -c); }
inline Variable operator-(double c, const Variable& x) { return add_scalar(neg(x), c); }
inline Variable operator*(const Variable& x, double c) { return scale(x, c); }
inline Variable operator*(double c, const Variable& x) { return scale(x, c); }
inline Variable operator/(const Variable& x, double c) { return scale(x, 1 / c); }
// clang-format on

// Functions of one number (ops_functions.cpp) ----------------------------------------------------

Variable pow(const Variable& x, double exponent);
Variable exp(const Variable& x);
Variable log(const Variable& x);
Variable sqrt(const Variable& x);
Variable sigmoid(const Variable& x);
Variable tanh(const Variable& x);
/// max(x, 0), with derivative 0 at 0.
Variable relu(const Variable& x);
/// dy where y > 0, else 0: the backward pass of relu, whose result is y.
Variable relu_backward(const Variable& y, const Variable& dy);
/// x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))), the tanh form of GELU, as GPT-2 has it. Saves x
/// alone.
Variable gelu(const Variable& x);
/// x with each element set to 0 with probability p and divided by 1-p otherwise, so that the mean
/// stays. Element i is dropped or not by number i of `stream`; nothing is saved for the backward
/// pass, which draws the same numbers again.
/// Source: Srivastava et al., "Dropout", JMLR 2014, section 10 (the scaling).
Variable dropout(const Variable& x, double p, const Rng& stream);

// Along dimensions (ops_reduce.cpp); negative dimensions count from the end ----------------------

Variable sum(const Variable& x);  ///< of all elements, shape ()
Variable sum(const Variable& x, int dim, bool keep = false);
Variable mean(const Variable& x);
Variable mean(const Variable& x, int dim, bool keep = false);
/// The largest along `dim`; the first of several equal ones gets the gradient.
Variable max(const Variable& x, int dim, bool keep = false);
/// Over the last dimension.
Variable log_softmax(const Variable& x);
Variable softmax(const Variable& x);

// Of transformers (ops_transformer.cpp) ----------------------------------------------------------

/// Rows weight (V,...) by number: indices of any shape (i,j,...) give (i,j,...,...). Throws Error
/// when an index is not from 0 to V-1.
Variable embedding(const Variable& weight, const Tensor& indices);
/// (x - mean) / sqrt(variance + eps) weight + bias over the last dimension of x (...,n); weight and
/// bias (n). Saves x and two numbers a row.
/// Source: Ba, Kiros and Hinton, "Layer Normalization", 2016.
Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias,
                    double eps = 1e-5);
/// The softmax of scale x over the keys, x (...,queries,keys), where a query sees no later key: the
/// queries are the last ones of the keys, and query i has weight 0 for keys after i + keys -
/// queries. Throws Error when there are more queries than keys, or unless scale > 0.
Variable causal_softmax(const Variable& x, double scale = 1);
/// softmax(q k' / sqrt(d)) v with that mask: what each query finds in the values of the keys up to
/// its own. q (...,T,d), k (...,S,d), v (...,S,e) with S >= T give (...,T,e). Saves q, k, v and the
/// weights (...,T,S).
/// Source: Vaswani et al., "Attention Is All You Need", 2017, section 3.2.1.
Variable causal_attention(const Variable& q, const Variable& k, const Variable& v);

// Products (ops_matmul.cpp) ----------------------------------------------------------------------

/// (...,m,k) times (...,k,n); leading dimensions broadcast.
Variable matmul(const Variable& a, const Variable& b);
/// x (...,in) times weight (out,in) transposed, plus bias (out), which may be undefined.
Variable linear(const Variable& x, const Variable& weight, const Variable& bias = {});

// Shapes (ops_shape.cpp); views wherever the tensor allows one -----------------------------------

Variable reshape(const Variable& x, const Shape& shape);
Variable transpose(const Variable& x, int dim_a = -2, int dim_b = -1);
Variable permute(const Variable& x, const Shape& order);
/// As Tensor::slice.
Variable slice(const Variable& x, int dim, std::int64_t start, std::int64_t stop = kEnd,
               std::int64_t step = 1);
/// Zeros of `shape` with x written into the slice: the backward pass of slice.
Variable unslice(const Variable& x, const Shape& shape, int dim, std::int64_t start,
                 std::int64_t stop, std::int64_t step);
Variable select(const Variable& x, int dim, std::int64_t index);
Variable concat(const std::vector<Variable>& parts, int dim);

// Picking by index tensors (ops_index.cpp) -------------------------------------------------------

/// Entries of `dim` by number; indices (i) whole numbers, repeats allowed.
Variable index_select(const Variable& x, int dim, const Tensor& indices);
/// y[..,j,..] = x[.., indices[..,j,..], ..] along `dim`; all other dimensions as in x.
Variable gather(const Variable& x, int dim, const Tensor& indices);

// Losses (ops_loss.cpp) --------------------------------------------------------------------------

/// Mean of -log_probabilities[label] over the rows; log_probabilities (...,classes), labels (...).
Variable nll_loss(const Variable& log_probabilities, const Tensor& labels);
/// nll_loss of log_softmax(logits) in one pass, which saves only the logits and a number per row.
Variable cross_entropy(const Variable& logits, const Tensor& labels);
/// Mean of (x - y)^2.
Variable mse_loss(const Variable& x, const Variable& y);
/// Mean of -(t ln p + (1-t) ln(1-p)) with p = sigmoid(logits), finite for logits of any size.
Variable binary_cross_entropy(const Variable& logits, const Variable& targets);

}  // namespace dls
