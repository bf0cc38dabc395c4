// What each operation computes: functions from tensors to new tensors, without gradients (C++17).
//
// They choose the format (float32 or float64), stretch shapes, and hand contiguous rows to the
// loops of common/math. Operands may be views of any strides; results are new and contiguous. Every
// function throws Error, with the shapes, when its operands do not fit.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "common/core/rng.hpp"
#include "common/core/tensor.hpp"

namespace dls::kernels {

// Element by element (kernels_elementwise.cpp) ---------------------------------------------------

/// Shapes are broadcast.
Tensor add(const Tensor& a, const Tensor& b);
Tensor sub(const Tensor& a, const Tensor& b);
Tensor mul(const Tensor& a, const Tensor& b);
Tensor div(const Tensor& a, const Tensor& b);

/// In place: y += x, with x stretched to y. Counts as one write to y.
void add_(Tensor& y, const Tensor& x);

Tensor scale(const Tensor& x, double factor);       ///< factor x
Tensor add_scalar(const Tensor& x, double number);  ///< x + number
Tensor pow(const Tensor& x, double exponent);
Tensor exp(const Tensor& x);
Tensor log(const Tensor& x);
Tensor sqrt(const Tensor& x);
Tensor sigmoid(const Tensor& x);
Tensor tanh(const Tensor& x);
Tensor relu(const Tensor& x);
/// dy where y > 0, else 0. Same shapes.
Tensor relu_backward(const Tensor& y, const Tensor& dy);
/// As math::gelu, and dy times its slope at x; same shapes.
Tensor gelu(const Tensor& x);
Tensor gelu_backward(const Tensor& x, const Tensor& dy);
/// x times 0 with probability p, else times 1/(1-p). Element i depends on number i of the stream
/// alone, so that a second call with the same stream drops the same elements.
Tensor dropout(const Tensor& x, double p, Rng stream);

// Sums and the like (kernels_reduce.cpp) ---------------------------------------------------------

Tensor sum(const Tensor& x);  ///< of all elements, shape ()
/// Along one dimension, which keeps size 1 with `keep`. Terms are added in their order.
Tensor sum(const Tensor& x, int dim, bool keep);
/// Adds up what broadcasting to x's shape would have repeated: x (2,3) to shape (3) adds the rows.
Tensor sum_to(const Tensor& x, const Shape& shape);
/// Index (int64) of the largest element along `dim`, the first one of several; `dim` keeps size 1.
/// NaN counts as largest. Throws Error when the dimension is empty.
Tensor argmax(const Tensor& x, int dim);
/// ln softmax over the last dimension.
Tensor log_softmax(const Tensor& x);
/// dy - e^y (sum of dy's row), where y = log_softmax(x).
Tensor log_softmax_backward(const Tensor& y, const Tensor& dy);

// Rows of a transformer (kernels_rows.cpp) -------------------------------------------------------

/// y, and of each row its mean and 1 / sqrt(variance + eps), shape (rows).
struct LayerNormed {
  Tensor y, mean, scale;
};
/// Over the last dimension of x (...,n), weight and bias (n). As math::layer_norm.
LayerNormed layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps);
/// The gradient of x; `normed` needs its mean and scale only.
Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, const LayerNormed& normed,
                           const Tensor& dy);
/// The gradients of weight and bias.
std::pair<Tensor, Tensor> layer_norm_sums(const Tensor& x, const LayerNormed& normed,
                                          const Tensor& dy);
/// Softmax of scale x over the keys, x (...,queries,keys); 0 for keys after the query. As
/// math::causal_softmax.
Tensor causal_softmax(const Tensor& x, double scale);
Tensor causal_softmax_backward(const Tensor& y, const Tensor& dy, double scale);

// Products (kernels_matmul.cpp) ------------------------------------------------------------------

/// (...,m,k) times (...,k,n) gives (...,m,n); leading dimensions are broadcast. A transposed view
/// is read as it lies, not copied.
Tensor matmul(const Tensor& a, const Tensor& b);
/// x (...,in) times the transpose of weight (out,in), plus bias (out) if it is defined: (...,out).
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias);

// Picking elements (kernels_index.cpp) -----------------------------------------------------------

/// An index tensor of any integer format as contiguous int64, each checked to lie in [0, size).
/// `what` names it in the error.
Tensor checked_indices(const Tensor& indices, std::int64_t size, const char* what);

/// Rows of x (n,...) by number: indices (i) give (i,...).
Tensor index_rows(const Tensor& x, const Tensor& indices);
/// The opposite: adds row r of dy (i,...) to row indices[r] of zeros (n,...).
Tensor add_rows(const Tensor& dy, const Tensor& indices, std::int64_t n);
/// One or more elements of each row: x (...,n) and indices (...,k) of the same leading shape give
/// (...,k).
Tensor gather(const Tensor& x, const Tensor& indices);
/// The opposite: adds the elements of dy (...,k) to zeros (...,n) at the indices.
Tensor scatter_add(const Tensor& dy, const Tensor& indices, std::int64_t n);
/// One after the other along `dim`. Throws Error when the list is empty.
Tensor concat(const std::vector<Tensor>& parts, int dim);

// Loss (kernels_loss.cpp) ------------------------------------------------------------------------

/// Mean over rows of -ln softmax(logits)[label]; logits (...,classes), labels int64 (...). Returns
/// the loss, shape (), and each row's ln sum e^logit, shape (rows).
std::pair<Tensor, Tensor> cross_entropy(const Tensor& logits, const Tensor& labels);
/// Its gradient times `factor`: (softmax(logits) - onehot(label)) factor / rows.
Tensor cross_entropy_backward(const Tensor& logits, const Tensor& labels, const Tensor& log_sums,
                              double factor);
/// 1 at each row's label, 0 elsewhere; of the shape and format of the logits.
Tensor onehot(const Tensor& logits, const Tensor& labels);

}  // namespace dls::kernels
