// What all names of one Variable share: for the files of this folder only.
#pragma once
#include <functional>
#include <memory>

#include "common/autograd/variable.hpp"

namespace dls {

class Engine;

struct VariableData {
  explicit VariableData(Tensor v) : value(std::move(v)) {}

  Tensor value;
  std::shared_ptr<Node> node;  // the operation that made it
  bool requires_grad = false;

  // Of leaves:
  Variable grad;
  std::function<void(Variable&)> gradient_done;

  // Of leaves, in the backward pass that is running:
  const Engine* pass = nullptr;
  int uses = 0;       // operations that have not given their share yet
  Variable gradient;  // the shares so far
};

}  // namespace dls
