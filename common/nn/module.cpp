#include "common/nn/module.hpp"

#include <algorithm>

#include "common/core/check.hpp"

namespace dls {

NamedVariables Module::named_parameters() const {
  NamedVariables all = parameters_;
  for (const auto& [prefix, module] : modules_) {
    for (auto& [name, variable] : module->named_parameters()) {
      all.emplace_back(prefix + "." + name, variable);
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
      all.push_back({prefix + "." + entry.name, entry.value});
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

void load_by_name(const std::vector<NamedTensor>& state, const std::vector<NamedTensor>& saved,
                  const std::string& whose) {
  std::vector<const Tensor*> sources;
  for (const NamedTensor& entry : state) {
    const auto same_name = [&](const NamedTensor& other) { return other.name == entry.name; };
    const auto found = std::find_if(saved.begin(), saved.end(), same_name);
    DLS_CHECK(found != saved.end(), "{} needs '{}' {}, which is not among the {} saved tensors",
              whose, entry.name, to_string(entry.value.shape()), saved.size());
    DLS_CHECK(std::count_if(saved.begin(), saved.end(), same_name) == 1,
              "'{}' is among the saved tensors more than once", entry.name);
    DLS_CHECK(
        found->value.shape() == entry.value.shape() && found->value.dtype() == entry.value.dtype(),
        "'{}' of {} is {} {}, but was saved as {} {}: was it saved from another model?", entry.name,
        whose, name(entry.value.dtype()), to_string(entry.value.shape()),
        name(found->value.dtype()), to_string(found->value.shape()));
    sources.push_back(&found->value);
  }
  for (const NamedTensor& entry : saved) {
    DLS_CHECK(std::any_of(state.begin(), state.end(),
                          [&](const NamedTensor& other) { return other.name == entry.name; }),
              "the saved tensor '{}' has no place in {}: was it saved from another model?",
              entry.name, whose);
  }
  for (std::size_t i = 0; i < state.size(); ++i) {
    Tensor target = state[i].value;
    target.copy_from(*sources[i]);
  }
}

}  // namespace dls
