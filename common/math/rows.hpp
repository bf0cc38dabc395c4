#pragma once

#include <cstdint>

/// Loops over the rows of a matrix that a transformer is made of, T = float or double. What
/// elementwise.hpp promises holds here, too: any number of rows and columns from 0 on, and the same
/// bits on every instruction set and for every number of threads.
namespace dls::math {

/// Each row brought to mean 0 and variance 1, then stretched and moved:
/// y = (x - mean) scale weight + bias with scale = 1 / sqrt(variance + eps); the variance is the
/// mean squared distance from the mean. x and y (rows,cols), weight and bias (cols); mean and scale
/// (rows) are kept for the backward pass.
/// Source: Ba, Kiros and Hinton, "Layer Normalization", 2016, equation 3.
template <class T>
void layer_norm(const T* x, const T* weight, const T* bias, T eps, T* y, T* mean, T* scale,
                std::int64_t rows, std::int64_t cols);

/// The gradient of x: with g = dy weight and n = (x - mean) scale,
/// dx = scale (g - mean of g - n (mean of g n)), means over a row. x, dy and dx (rows,cols).
template <class T>
void layer_norm_backward(const T* x, const T* weight, const T* mean, const T* scale, const T* dy,
                         T* dx, std::int64_t rows, std::int64_t cols);

/// The gradients of weight and bias, (cols) both: sums over rows, in their order, of dy n and dy.
template <class T>
void layer_norm_sums(const T* x, const T* mean, const T* scale, const T* dy, T* dweight, T* dbias,
                     std::int64_t rows, std::int64_t cols);

/// The softmax of scale x (scale > 0) in which no query looks at a later key; x and y
/// (matrices,queries,keys). The queries belong to the last keys: query i of a matrix sees the keys
/// 0 to i + keys - queries, and y is 0 for the others, whatever x is there. keys >= queries.
template <class T>
void causal_softmax(T scale, const T* x, T* y, std::int64_t matrices, std::int64_t queries,
                    std::int64_t keys);
/// dx = scale y (dy - sum of the row's y dy), where y is the result of causal_softmax.
template <class T>
void causal_softmax_backward(T scale, const T* y, const T* dy, T* dx, std::int64_t matrices,
                             std::int64_t queries, std::int64_t keys);

}  // namespace dls::math
