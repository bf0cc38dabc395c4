// Slices, new axes, swapped strides: each is arithmetic on shape, strides and offset, and no more.
#include "chapters/02_tensors/layouts.hpp"
#include "chapters/02_tensors/sections.hpp"
#include "chapters/02_tensors/tensor_text.hpp"

namespace dls::ch02 {

namespace {

void table_of_200(Lesson& lesson) {
  Layouts layouts;
  // [slices]
  const auto x = reshape(Tensor<std::int64_t>::arange(200), {10, 20});
  layouts.add("x", x);

  auto row = slice(select(x, 0, 0), 0, 1, 9, 3);  // x[0, 1:9:3]
  layouts.add("x[0,1:9:3]", row);
  const auto column = select(x, 1, 1);  // x[..., 1]
  layouts.add("x[...,1]", column);
  const auto of_slice = slice(slice(x, 1, 2, 18, 2), 1, 1, kEnd, 3);  // x[:, 2:18:2][:, 1::3]
  layouts.add("x[:,2:18:2][:,1::3]", of_slice);
  const auto axis = new_axis(x, 1);  // x[:, None]
  layouts.add("x[:,None]", axis);
  // [/slices]
  lesson.say("x holds 0 to 199 in 10 rows of 20, as int64.");
  lesson.show(layouts.table());
  lesson.say("x[0,1:9:3]            = {}", to_string(row));
  lesson.say("x[...,1]              = {}", to_string(column));
  lesson.say("x[:,2:18:2][:,1::3][0] = {}", to_string(select(of_slice, 0, 0)));
  // [assign]
  row.fill(-1);  // x[0, 1:9:3] = -1
  // [/assign]
  lesson.say("After x[0,1:9:3] = -1, x[0,:10] = {}", to_string(slice(select(x, 0, 0), 0, 0, 10)));
  lesson.metric({{"what", "x[0,1:9:3]"}, {"written", x.at({0, 7})}, {"kept", x.at({0, 8})}});
  lesson.say();
}

void swapped(Lesson& lesson) {
  Layouts layouts;
  // [swapped]
  const auto x = reshape(Tensor<float>::arange(12), {3, 4});
  const auto by_hand = as_strided(x, {4, 3}, {1, 4});
  // [/swapped]
  layouts.add("x", x);
  layouts.add("as_strided(x,(4,3),(1,4))", by_hand);
  layouts.add("transpose(x)", transpose(x));
  lesson.show(layouts.table());
  lesson.show(to_string(x) + "\n");
  lesson.say("and the same twelve numbers through strides (1,4):");
  lesson.show(to_string(by_hand) + "\n");
  lesson.say("The same storage: {}. The same first number in memory: {}.",
             by_hand.shares_storage(x) ? "yes" : "no", by_hand.data() == x.data() ? "yes" : "no");
}

}  // namespace

void slices(Lesson& lesson) {
  table_of_200(lesson);
  swapped(lesson);
}

}  // namespace dls::ch02
