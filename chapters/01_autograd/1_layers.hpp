// Layers with their backward passes written by hand.
//
// Each layer answers two questions. forward: what is my output y for the input x? backward: the
// loss changes by dy when my output changes; by how much, dx, does it change when my input does?
// To answer the second, a layer remembers what it saw in the first.
#pragma once
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "chapters/01_autograd/matrix.hpp"
#include "common/core/rng.hpp"

namespace dls::ch01 {

class Layer {
 public:
  virtual ~Layer() = default;
  /// x (B,in) -> y (B,out). Remembers what backward() needs.
  virtual Matrix forward(const Matrix& x) = 0;
  /// dy = dloss/dy (B,out) -> dloss/dx (B,in). Adds to the gradients of the layer's parameters.
  virtual Matrix backward(const Matrix& dy) = 0;
  /// What training may change; most layers have nothing.
  virtual std::vector<Parameter*> parameters() { return {}; }
};

/// Starting values: uniform in [-spread, spread). `name` also names the random stream, so the same
/// (seed, name) gives the same bytes to whichever network asks.
inline Parameter random_parameter(std::uint64_t seed, const std::string& name, Index rows,
                                  Index cols, double spread = 0.01) {
  Rng rng(seed, name);
  Parameter p(name, Matrix(rows, cols));
  for (Index i = 0; i < p.value.size(); ++i) p.value.data()[i] = rng.uniform(-spread, spread);
  return p;
}

/// y = x W + b with W (in,out) and one bias row b (1,out) for every sample.
class Linear : public Layer {
 public:
  Linear(Parameter weight, Parameter bias) : w_(std::move(weight)), b_(std::move(bias)) {
    check_shape("Linear: bias", b_.value.rows(), b_.value.cols(), 1, w_.value.cols());
  }

  // [linear]
  Matrix forward(const Matrix& x) override {
    check_shape("Linear: input x", x.rows(), x.cols(), x.rows(), w_.value.rows());
    x_ = x;
    return (x * w_.value).rowwise() + b_.value.row(0);
  }

  Matrix backward(const Matrix& dy) override {
    check_shape("Linear: gradient dy", dy.rows(), dy.cols(), x_.rows(), w_.value.cols());
    w_.grad.noalias() += x_.transpose() * dy;  // (in,B)(B,out): summed over the batch
    b_.grad += dy.colwise().sum();             // every row used the same b, so every row counts
    return dy * w_.value.transpose();          // (B,out)(out,in)
  }
  // [/linear]

  std::vector<Parameter*> parameters() override { return {&w_, &b_}; }

 private:
  Parameter w_, b_;
  Matrix x_;
};

// [relu]
/// y = max(x, 0). At exactly 0 there is no derivative; we take 0, as most libraries do.
class Relu : public Layer {
 public:
  Matrix forward(const Matrix& x) override {
    x_ = x;
    return x.cwiseMax(0.0);
  }
  Matrix backward(const Matrix& dy) override {
    return (x_.array() > 0.0).select(dy, 0.0);  // what was cut off has no say in the loss
  }

 private:
  Matrix x_;
};
// [/relu]

/// y = 1 / (1 + exp(-x)): any number becomes a probability.
class Sigmoid : public Layer {
 public:
  Matrix forward(const Matrix& x) override {
    y_ = (1.0 + (-x.array()).exp()).inverse();
    return y_;
  }
  Matrix backward(const Matrix& dy) override {
    return dy.array() * y_.array() * (1.0 - y_.array());  // the derivative is y (1 - y)
  }

 private:
  Matrix y_;
};

// [cross_entropy]
/// The price of predicting probabilities p (B,1) when the labels are y (B,1), 0 or 1:
/// the batch's mean of -log(the probability given to what is true).
class CrossEntropy {
 public:
  /// Probabilities are kept this far from 0 and 1, once: log(0) would be minus infinity.
  static constexpr double kMargin = 1e-12;

  double forward(const Matrix& p, const Matrix& y) {
    check_shape("CrossEntropy: labels y", y.rows(), y.cols(), p.rows(), p.cols());
    p_ = p.cwiseMax(kMargin).cwiseMin(1.0 - kMargin);
    y_ = y;
    const auto one_minus_y = 1.0 - y_.array();
    return -(y_.array() * p_.array().log() + one_minus_y * (1.0 - p_.array()).log()).mean();
  }

  /// dloss/dp (B,1). The mean's 1/B belongs here and nowhere else.
  Matrix backward() const {
    const double batch = static_cast<double>(p_.size());
    return (p_.array() - y_.array()) / (p_.array() * (1.0 - p_.array())) / batch;
  }

 private:
  Matrix p_, y_;
};
// [/cross_entropy]

}  // namespace dls::ch01
