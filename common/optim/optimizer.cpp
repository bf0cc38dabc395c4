#include "common/optim/optimizer.hpp"

#include <cmath>

#include "common/core/check.hpp"
#include "common/core/load_by_name.hpp"
#include "common/math/elementwise.hpp"

namespace dls {
namespace {

/// Calls update(gradient, weights, n) with pointers to contiguous numbers of the parameter's
/// format.
template <class Update>
void in_place(const Variable& parameter, Update update) {
  Tensor weights = parameter.value();
  const Tensor gradient = parameter.grad().value().as_contiguous();
  DLS_CHECK(weights.contiguous(), "a parameter of shape {} is a view with gaps: copy() it first",
            to_string(weights.shape()));
  if (weights.dtype() == DType::f32) {
    update(gradient.data<float>(), weights.mutable_data<float>(), weights.elements());
  } else {
    update(gradient.data<double>(), weights.mutable_data<double>(), weights.elements());
  }
}

/// In double, since it is a sum of many small numbers; in eight lanes, so that the processor need
/// not wait for one addition before it begins the next.
template <class T>
double sum_of_squares(const T* x, std::int64_t n) {
  double sums[8] = {};
  std::int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (int lane = 0; lane < 8; ++lane) {
      const double value = x[i + lane];
      sums[lane] += value * value;
    }
  }
  for (; i < n; ++i) sums[0] += static_cast<double>(x[i]) * x[i];
  double sum = 0;
  for (const double lane : sums) sum += lane;
  return sum;
}

}  // namespace

Optimizer::Optimizer(NamedVariables parameters, double lr)
    : parameters_(std::move(parameters)), lr_(lr) {
  DLS_CHECK(!parameters_.empty(), "an optimiser needs parameters: pass model.named_parameters()");
  for (const auto& [name, variable] : parameters_) {
    DLS_CHECK(variable.is_leaf() && variable.requires_grad(),
              "'{}' cannot be optimised: it is not a parameter (a leaf that requires a gradient)",
              name);
  }
}

void Optimizer::zero_grad() {
  for (auto& [name, variable] : parameters_) variable.set_grad({});
}

void Optimizer::load_state(const std::vector<NamedTensor>& saved) {
  load_by_name(state_, saved, "the optimiser");
}

std::vector<Tensor> Optimizer::add_moments(const std::string& what) {
  std::vector<Tensor> moments;
  for (const auto& [name, variable] : parameters_) {
    moments.push_back(add_state(fmt::format("{}.{}", what, name),
                                Tensor::zeros(variable.shape(), variable.value().dtype())));
  }
  return moments;
}

Tensor Optimizer::add_state(std::string name, Tensor value) {
  return state_.emplace_back(NamedTensor{std::move(name), std::move(value)}).value;
}

Sgd::Sgd(NamedVariables parameters, double lr, SgdOptions options)
    : Optimizer(std::move(parameters), lr), options_(options) {
  if (options.momentum != 0) velocities_ = add_moments("velocity");
}

void Sgd::step() {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Variable& parameter = parameters_[i].second;
    if (!parameter.grad().defined()) continue;
    in_place(parameter, [&](const auto* g, auto* w, std::int64_t n) {
      using T = std::remove_pointer_t<decltype(w)>;
      const T lr = static_cast<T>(this->lr());
      const T decay = static_cast<T>(options_.weight_decay);
      if (velocities_.empty()) return math::sgd_update(lr, decay, g, w, n);
      math::momentum_update(lr, static_cast<T>(options_.momentum), decay, g,
                            velocities_[i].mutable_data<T>(), w, n);
    });
  }
}

Adam::Adam(NamedVariables parameters, double lr, AdamOptions options)
    : Optimizer(std::move(parameters), lr),
      options_(options),
      means_(add_moments("mean")),
      squares_(add_moments("square")),
      steps_(add_state("steps", Tensor::zeros({1}, DType::i64))) {}

void Adam::update(bool decoupled) {
  math::AdamStep adam;
  adam.lr = lr();
  adam.beta1 = options_.beta1;
  adam.beta2 = options_.beta2;
  adam.eps = options_.eps;
  adam.weight_decay = options_.weight_decay;
  adam.decoupled = decoupled;
  adam.step = ++*steps_.mutable_data<std::int64_t>();
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Variable& parameter = parameters_[i].second;
    if (!parameter.grad().defined()) continue;
    in_place(parameter, [&](const auto* g, auto* w, std::int64_t n) {
      using T = std::remove_pointer_t<decltype(w)>;
      math::adam_update(adam, g, means_[i].mutable_data<T>(), squares_[i].mutable_data<T>(), w, n);
    });
  }
}

double clip_gradients(const std::vector<Variable>& parameters, double max_norm) {
  double squares = 0;
  for (const Variable& parameter : parameters) {
    if (!parameter.grad().defined()) continue;
    const Tensor gradient = parameter.grad().value().as_contiguous();
    const std::int64_t n = gradient.elements();
    squares += gradient.dtype() == DType::f32 ? sum_of_squares(gradient.data<float>(), n)
                                              : sum_of_squares(gradient.data<double>(), n);
  }
  const double norm = std::sqrt(squares);
  // Written so that a NaN norm scales by NaN: a broken gradient must show, not be passed on.
  if (norm <= max_norm) return norm;
  for (const Variable& parameter : parameters) {
    if (!parameter.grad().defined()) continue;
    Tensor gradient = parameter.grad().value();
    DLS_CHECK(gradient.contiguous(), "a gradient of shape {} is a view with gaps",
              to_string(gradient.shape()));
    if (gradient.dtype() == DType::f32) {
      float* g = gradient.mutable_data<float>();
      math::scale(static_cast<float>(max_norm / norm), g, g, gradient.elements());
    } else {
      double* g = gradient.mutable_data<double>();
      math::scale(max_norm / norm, g, g, gradient.elements());
    }
  }
  return norm;
}

}  // namespace dls
