// Three ways to add, and shapes that stretch.
#include "chapters/02_tensors/5_arithmetic.hpp"
#include "chapters/02_tensors/layouts.hpp"
#include "chapters/02_tensors/sections.hpp"
#include "chapters/02_tensors/tensor_text.hpp"

namespace dls::ch02 {

namespace {

void three_ways(Lesson& lesson) {
  Layouts layouts;
  // [three_ways]
  const auto x = Tensor<float>::full({2}, 1);
  layouts.add("x", x);
  const auto y = add(x, x);  // 2: a function, new memory
  layouts.add("y = add(x,x)", y);
  auto z = y + y;  // 4: an operator, new memory
  layouts.add("z = y + y", z);
  const auto kept = z;  // a second name for z
  add_in_place(z, z);   // 8: in place, no memory
  layouts.add("z += z", z);
  // [/three_ways]
  lesson.show(layouts.table());
  lesson.say("x = {}, y = {}, z = {}; the name that was kept for z's 4 now reads {}.", to_string(x),
             to_string(y), to_string(z), to_string(kept));
  lesson.metric({{"what", "adds"}, {"y", y.at({0})}, {"z", z.at({0})}, {"kept", kept.at({0})}});
  lesson.say();
}

void stretched(Lesson& lesson) {
  Layouts layouts;
  // [stretched]
  const auto column = Tensor<float>::of({3, 1}, {10, 20, 30});
  layouts.add("column", column);
  const auto row = Tensor<float>::of({4}, {1, 2, 3, 4});
  layouts.add("row", row);
  const auto sum = column + row;  // (3,1) + (4) = (3,4)
  // [/stretched]
  layouts.add("column + row", sum);
  layouts.add("column as (3,4)", expand(column, {3, 4}));
  layouts.add("row as (3,4)", expand(row, {3, 4}));
  lesson.show(layouts.table());
  lesson.show(to_string(sum) + "\n");
  lesson.say("The way back, for a gradient of 1 everywhere: each number hears from all its uses.");
  const auto ones = Tensor<float>::full({3, 4}, 1);
  lesson.say("  column gets {}, row gets {}", to_string(reshape(sum_to(ones, column.shape()), {3})),
             to_string(sum_to(ones, row.shape())));
  try {
    add(Tensor<float>::full({2, 3}, 1), Tensor<float>::full({2}, 1));
  } catch (const Error& e) {
    lesson.say("(2,3) + (2): {}", e.what());
  }
}

}  // namespace

void arithmetic(Lesson& lesson) {
  three_ways(lesson);
  stretched(lesson);
}

}  // namespace dls::ch02
