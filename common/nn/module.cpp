#include "common/nn/module.hpp"

#include <fmt/core.h>

#include "common/core/load_by_name.hpp"

namespace dls {

NamedVariables Module::named_parameters() const {
  NamedVariables all = parameters_;
  for (const auto& [prefix, module] : modules_) {
    for (auto& [name, variable] : module->named_parameters()) {
      all.emplace_back(fmt::format("{}.{}", prefix, name), variable);
    }
  }
  return all;
}

std::vector<Variable> Module::parameters() const {
  std::vector<Variable> all;
  for (auto& [name, variable] : named_parameters()) all.push_back(variable);
  return all;
}

std::int64_t Module::parameter_count() const {
  std::int64_t count = 0;
  for (const auto& [name, variable] : named_parameters()) count += variable.value().elements();
  return count;
}

std::vector<NamedTensor> Module::state() const {
  std::vector<NamedTensor> all;
  for (const auto& [name, variable] : parameters_) all.push_back({name, variable.value()});
  all.insert(all.end(), buffers_.begin(), buffers_.end());
  for (const auto& [prefix, module] : modules_) {
    for (const NamedTensor& entry : module->state()) {
      all.push_back({fmt::format("{}.{}", prefix, entry.name), entry.value});
    }
  }
  return all;
}

void Module::load_state(const std::vector<NamedTensor>& saved) {
  load_by_name(state(), saved, "the model");
}

void Module::train(bool on) {
  training_ = on;
  for (const auto& [name, module] : modules_) module->train(on);
}

void Module::zero_grad() {
  for (Variable& parameter : parameters()) parameter.set_grad({});
}

Variable Module::add_parameter(std::string name, Tensor value) {
  return parameters_.emplace_back(std::move(name), parameter(std::move(value))).second;
}

Tensor Module::add_buffer(std::string name, Tensor value) {
  return buffers_.emplace_back(NamedTensor{std::move(name), std::move(value)}).value;
}

void Module::add_module(std::string name, Module& module) {
  modules_.emplace_back(std::move(name), &module);
}

}  // namespace dls
