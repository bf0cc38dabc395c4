// From a checkpoint into a model or an optimiser (C++17).
#pragma once
#include <string>
#include <vector>

#include "common/core/tensor.hpp"

namespace dls {

/// Copies `saved` into the tensors of `state` by name; models and optimisers load through this.
/// `whose` names the owner in errors. Throws Error, before anything is changed, when
/// a name is missing, unknown or twice there, or when a shape or format differs.
void load_by_name(const std::vector<NamedTensor>& state, const std::vector<NamedTensor>& saved,
                  const std::string& whose);

}  // namespace dls
