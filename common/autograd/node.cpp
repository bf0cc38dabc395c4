#include "common/autograd/node.hpp"

#include <algorithm>
#include <array>

#include "common/autograd/kernels.hpp"
#include "common/autograd/ops.hpp"
#include "common/autograd/variable_data.hpp"
#include "common/core/check.hpp"

namespace dls {
namespace {

/// Whether nobody else looks at the numbers of `v`, so that they may be changed in place.
bool alone(const Variable& v, long owners) {
  return owners == 1 && v.value().storage().use_count() == 1 && v.value().contiguous();
}

}  // namespace

Node::~Node() {
  // A chain of a million operations must not be let go of by a million nested destructors.
  std::vector<std::shared_ptr<Node>> last_owned;
  const auto take_inputs = [&last_owned](Node& node) {
    for (Input& input : node.inputs_) {
      // A saved input points at the same node; nobody else will follow that pointer.
      if (input.kept.data_.use_count() == 1) input.kept.data_->node.reset();
      if (input.node && input.node.use_count() == 1) last_owned.push_back(std::move(input.node));
    }
  };
  take_inputs(*this);
  while (!last_owned.empty()) {
    const std::shared_ptr<Node> node = std::move(last_owned.back());
    last_owned.pop_back();
    take_inputs(*node);
  }
}

void Recording::tell_hook(const Use* uses, std::size_t count) const {
  std::array<const Tensor*, 3> first;
  for (std::size_t i = 0; i < std::min(count, first.size()); ++i) {
    first[i] = &uses[i].variable->value();
  }
  scope_.hook()->reads(first.data(), count);
}

bool Node::wanted(const Use* uses, std::size_t count) {
  return grad_enabled() &&
         std::any_of(uses, uses + count, [](const Use& u) { return u.variable->requires_grad(); });
}

Variable Node::attach(std::shared_ptr<Node> node, const char* name, Tensor value, const Use* uses,
                      std::size_t count, Result result) {
  node->name_ = name;
  node->shape_ = value.shape();
  node->inputs_.reserve(count);
  for (const Use* use = uses; use != uses + count; ++use) {
    Input& input = node->inputs_.emplace_back();
    const Variable& v = *use->variable;
    if (v.data_->node) {
      input.node = v.data_->node;
      node->depth_ = std::max(node->depth_, input.node->depth_ + 1);
    } else if (v.data_->requires_grad) {
      input.leaf = v.data_;
    }
    if (use->keep) {
      input.kept = v;
      input.version = v.value().version();
    }
  }
  if (result == Result::keep) {
    // The tensor, not the Variable: that one owns this node, which would then never be freed.
    node->result_ = value;
    node->result_version_ = value.version();
  }
  Variable made(std::move(value));
  made.data_->requires_grad = true;
  made.data_->node = std::move(node);
  return made;
}

bool Node::wants(int i) const {
  const Input& input = inputs_.at(static_cast<std::size_t>(i));
  return input.node || input.leaf;
}

const Variable& Node::kept(int i) const {
  const Input& input = inputs_.at(static_cast<std::size_t>(i));
  DLS_CHECK(input.kept.defined(),
            "the backward function of {} reads input {}, which was not saved: record it as keep(x)",
            name_, i);
  return input.kept;
}

Variable Node::result() {
  DLS_CHECK(result_.defined(),
            "the backward function of {} reads its result, which was not saved: record it with "
            "Result::keep",
            name_);
  Variable y(result_);
  if (grad_enabled()) {
    y.data_->requires_grad = true;
    y.data_->node = shared_from_this();
  }
  return y;
}

const Shape& Node::input_shape(int i) const {
  const Input& input = inputs_.at(static_cast<std::size_t>(i));
  DLS_CHECK(wants(i), "no gradient is wanted for input {} of {}", i, name_);
  return input.node ? input.node->shape_ : input.leaf->value.shape();
}

void Node::give(int i, Variable gradient) {
  if (!wants(i)) return;
  DLS_CHECK(gradient.shape() == input_shape(i),
            "the backward function of {} gave input {} a gradient of shape {}, but the input has "
            "shape {}",
            name_, i, to_string(gradient.shape()), to_string(input_shape(i)));
  Input& input = inputs_[static_cast<std::size_t>(i)];
  Variable& sum = input.node ? input.node->gradient_ : input.leaf->gradient;
  if (!sum.defined()) {
    sum = std::move(gradient);
  } else if (!grad_enabled() && alone(sum, sum.data_.use_count())) {
    kernels::add_(sum.data_->value, gradient.value());
  } else {
    sum = add(sum, gradient);
  }
}

const std::shared_ptr<Node>& Node::input_node(int i) const {
  return inputs_.at(static_cast<std::size_t>(i)).node;
}

Variable Node::input_leaf(int i) const {
  Variable leaf;
  leaf.data_ = inputs_.at(static_cast<std::size_t>(i)).leaf;
  return leaf;
}

void Node::check_unchanged() const {
  DLS_CHECK(!used_up_,
            "the graph behind this variable was used up by an earlier backward pass (at {}): call "
            "that pass with retain_graph, or compute the variable again",
            name_);
  const auto check = [this](const char* what, int i, const Tensor& saved, std::uint32_t version) {
    DLS_CHECK(
        saved.version() == version,
        "{} saved its {}{} of shape {} for the backward pass, but it was written to since: it "
        "is at version {}, expected {}. Write into a copy, or call backward() before",
        name_, what, i < 0 ? "" : " " + std::to_string(i), to_string(saved.shape()),
        saved.version(), version);
  };
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Input& input = inputs_[i];
    if (input.kept.defined()) {
      check("input", static_cast<int>(i), input.kept.value(), input.version);
    }
  }
  if (result_.defined()) check("result", -1, result_, result_version_);
}

void Node::release() {
  used_up_ = true;
  for (Input& input : inputs_) input = Input{};
  result_ = Tensor();
}

}  // namespace dls
