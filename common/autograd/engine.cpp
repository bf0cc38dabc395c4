// The backward pass: walks the recorded operations from the result to the leaves.
//
// Three steps. Collect the nodes behind the root, counting for each leaf how many operations use
// it. Check that all of them can run: after this point gradients are written. Then run them, each
// after all operations that used its result, so that its gradient is complete: longest way to a
// leaf first.
#include <algorithm>

#include "common/autograd/kernels.hpp"
#include "common/autograd/node.hpp"
#include "common/autograd/ops.hpp"
#include "common/autograd/variable_data.hpp"
#include "common/core/check.hpp"

namespace dls {

/// One backward pass. Its marks on nodes and leaves are taken away when it ends, however it ends.
class Engine {
 public:
  /// Gradients go into the leaves' grad().
  explicit Engine(BackwardOptions options) : options_(options) {}
  /// Gradients of `targets` go into `results`, and nothing else is touched.
  Engine(BackwardOptions options, const std::vector<Variable>& targets,
         std::vector<Variable>& results)
      : options_(options), targets_(&targets), results_(&results) {}

  ~Engine() {
    for (const auto& node : nodes_) {
      node->pass_ = nullptr;
      node->gradient_ = Variable();
    }
    for (Leaf& leaf : leaves_) {
      leaf.data->pass = leaf.outer_pass;
      leaf.data->uses = leaf.outer_uses;
      leaf.data->gradient = std::move(leaf.outer_gradient);
    }
  }

  void run(const Variable& root, const Variable& gradient) {
    const bool keep_graph = options_.retain_graph || options_.create_graph;
    collect(root);
    for (const auto& node : nodes_) node->check_unchanged();

    const GradMode mode(options_.create_graph);
    Variable start = first_gradient(root, gradient);
    if (nodes_.empty()) {
      root.data_->gradient = std::move(start);
      finish_use(root.data_);
      return;
    }
    root.node()->gradient_ = std::move(start);
    std::sort(nodes_.begin(), nodes_.end(), [](const auto& a, const auto& b) {
      return a->depth_ != b->depth_ ? a->depth_ > b->depth_ : a->position_ < b->position_;
    });
    for (const auto& node : nodes_) {
      const Variable dy = std::move(node->gradient_);
      node->gradient_ = Variable();
      if (dy.defined()) {
        found(node.get(), dy);
        const ProfileScope scope(node->name(), ProfileHook::Kind::backward);
        const Tensor* input = &dy.value();
        if (scope.hook() != nullptr) scope.hook()->reads(&input, 1);
        node->run_backward(dy);
      }
      for (const Node::Input& input : node->inputs_) {
        if (input.leaf) finish_use(input.leaf);
      }
      if (!keep_graph) node->release();
    }
  }

 private:
  struct Leaf {
    std::shared_ptr<VariableData> data;
    // A backward function may run a pass of its own over the same leaves (checkpointing does): what
    // the surrounding pass has written on the leaf waits here.
    const Engine* outer_pass;
    int outer_uses;
    Variable outer_gradient;
  };

  template <class T>
  using List = std::vector<T, detail::BlockAllocator<T>>;

  void collect(const Variable& root) {
    DLS_CHECK(root.requires_grad(),
              "backward() from a variable that no gradient leads to: none of the leaves it was "
              "computed from requires a gradient, or it was computed under NoGrad");
    if (root.is_leaf()) return meet(root.data_);
    meet(root.node());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      // By index: nodes_ grows while we walk it.
      const std::shared_ptr<Node> node = nodes_[i];
      for (const Node::Input& input : node->inputs_) {
        if (input.node) meet(input.node);
        if (input.leaf) meet(input.leaf);
      }
    }
  }

  void meet(const std::shared_ptr<Node>& node) {
    if (node->pass_ == this) return;
    DLS_CHECK(node->pass_ == nullptr,
              "a backward pass over {} started while another one over the same graph is running: "
              "use create_graph for second derivatives",
              node->name());
    node->pass_ = this;
    node->position_ = static_cast<int>(nodes_.size());
    nodes_.push_back(node);
  }

  void meet(const std::shared_ptr<VariableData>& leaf) {
    if (leaf->pass != this) {
      leaves_.push_back({leaf, leaf->pass, leaf->uses, std::move(leaf->gradient)});
      leaf->pass = this;
      leaf->uses = 0;
      leaf->gradient = Variable();
    }
    ++leaf->uses;
  }

  Variable first_gradient(const Variable& root, const Variable& gradient) const {
    if (!gradient.defined()) {
      DLS_CHECK(root.value().elements() == 1,
                "backward() from a variable of shape {}: only a single number can do without a "
                "gradient; pass one of that shape, or sum() the variable first",
                to_string(root.shape()));
      return Variable(Tensor::full(root.shape(), 1, root.value().dtype()));
    }
    DLS_CHECK(gradient.shape() == root.shape(),
              "backward() from a variable of shape {} with a gradient of shape {}: they must agree",
              to_string(root.shape()), to_string(gradient.shape()));
    return options_.create_graph ? gradient : gradient.detach();
  }

  /// A use of `leaf` is done. After the last one its gradient is complete.
  void finish_use(const std::shared_ptr<VariableData>& leaf) {
    if (--leaf->uses > 0) return;
    Variable gradient = std::move(leaf->gradient);
    leaf->gradient = Variable();
    if (!gradient.defined()) return;
    if (results_ != nullptr) {
      for (std::size_t i = 0; i < targets_->size(); ++i) {
        if ((*targets_)[i].data_ == leaf) (*results_)[i] = gradient;
      }
      return;
    }
    add_to_grad(*leaf, std::move(gradient));
    if (leaf->gradient_done) {
      Variable variable;
      variable.data_ = leaf;
      leaf->gradient_done(variable);
    }
  }

  void add_to_grad(VariableData& leaf, Variable gradient) const {
    if (!leaf.grad.defined()) {
      // The numbers become the leaf's own. They are copied only when somebody else looks at them.
      const bool own = gradient.data_.use_count() == 1 &&
                       gradient.value().storage().use_count() == 1 && gradient.value().contiguous();
      leaf.grad =
          own || options_.create_graph ? std::move(gradient) : Variable(gradient.value().copy());
    } else if (options_.create_graph || !leaf.grad.is_leaf()) {
      leaf.grad = add(leaf.grad, gradient);
    } else {
      kernels::add_(leaf.grad.data_->value, gradient.value());
    }
  }

  /// Notes the gradient of an operation's result when it is asked for.
  void found(const Node* node, const Variable& gradient) {
    if (results_ == nullptr) return;
    for (std::size_t i = 0; i < targets_->size(); ++i) {
      if ((*targets_)[i].node().get() == node) (*results_)[i] = gradient;
    }
  }

  BackwardOptions options_;
  const std::vector<Variable>* targets_ = nullptr;
  std::vector<Variable>* results_ = nullptr;
  List<std::shared_ptr<Node>> nodes_;
  List<Leaf> leaves_;
};

void backward(const Variable& root, const Variable& gradient, BackwardOptions options) {
  Engine(options).run(root, gradient);
}

std::vector<Variable> gradients(const Variable& root, const std::vector<Variable>& inputs,
                                const Variable& gradient, BackwardOptions options) {
  std::vector<Variable> results(inputs.size());
  Engine(options, inputs, results).run(root, gradient);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!results[i].defined()) {
      results[i] = Variable(Tensor::zeros(inputs[i].shape(), inputs[i].value().dtype()));
    }
  }
  return results;
}

}  // namespace dls
