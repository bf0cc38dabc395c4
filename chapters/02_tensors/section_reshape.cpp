// The same numbers in another shape; and the case that most examples leave out, where it copies.
#include "chapters/02_tensors/layouts.hpp"
#include "chapters/02_tensors/sections.hpp"
#include "chapters/02_tensors/tensor_text.hpp"

namespace dls::ch02 {

namespace {

void always_a_view(Lesson& lesson) {
  Layouts layouts;
  // [views]
  const auto x = reshape(Tensor<float>::arange(24), {2, 12});
  const auto cube = reshape(x, {2, 3, 4});
  const auto flat = reshape(cube, {-1});
  auto row = select(x, 0, 1);
  row.fill(0);  // the second half
  // [/views]
  layouts.add("x", x);
  layouts.add("reshape(x,(2,3,4))", cube);
  layouts.add("reshape(cube,(-1))", flat);
  layouts.add("x[1]", row);
  lesson.show(layouts.table());
  lesson.say("After x[1] = 0 the cube is");
  lesson.show(to_string(cube) + "\n");
  lesson.metric({{"what", "row view"}, {"cube", cube.at({1, 0, 0})}, {"flat", flat.at({23})}});
  lesson.say();
}

void must_copy(Lesson& lesson) {
  lesson.say("When does reshape copy? x is (3,4), filled row by row.");
  Table table({"tensor", "strides", "reshaped to", "strides there", "view or copy"});
  // [must_copy]
  const auto x = reshape(Tensor<float>::arange(12), {3, 4});
  const auto add = [&](const char* name, const Tensor<float>& from, const Sizes& shape) {
    const auto to = reshape(from, shape);
    table.row({name, to_string(from.strides()), to_string(shape), to_string(to.strides()),
               to.shares_storage(from) ? "view" : "copy"});
  };
  add("x", x, {2, 6});
  add("transpose(x)", transpose(x), {12});
  add("transpose(x)", transpose(x), {2, 2, 3});
  add("x[:,:2]", slice(x, 1, 0, 2), {6});
  add("x[:,::2]", slice(x, 1, 0, kEnd, 2), {6});
  add("x[:2]", slice(x, 0, 0, 2), {8});
  add("x[0] stretched to (3,4)", expand(select(x, 0, 0), {3, 4}), {12});
  // [/must_copy]
  lesson.show(table);
  lesson.say("transpose(x) reshaped to (12), in new memory:");
  lesson.say("  {}", to_string(reshape(transpose(x), {12})));
}

}  // namespace

void reshape_or_copy(Lesson& lesson) {
  always_a_view(lesson);
  must_copy(lesson);
}

}  // namespace dls::ch02
