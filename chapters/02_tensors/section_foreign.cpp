// A tensor over memory that belongs to somebody else: Eigen, or a std::vector.
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif

#include <vector>

#include "chapters/02_tensors/layouts.hpp"
#include "chapters/02_tensors/sections.hpp"
#include "chapters/02_tensors/tensor_text.hpp"

namespace dls::ch02 {

namespace {

void from_eigen(Lesson& lesson) {
  Layouts layouts;
  // [from_eigen]
  Eigen::MatrixXd m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  // Eigen stores column after column, so a step to the next row is 1 and to the next column is 2.
  auto x = Tensor<double>::wrap(m.data(), {2, 3}, {1, 2});
  layouts.add("x over Eigen's m", x);
  x.set({1, 0}, 40);
  m(0, 2) = 30;
  // [/from_eigen]
  lesson.show(layouts.table());
  lesson.say("x[1,0] = 40 was written through x, m(0,2) = 30 through m. Both say:");
  lesson.show(to_string(x) + "\n");
  lesson.say("x is at version {}: it counts the writes of tensors; it cannot see Eigen's.",
             x.version());
  lesson.metric({{"what", "eigen"}, {"m(1,0)", m(1, 0)}, {"x[0,2]", x.at({0, 2})}});
  lesson.say();
}

void to_eigen(Lesson& lesson) {
  // [to_eigen]
  const auto x = reshape(Tensor<double>::arange(6), {2, 3});
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<RowMajor> m(x.data(), 2, 3);
  m *= 10;
  // [/to_eigen]
  lesson.say("The other way, Eigen::Map over a tensor, m *= 10: x = {}",
             to_string(reshape(x, {6})));
  lesson.say();
}

void backwards(Lesson& lesson) {
  std::vector<double> numbers = {1, 2, 3, 4, 5};
  try {
    // [backwards]
    Tensor<double>::wrap(&numbers.back(), {5}, {-1});  // from the last to the first
    // [/backwards]
  } catch (const Error& e) {
    lesson.say("{}", e.what());
  }
  const auto copied = Tensor<double>::of({5}, {numbers.rbegin(), numbers.rend()});
  lesson.say("Copied: {}", to_string(copied));
}

}  // namespace

void foreign(Lesson& lesson) {
  from_eigen(lesson);
  to_eigen(lesson);
  backwards(lesson);
}

}  // namespace dls::ch02
