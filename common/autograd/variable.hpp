// Variable: a tensor that remembers how it was computed (C++17: notebooks include this file).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/core/tensor.hpp"

namespace dls {

class Node;
struct VariableData;

/// A tensor in a computation. Copies are further names for the same variable.
///
/// A *leaf* is made from a tensor; with requires_grad it is what gradients are wanted for, and
/// backward() adds them to grad(). All other variables come out of operations (ops.hpp) and point
/// at the Node that recorded theirs.
class Variable {
 public:
  /// No variable at all: defined() is false.
  Variable() = default;
  /// A leaf that looks at `value` (no copy).
  explicit Variable(Tensor value, bool requires_grad = false);

  bool defined() const { return data_ != nullptr; }
  /// The numbers. Writing into them (through a copy of this Tensor, which shares its memory) is not
  /// recorded; backward() refuses to work with a tensor that was written to after it was saved.
  const Tensor& value() const;
  const Shape& shape() const { return value().shape(); }
  int rank() const { return value().rank(); }
  std::int64_t size(int dim) const { return value().size(dim); }
  /// The only element as a double. Throws Error when there are several.
  double item() const { return value().item(); }

  /// Whether backward() carries a gradient here: a leaf made so, or computed from one.
  bool requires_grad() const;
  bool is_leaf() const { return node() == nullptr; }
  /// The operation that made it; null for a leaf.
  const std::shared_ptr<Node>& node() const;

  /// What backward() left here, so far added up; undefined before. Only for leaves.
  const Variable& grad() const;
  /// Replaces the gradient; an undefined one clears it, so that the next backward() starts afresh.
  void set_grad(Variable gradient);
  /// Replaces the numbers of a leaf, for all names of it, by a tensor of the same shape and format.
  void set_value(Tensor value);
  /// Calls `f` each time a backward pass has added its last share to this leaf's gradient. In one
  /// pass the leaves are done in the order in which the pass meets their last use, so that work on
  /// early ones (sending, updating) can begin while the rest is computed.
  void on_gradient(std::function<void(Variable&)> f);

  /// The same numbers (no copy) as a new leaf outside the computation.
  Variable detach() const { return Variable(value()); }

  /// Identity, not equality of numbers.
  friend bool operator==(const Variable& a, const Variable& b) { return a.data_ == b.data_; }
  friend bool operator!=(const Variable& a, const Variable& b) { return !(a == b); }

 private:
  friend class Node;
  friend class Engine;
  std::shared_ptr<VariableData> data_;
};

/// Variables with names, as Module::named_parameters() gives them.
using NamedVariables = std::vector<std::pair<std::string, Variable>>;

/// A leaf that gradients are wanted for.
inline Variable parameter(Tensor value) { return Variable(std::move(value), true); }

/// What a backward pass keeps.
struct BackwardOptions {
  /// Leaves the graph usable for another pass; else its saved tensors are let go of as it runs.
  bool retain_graph = false;
  /// Records the pass itself, so that its gradients can be differentiated again. Implies
  /// retain_graph.
  bool create_graph = false;
};

/// Adds the gradient of `root` with respect to each leaf that requires one to that leaf's grad().
/// `gradient` is the derivative of what you minimise with respect to root, of root's shape; it may
/// be left out when root is a single number (then it is 1).
///
/// Throws Error, before any gradient is written, when root has no graph, when `gradient` does not
/// fit, when the graph was used up by an earlier pass, or when a saved tensor was written to since.
void backward(const Variable& root, const Variable& gradient = {}, BackwardOptions options = {});

/// The gradients of `root` with respect to `inputs` (leaves or not), without touching any grad().
/// Zeros for an input that root does not depend on.
std::vector<Variable> gradients(const Variable& root, const std::vector<Variable>& inputs,
                                const Variable& gradient = {}, BackwardOptions options = {});

/// Whether operations of this thread are recorded.
bool grad_enabled();

/// Sets that for a scope.
class GradMode {
 public:
  explicit GradMode(bool enabled);
  ~GradMode();
  GradMode(const GradMode&) = delete;
  GradMode& operator=(const GradMode&) = delete;

 private:
  bool before_;
};

/// While it lives, nothing is recorded: for inference, and for updates of parameters.
class NoGrad : GradMode {
 public:
  NoGrad() : GradMode(false) {}
};

}  // namespace dls
