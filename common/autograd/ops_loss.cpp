#include "common/autograd/kernels.hpp"
#include "common/autograd/node.hpp"
#include "common/autograd/ops.hpp"
#include "common/core/check.hpp"

namespace dls {

Variable nll_loss(const Variable& log_probabilities, const Tensor& labels) {
  const Shape& shape = log_probabilities.shape();
  DLS_CHECK(shape.rank() >= 1 && labels.elements() * shape.at(-1) == shape.elements(),
            "nll_loss of log-probabilities {} with labels {}: one label is needed for each row",
            to_string(shape), to_string(labels.shape()));
  Shape one_each = shape;
  one_each[shape.rank() - 1] = 1;
  return neg(mean(gather(log_probabilities, -1, labels.reshape(one_each))));
}

Variable cross_entropy(const Variable& logits, const Tensor& labels) {
  const auto op = record("cross_entropy");
  auto [loss, log_sums] = kernels::cross_entropy(logits.value(), labels);
  return op(loss, {keep(logits), keep(Variable(labels))},
            [log_sums = log_sums](Node& node, const Variable& dy) {
              const Variable& x = node.kept(0);
              const Tensor& label = node.kept(1).value();
              // The gradient is (softmax - onehot) / rows: in one pass when it is not to be
              // differentiated again, else by the operations that the loss stands for.
              if (!grad_enabled()) {
                return node.give(0, Variable(kernels::cross_entropy_backward(x.value(), label,
                                                                             log_sums, dy.item())));
              }
              const Tensor onehot = kernels::onehot(x.value(), label);
              const double rows = static_cast<double>(log_sums.elements());
              node.give(0, mul(sub(softmax(x), Variable(onehot)), scale(dy, 1 / rows)));
            });
}

Variable mse_loss(const Variable& x, const Variable& y) {
  DLS_CHECK(x.shape() == y.shape(), "mse_loss of shapes {} and {}: they must agree",
            to_string(x.shape()), to_string(y.shape()));
  const Variable difference = sub(x, y);
  return mean(mul(difference, difference));
}

Variable binary_cross_entropy(const Variable& logits, const Variable& targets) {
  DLS_CHECK(logits.shape() == targets.shape(),
            "binary_cross_entropy of logits {} with targets {}: the shapes must agree",
            to_string(logits.shape()), to_string(targets.shape()));
  // ln(1 + e^z) - t z, with ln(1 + e^z) = max(z,0) + ln(1 + e^-|z|), whose exponential is at
  // most 1.
  const Variable positive = relu(logits);
  const Variable size = add(positive, relu(neg(logits)));
  const Variable softplus = add(positive, log(1 + exp(neg(size))));
  return mean(sub(softplus, mul(targets, logits)));
}

}  // namespace dls
