// Layers: modules that take one variable and give one (C++17).
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/autograd/ops.hpp"
#include "common/core/rng.hpp"
#include "common/nn/module.hpp"

namespace dls {

class Layer : public Module {
 public:
  virtual Variable forward(const Variable& x) = 0;
  Variable operator()(const Variable& x) { return forward(x); }
};

/// y = x W' + b with x (...,in), W "weight" (out,in), b "bias" (out); y (...,out).
///
/// Weight and bias start uniform in [-1/sqrt(in), 1/sqrt(in)), PyTorch's default: its
/// kaiming_uniform_(a = sqrt 5) works out to this bound.
class Linear : public Layer {
 public:
  Linear(std::int64_t in, std::int64_t out, Rng& rng, bool bias = true, DType dtype = DType::f32);
  /// With first values of your own; `bias` may be undefined.
  Linear(Tensor weight, Tensor bias);
  Variable forward(const Variable& x) override { return linear(x, weight_, bias_); }

 private:
  Variable weight_;
  Variable bias_;  // undefined without bias
};

/// In training, sets elements to 0 with probability p and divides the others by 1-p; in evaluation,
/// does nothing. The elements of call number n are drawn from the stream (seed, "dropout", layer,
/// n), and n is part of the state ("calls"), so that a training resumed from a checkpoint drops the
/// same elements as one that was never stopped.
class Dropout : public Layer {
 public:
  /// `layer` tells dropouts of one model apart. Throws Error unless 0 <= p < 1.
  Dropout(double p, std::uint64_t seed, std::uint32_t layer = 0);
  Variable forward(const Variable& x) override;

 private:
  double p_;
  std::uint64_t seed_;
  std::uint32_t layer_;
  Tensor calls_;  // int64, one number
};

/// Each row of the last dimension (n) brought to mean 0 and variance 1, then times "weight" (n)
/// plus "bias" (n), which start at 1 and 0.
class LayerNorm : public Layer {
 public:
  explicit LayerNorm(std::int64_t n, DType dtype = DType::f32, double eps = 1e-5);
  Variable forward(const Variable& x) override { return layer_norm(x, weight_, bias_, eps_); }

 private:
  Variable weight_, bias_;
  double eps_;
};

/// A row of "weight" (V,n) for each number: indices (...) give (...,n).
class Embedding : public Module {
 public:
  explicit Embedding(Tensor weight) : weight_(add_parameter("weight", std::move(weight))) {}
  Variable operator()(const Tensor& indices) const { return embedding(weight_, indices); }
  const Variable& weight() const { return weight_; }

 private:
  Variable weight_;
};

/// Layers one after the other, named "0", "1", ...
///
///   Sequential net;
///   net.add<Linear>(784, 64, rng).add(relu).add<Linear>(64, 10, rng);
class Sequential : public Layer {
 public:
  /// Makes a layer of type L from `arguments` and appends it.
  template <class L, class... Arguments>
  Sequential& add(Arguments&&... arguments) {
    return append(std::make_unique<L>(std::forward<Arguments>(arguments)...));
  }
  /// Appends a function without parameters, such as relu. (A plain pointer, which picks the one for
  /// Variables out of several functions called tanh.)
  Sequential& add(Variable (*function)(const Variable&));

  Variable forward(const Variable& x) override;

 private:
  Sequential& append(std::unique_ptr<Layer> layer);
  std::vector<std::unique_ptr<Layer>> layers_;
};

/// The share of rows whose largest logit is at the label. Logits (...,classes), labels (...).
double accuracy(const Tensor& logits, const Tensor& labels);

}  // namespace dls
