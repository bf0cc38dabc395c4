// A network of hand-written layers, and stochastic gradient descent one sample at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chapters/01_autograd/1_layers.hpp"

namespace dls::ch01 {

/// Fully connected: sizes {81, 56, 1} make Linear, ReLU, Linear, Sigmoid. The output is the
/// probability that the label is 1.
class HandNetwork {
 public:
  HandNetwork(const std::vector<int>& sizes, std::uint64_t seed) {
    if (sizes.size() < 2 || sizes.back() != 1)
      throw Error("HandNetwork: sizes must be {inputs, ..., 1}: the output is one probability");
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
      const std::string name = "layer" + std::to_string(i + 1);
      add<Linear>(random_parameter(seed, name + ".weight", sizes[i], sizes[i + 1]),
                  random_parameter(seed, name + ".bias", 1, sizes[i + 1]));
      if (i + 2 < sizes.size())
        add<Relu>();
      else
        add<Sigmoid>();
    }
  }

  // [network]
  /// x (B,in) -> probabilities (B,1).
  Matrix forward(const Matrix& x) {
    Matrix y = x;
    for (auto& layer : layers_) y = layer->forward(y);
    return y;
  }

  /// Mean loss over the batch; call backward() next for its gradients.
  double loss(const Matrix& x, const Matrix& labels) { return loss_.forward(forward(x), labels); }

  /// The chain rule, from the last layer to the first. Adds to every parameter's grad.
  void backward() {
    Matrix d = loss_.backward();
    for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) d = (*layer)->backward(d);
  }
  // [/network]

  /// All parameters, first layer first.
  std::vector<Parameter*> parameters() {
    std::vector<Parameter*> all;
    for (auto& layer : layers_)
      for (Parameter* p : layer->parameters()) all.push_back(p);
    return all;
  }

  /// What each Linear layer makes of x, before the activation: the network's inner view of it.
  std::vector<Matrix> features(const Matrix& x) {
    std::vector<Matrix> all;
    Matrix y = x;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      y = layers_[i]->forward(y);
      if (i % 2 == 0) all.push_back(y);  // layers alternate: Linear, activation, Linear, ...
    }
    return all;
  }

 private:
  template <class L, class... Args>
  void add(Args&&... args) {
    layers_.push_back(std::make_unique<L>(std::forward<Args>(args)...));
  }

  std::vector<std::unique_ptr<Layer>> layers_;
  CrossEntropy loss_;
};

/// Clears the gradients: backward() adds, so each step must begin from zero.
inline void zero_grad(const std::vector<Parameter*>& parameters) {
  for (Parameter* p : parameters) p->zero_grad();
}

/// One step of gradient descent: walk downhill, `rate` times the slope.
inline void sgd_step(const std::vector<Parameter*>& parameters, double rate) {
  for (Parameter* p : parameters) p->value -= rate * p->grad;
}

// [sgd]
/// One pass over the samples, a step after each. x (N,in), y (N,1). Returns the mean of the losses
/// met on the way.
inline double train_epoch(HandNetwork& net, const Matrix& x, const Matrix& y, double rate) {
  const std::vector<Parameter*> parameters = net.parameters();
  double sum = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    zero_grad(parameters);
    sum += net.loss(x.row(i), y.row(i));
    net.backward();
    sgd_step(parameters, rate);
  }
  return sum / static_cast<double>(x.rows());
}
// [/sgd]

}  // namespace dls::ch01
