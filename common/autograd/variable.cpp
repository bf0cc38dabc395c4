#include "common/autograd/variable.hpp"

#include "common/autograd/node.hpp"
#include "common/autograd/variable_data.hpp"
#include "common/core/check.hpp"

namespace dls {
namespace {
thread_local bool recording = true;
}

bool grad_enabled() { return recording; }
GradMode::GradMode(bool enabled) : before_(recording) { recording = enabled; }
GradMode::~GradMode() { recording = before_; }

Variable::Variable(Tensor value, bool requires_grad)
    : data_(std::allocate_shared<VariableData>(detail::BlockAllocator<VariableData>(),
                                               std::move(value))) {
  DLS_CHECK(!requires_grad || is_floating(data_->value.dtype()),
            "a parameter of {} cannot have a gradient: use float32 or float64",
            name(data_->value.dtype()));
  data_->requires_grad = requires_grad;
}

namespace {
const VariableData& checked(const std::shared_ptr<VariableData>& data) {
  DLS_CHECK(data != nullptr, "this variable was declared but never given a value");
  return *data;
}
}  // namespace

const Tensor& Variable::value() const { return checked(data_).value; }
bool Variable::requires_grad() const { return checked(data_).requires_grad; }
const std::shared_ptr<Node>& Variable::node() const { return checked(data_).node; }
const Variable& Variable::grad() const { return checked(data_).grad; }

void Variable::set_grad(Variable gradient) {
  DLS_CHECK(!gradient.defined() || gradient.shape() == shape(),
            "a gradient of shape {} was set for a variable of shape {}",
            to_string(gradient.shape()), to_string(shape()));
  checked(data_);
  data_->grad = std::move(gradient);
}

void Variable::set_value(Tensor value) {
  DLS_CHECK(is_leaf(), "only the value of a leaf can be replaced; this one was computed by {}",
            node()->name());
  DLS_CHECK(value.shape() == shape() && value.dtype() == this->value().dtype(),
            "a value of {} {} cannot replace {} {}", name(value.dtype()), to_string(value.shape()),
            name(this->value().dtype()), to_string(shape()));
  data_->value = std::move(value);
}

void Variable::on_gradient(std::function<void(Variable&)> f) {
  DLS_CHECK(is_leaf() && requires_grad(),
            "on_gradient is for leaves that require a gradient: parameters");
  data_->gradient_done = std::move(f);
}

}  // namespace dls
