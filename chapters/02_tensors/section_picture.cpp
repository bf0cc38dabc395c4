// Views that you can see: one picture of 28 x 28 numbers, looked at in eight ways.
#include <string>
#include <vector>

#include "chapters/02_tensors/layouts.hpp"
#include "chapters/02_tensors/sections.hpp"
#include "common/data/catalogue.hpp"
#include "common/data/fashion_mnist.hpp"
#include "common/data/glyphs.hpp"
#include "common/report/plot.hpp"

namespace dls::ch02 {

namespace {

/// The first test picture of Fashion-MNIST, an ankle boot, or a generated one: (28,28).
Tensor<float> one_picture(Lesson& lesson) {
  LabelledImages images = glyphs(lesson.seed(), 1);
  if (!lesson.quick()) {
    if (const auto folder = find_dataset("fashion-mnist", lesson.options().data))
      images = load_fashion_mnist(*folder).test.first(1);
    else
      lesson.say("{}", missing_dataset("fashion-mnist"));
  }
  const std::int64_t h = images.height, w = images.width;
  return Tensor<float>::of({h, w}, {images.pixels.begin(), images.pixels.begin() + h * w});
}

}  // namespace

void picture(Lesson& lesson) {
  Layouts layouts;
  std::vector<Tile> tiles;
  std::int64_t before = bytes_in_use();
  const Tensor<float> x = one_picture(lesson);
  const auto add = [&](const std::string& name, const Tensor<float>& t) {
    layouts.add(name, t);
    const std::int64_t added = bytes_in_use() - before;
    before += added;
    tiles.push_back({t.numbers(), static_cast<int>(t.shape()[0]), static_cast<int>(t.shape()[1]),
                     name + "\n" + to_string(t.strides()) + ", " + std::to_string(added) + " bytes",
                     added == 0 ? Tile::Mark::good : Tile::Mark::bad});
  };
  // [picture]
  add("the numbers", x);
  add("transpose", transpose(x));
  add("every second", slice(slice(x, 0, 0, kEnd, 2), 1, 0, kEnd, 2));
  add("a window", slice(slice(x, 0, 14, 26), 1, 2, 14));
  add("row 20, stretched", expand(slice(x, 0, 20, 21), {28, 28}));
  add("column 9, stretched", expand(slice(x, 1, 9, 10), {28, 28}));
  add("a wrong stride", as_strided(x, {28, 28}, {27, 1}));
  // Even and odd rows apart, even and odd columns apart: four small pictures, which no strides
  // give.
  const auto split = transpose(transpose(reshape(x, {14, 2, 14, 2}), 0, 1), 2, 3);  // (2,14,2,14)
  add("four in one: a copy", reshape(split, {28, 28}));
  // [/picture]
  lesson.show(layouts.table());
  lesson.picture(picture_grid("One picture, eight tensors", tiles, 4), "views.png",
                 "The same picture eight times: as it is, transposed, at half size, a window of "
                 "it, one row stretched, one column stretched, sheared by a wrong stride, and "
                 "split into four small ones. The first holds 3136 bytes, the last is a copy and "
                 "takes 3136 more, the six between cost 0.");
}

}  // namespace dls::ch02
