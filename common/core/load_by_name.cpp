#include "common/core/load_by_name.hpp"

#include <algorithm>

#include "common/core/check.hpp"

namespace dls {

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
