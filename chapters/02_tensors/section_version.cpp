// A number that the backward pass needs is written over. The version counter notices.
#include <memory>
#include <string>

#include "chapters/02_tensors/7_version.hpp"
#include "chapters/02_tensors/sections.hpp"
#include "chapters/02_tensors/tensor_text.hpp"

namespace dls::ch02 {

namespace {

/// Calls backward() and says what came of it.
void try_backward(Lesson& lesson, const std::string& what, Products& tape,
                  const std::shared_ptr<Value>& y, const std::shared_ptr<Value>& x) {
  try {
    tape.backward(y);
    lesson.say("{}: gradient of x {}", what, to_string(x->grad));
  } catch (const Error& e) {
    lesson.say("{}: {}", what, e.what());
    lesson.say("  gradient of x {}: nothing was written", to_string(x->grad));
  }
}

}  // namespace

void version(Lesson& lesson) {
  const auto numbers = Tensor<double>::of({2}, {3, 5});
  {
    // [in_place]
    Products tape;
    const auto x = std::make_shared<Value>(copy(numbers));
    const auto y = tape.mul(x, x);                        // y = x x needs x on the way back
    add_in_place(x->data, Tensor<double>::full({1}, 1));  // too early
    // [/in_place]
    try_backward(lesson, "x += 1 before backward()", tape, y, x);
  }
  {
    Products tape;
    const auto x = std::make_shared<Value>(copy(numbers));
    const auto y = tape.mul(x, x);
    auto first = slice(x->data, 0, 0, 1);
    first.fill(0);
    first.fill(1);
    try_backward(lesson, "two writes through x[:1]", tape, y, x);
  }
  {
    Products tape;
    const auto x = std::make_shared<Value>(copy(numbers));
    const auto y = tape.mul(x, x);
    auto other = copy(x->data);
    other.fill(0);
    try_backward(lesson, "a write into a copy of x", tape, y, x);
  }
  {
    Products tape;
    const auto x = std::make_shared<Value>(copy(numbers));
    const auto y = tape.mul(x, x);
    tape.backward(y);
    add_in_place(x->data, Tensor<double>::full({1}, 1));
    lesson.say("x += 1 after backward(): gradient of x {}, x {}", to_string(x->grad),
               to_string(x->data));
  }
}

}  // namespace dls::ch02
