// Node: one recorded operation; and record(), by which operations are made, yours as well as those
// of ops.hpp (C++17).
//
//   Variable square(const Variable& x) {
//     return record("square")(kernels::mul(x.value(), x.value()), {keep(x)},
//                             [](Node& node, const Variable& dy) {
//                               const Variable& x = node.kept(0);
//                               node.give(0, scale(mul(dy, x), 2));
//                             });
//   }
//
// record("square") comes first, before the numbers are computed (C++17 promises the order): so a
// profiler knows when the operation began. The second argument after it lists the inputs; keep()
// marks those whose numbers the backward pass will read. The function at the end receives dy, the
// gradient of the result, and gives each input its share. It is written with operations on
// Variables: so it is itself differentiable, and second derivatives need no further code. When
// nobody asks for those, the same operations run unrecorded.
#pragma once
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/autograd/variable.hpp"
#include "common/core/memory.hpp"
#include "common/core/profile_hook.hpp"

namespace dls {

class Engine;

/// An input of an operation being recorded: made from a Variable, or by keep().
struct Use {
  const Variable* variable;
  bool keep = false;
  Use(const Variable& v) : variable(&v) {}  // NOLINT(*-explicit-*): reads as a list of variables
  Use(const Variable& v, bool k) : variable(&v), keep(k) {}
};

/// An input whose numbers the backward pass will read (when `condition` holds).
inline Use keep(const Variable& v, bool condition = true) { return Use(v, condition); }

/// Whether the backward pass will read the numbers of the result itself.
enum class Result { forget, keep };

/// An operation, from its first line to its last: what record("name") gives.
class Recording {
 public:
  /// `name` must be a literal.
  explicit Recording(const char* name) : name_(name), scope_(name, ProfileHook::Kind::op) {}

  /// Makes the Variable that holds `value`, computed from `inputs`. `backward(node, dy)` is kept
  /// for the backward pass, but only while gradients are enabled and one of the inputs requires
  /// one.
  template <class Backward>
  Variable operator()(Tensor value, const Use* uses, std::size_t count, Backward backward,
                      Result result = Result::forget) const;
  template <class Backward>
  Variable operator()(Tensor value, std::initializer_list<Use> inputs, Backward backward,
                      Result result = Result::forget) const {
    return (*this)(std::move(value), inputs.begin(), inputs.size(), std::move(backward), result);
  }

 private:
  void tell_hook(const Use* uses, std::size_t count) const;

  const char* name_;
  ProfileScope scope_;
};

inline Recording record(const char* name) { return Recording(name); }

/// One recorded operation: where its inputs came from, what it saved of them, how to go back.
class Node : public std::enable_shared_from_this<Node> {
 public:
  virtual ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  const char* name() const { return name_; }
  /// Of the operation's result.
  const Shape& shape() const { return shape_; }

  // For backward functions:

  /// Whether a gradient for input i is of any use; computing it is wasted work otherwise.
  bool wants(int i) const;
  /// Input i, which was recorded with keep(). Throws Error when it was not.
  const Variable& kept(int i) const;
  /// The operation's result, which was recorded with Result::keep.
  Variable result();
  /// The shape of input i, whose gradient is wanted.
  const Shape& input_shape(int i) const;
  /// Adds `gradient` to that of input i. Throws Error when the shapes differ. Ignored when nobody
  /// wants it.
  void give(int i, Variable gradient);

  // For looking at the graph:

  int inputs() const { return static_cast<int>(inputs_.size()); }
  /// The operation that made input i; null for a leaf and for an input without gradient.
  const std::shared_ptr<Node>& input_node(int i) const;
  /// Input i when it is a leaf that wants a gradient, else undefined.
  Variable input_leaf(int i) const;

 protected:
  Node() = default;
  virtual void run_backward(const Variable& dy) = 0;

 private:
  friend class Engine;
  friend class Recording;

  struct Input {
    std::shared_ptr<Node> node;          // at most one of node and leaf is set
    std::shared_ptr<VariableData> leaf;  // neither: no gradient is wanted
    Variable kept;
    std::uint32_t version = 0;  // of the kept numbers when they were saved
  };

  static bool wanted(const Use* uses, std::size_t count);
  static Variable attach(std::shared_ptr<Node> node, const char* name, Tensor value,
                         const Use* uses, std::size_t count, Result result);
  void check_unchanged() const;
  void release();

  const char* name_ = "";
  Shape shape_;
  int depth_ = 0;  // longer than that of any input: sorts the nodes for the backward pass
  std::vector<Input, detail::BlockAllocator<Input>> inputs_;
  Tensor result_;
  std::uint32_t result_version_ = 0;
  bool used_up_ = false;

  // Of the backward pass that is running:
  const Engine* pass_ = nullptr;
  int position_ = 0;   // in the order in which the pass met the nodes
  Variable gradient_;  // of the result, added up so far
};

template <class Backward>
Variable Recording::operator()(Tensor value, const Use* uses, std::size_t count, Backward backward,
                               Result result) const {
  struct Recorded final : Node {
    explicit Recorded(Backward b) : backward(std::move(b)) {}
    void run_backward(const Variable& dy) override { backward(*this, dy); }
    Backward backward;
  };
  if (scope_.hook() != nullptr) tell_hook(uses, count);
  if (!Node::wanted(uses, count)) return Variable(std::move(value));
  auto node =
      std::allocate_shared<Recorded>(detail::BlockAllocator<Recorded>(), std::move(backward));
  return Node::attach(std::move(node), name_, std::move(value), uses, count, result);
}

}  // namespace dls
