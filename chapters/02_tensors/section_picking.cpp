// Picking by lists of indices and by masks: new memory, because no strides describe it.
#include "chapters/02_tensors/6_picking.hpp"
#include "chapters/02_tensors/layouts.hpp"
#include "chapters/02_tensors/sections.hpp"
#include "chapters/02_tensors/tensor_text.hpp"

namespace dls::ch02 {

void picking(Lesson& lesson) {
  Layouts layouts;
  // [picking]
  auto x = reshape(Tensor<std::int64_t>::arange(200), {10, 20});
  layouts.add("x", x);
  const auto rows = Tensor<std::int64_t>::of({3}, {0, 1, 2});
  const auto columns = Tensor<std::int64_t>::of({3}, {2, 3, 4});
  layouts.add("two lists of 3", columns);

  auto picked = pick(x, {rows, columns});  // x[[0,1,2], [2,3,4]]
  layouts.add("x[[0,1,2],[2,3,4]]", picked);
  const auto mask = greater(x, 195);  // x > 195
  layouts.add("x > 195", mask);
  const auto large = masked_select(x, mask);  // x[x > 195]
  layouts.add("x[x > 195]", large);
  // [/picking]
  lesson.show(layouts.table());
  lesson.say("x[[0,1,2],[2,3,4]] = {}", to_string(picked));
  lesson.say("x[x > 195]         = {}", to_string(large));
  picked.fill(-1);
  lesson.say("Writing -1 into what was picked leaves x[1,3] = {}.", x.at({1, 3}));
  // [masked_fill]
  masked_fill(x, mask, 0);  // x[x > 195] = 0
  // [/masked_fill]
  lesson.say("x[x > 195] = 0 writes into x: x[9,15:] = {}",
             to_string(slice(select(x, 0, 9), 0, 15)));
  lesson.metric({{"what", "masked"}, {"x[9,15]", x.at({9, 15})}, {"x[9,16]", x.at({9, 16})}});
}

}  // namespace dls::ch02
