// What a tensor is beyond its numbers: their type, their place, a shape; and two names for one.
#include <string>

#include "chapters/02_tensors/layouts.hpp"
#include "chapters/02_tensors/sections.hpp"
#include "chapters/02_tensors/tensor_text.hpp"

namespace dls::ch02 {

namespace {

void tags(Lesson& lesson) {
  // [tags]
  const auto x = Tensor<float>::full({3, 2}, 0.5);
  lesson.say("{}", describe(x));
  // [/tags]
  lesson.show(to_string(x) + "\n");
  lesson.say();
}

void two_names(Lesson& lesson) {
  Layouts layouts;
  // [two_names]
  auto a = Tensor<float>::full({4}, 1);
  layouts.add("a", a);
  auto b = a;  // a second name
  layouts.add("b = a", b);
  auto c = copy(a);  // second numbers
  layouts.add("c = copy(a)", c);
  b.fill(10);
  // [/two_names]
  lesson.show(layouts.table());
  lesson.say("After b.fill(10):  a = {}  b = {}  c = {}", to_string(a), to_string(b), to_string(c));
  lesson.metric({{"what", "two names"}, {"a", a.at({0})}, {"b", b.at({0})}, {"c", c.at({0})}});
  lesson.say();
}

void conversion(Lesson& lesson) {
  lesson.say("A number that does not fit is converted, or refused:");
  auto whole = Tensor<std::int64_t>::full({3}, 0);
  whole.set({0}, 2.7);
  whole.set({1}, -2.7);
  lesson.say("  2.7 and -2.7 into int64: {}", to_string(whole));
  auto small = Tensor<std::uint8_t>::full({1}, 0);
  try {
    small.set({0}, 300);
  } catch (const Error& e) {
    lesson.say("  300 into uint8: {}", e.what());
  }
}

}  // namespace

void inside(Lesson& lesson) {
  tags(lesson);
  two_names(lesson);
  conversion(lesson);
}

}  // namespace dls::ch02
