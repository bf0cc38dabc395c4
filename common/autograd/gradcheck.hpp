// Is a gradient right? Compares it with finite differences, entry by entry (C++17).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "common/autograd/variable.hpp"

namespace dls {

/// A function of several variables with one result of any shape.
using Function = std::function<Variable(const std::vector<Variable>&)>;

/// The result of a check.
struct GradCheck {
  bool ok = false;
  double worst = 0;     ///< largest relative error of an entry
  std::string message;  ///< where the worst entry is, both numbers, and what to think of it
};

/// Computes the full Jacobian of `f` at `inputs` twice: row by row with backward passes, and column
/// by column as (f(x + h) - f(x - h)) / 2h, and compares all entries.
///
/// The inputs must be float64: with h = 1e-5 the difference is right to about 1e-10, in float32 it
/// would be noise. The relative error of an entry is |a - n| / max(|a|, |n|, 0.01 of the largest
/// entry): the last term because an entry that is exactly 0 comes out of a difference as rounding
/// noise. Throws Error when an input is not float64.
GradCheck gradcheck(const Function& f, const std::vector<Tensor>& inputs, double tolerance = 1e-6,
                    double step = 1e-5);

/// The same for second derivatives: checks the gradient of `f` (against fixed weights of its
/// result), computed with create_graph, as a function of the inputs and of the weights.
GradCheck gradcheck_second(const Function& f, const std::vector<Tensor>& inputs,
                           double tolerance = 1e-6, double step = 1e-5);

}  // namespace dls
