// Module: a part of a model, with its parameters under their names (C++17).
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/autograd/variable.hpp"

namespace dls {

/// Something with parameters. A derived class registers its parameters, buffers and inner modules
/// in its constructor; whoever trains, saves or prints a model then finds all of them by name,
/// inner ones with a prefix: "hidden.weight".
class Module {
 public:
  Module() = default;
  virtual ~Module() = default;
  Module(const Module&) = delete;  // others hold pointers to inner modules
  Module& operator=(const Module&) = delete;

  /// In the order in which they were registered.
  NamedVariables named_parameters() const;
  std::vector<Variable> parameters() const;
  /// The number of trained numbers.
  std::int64_t parameter_count() const;

  /// Parameters and buffers: all that a checkpoint must keep. The tensors share memory with the
  /// module, so that writing into them changes it.
  std::vector<NamedTensor> state() const;
  /// Copies the numbers of `saved` into the module. Throws Error, before it changes anything, when
  /// a name is missing, unknown or twice there, or when a shape or format differs.
  void load_state(const std::vector<NamedTensor>& saved);

  /// Training or evaluation, for this module and all inner ones: dropout drops only in training.
  void train(bool on = true);
  bool training() const { return training_; }

  /// Clears the gradients, so that the next backward pass starts afresh.
  void zero_grad();

 protected:
  Variable add_parameter(std::string name, Tensor value);
  /// A tensor that belongs to the state but is not trained: a running mean, a counter.
  Tensor add_buffer(std::string name, Tensor value);
  /// `module` must live as long as this one: it is a member of it.
  void add_module(std::string name, Module& module);

 private:
  NamedVariables parameters_;
  std::vector<NamedTensor> buffers_;
  std::vector<std::pair<std::string, Module*>> modules_;
  bool training_ = true;
};

}  // namespace dls
