// Optimisers: how parameters follow their gradients (C++17).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "common/autograd/variable.hpp"
#include "common/core/tensor.hpp"

namespace dls {

/// Updates parameters in place from their gradients.
class Optimizer {
 public:
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  /// One update of every parameter that has a gradient, with learning rate lr().
  virtual void step() = 0;
  /// Clears the gradients.
  void zero_grad();

  double lr() const { return lr_; }
  /// Schedules (schedule.hpp) set it before each step.
  void set_lr(double lr) { lr_ = lr; }

  /// All that must be kept between steps, apart from parameters and lr: moments and step counts,
  /// named after the parameters. Shares memory with the optimiser.
  std::vector<NamedTensor> state() const { return state_; }
  /// Copies the numbers of `saved` back. Throws Error as Module::load_state.
  void load_state(const std::vector<NamedTensor>& saved);

 protected:
  /// Throws Error when there are no parameters, or one that does not require a gradient.
  Optimizer(NamedVariables parameters, double lr);

  /// Zeros of each parameter's shape, in the state under "<what>.<parameter>".
  std::vector<Tensor> add_moments(const std::string& what);
  Tensor add_state(std::string name, Tensor value);

  NamedVariables parameters_;

 private:
  double lr_;
  std::vector<NamedTensor> state_;
};

struct SgdOptions {
  double momentum = 0;
  double weight_decay = 0;
};

/// w -= lr v with v = momentum v + g + weight_decay w, as PyTorch's SGD.
class Sgd : public Optimizer {
 public:
  Sgd(NamedVariables parameters, double lr, SgdOptions options = {});
  void step() override;

 private:
  SgdOptions options_;
  std::vector<Tensor> velocities_;  // empty without momentum
};

struct AdamOptions {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  double weight_decay = 0;
};

/// Adam: each parameter's step is its mean gradient over the root of its mean squared gradient.
/// Weight decay is added to the gradient.
/// Source: Kingma and Ba, "Adam", ICLR 2015, algorithm 1.
class Adam : public Optimizer {
 public:
  Adam(NamedVariables parameters, double lr, AdamOptions options = {});
  void step() override { update(false); }

 protected:
  void update(bool decoupled);

 private:
  AdamOptions options_;
  std::vector<Tensor> means_, squares_;
  Tensor steps_;  // int64, one number
};

/// Adam whose weight decay shrinks the weights directly, by lr * weight_decay.
/// Source: Loshchilov and Hutter, "Decoupled Weight Decay Regularization", ICLR 2019, algorithm 2.
class AdamW : public Adam {
 public:
  AdamW(NamedVariables parameters, double lr, AdamOptions options = {0.9, 0.999, 1e-8, 0.01})
      : Adam(std::move(parameters), lr, options) {}
  void step() override { update(true); }
};

/// Scales all gradients so that their common norm is at most `max_norm`; returns the norm before.
/// Source: Pascanu et al., "On the difficulty of training recurrent neural networks", ICML 2013.
double clip_gradients(const std::vector<Variable>& parameters, double max_norm);

}  // namespace dls
