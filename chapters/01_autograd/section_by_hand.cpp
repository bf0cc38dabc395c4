// A network of 4,649 numbers learns to see a black square. Nothing here differentiates itself.
#include <fmt/core.h>

#include <chrono>
#include <vector>

#include "chapters/01_autograd/patch_data.hpp"
#include "chapters/01_autograd/sections.hpp"
#include "chapters/01_autograd/text_picture.hpp"

namespace dls::ch01 {

namespace {

void show_two_pictures(Lesson& lesson, const PatchData& data) {
  Index with = 0, without = 0;
  while (data.y(with, 0) != 1.0) ++with;
  while (data.y(without, 0) != 0.0) ++without;
  const auto text = [&](Index i) {
    return ink(data.x.row(i), BlackPatch::kSide, BlackPatch::kSide);
  };
  lesson.say("Two of the pictures, 9 x 9 pixels each. A black pixel is drawn as ##.");
  lesson.show(framed({{text(with), "label 1: a patch"}, {text(without), "label 0: none"}}));
  lesson.say();
}

}  // namespace

void by_hand(Lesson& lesson) {
  const PatchData train = train_patches(lesson.seed()), test = test_patches(lesson.seed());
  show_two_pictures(lesson, train);

  HandNetwork net(kOneHidden, lesson.seed());
  const double rate = 1e-3;
  lesson.say("A network 81 -> 56 -> 1 with {} pictures to learn from and {} to be tested on;",
             train.x.rows(), test.x.rows());
  lesson.say("after every single picture a step of {} times the gradient.", rate);
  lesson.say();

  Table table({"epoch", "train loss", "test loss", "accuracy", "precision", "recall", "F1"});
  const auto report = [&](int epoch, double train_loss) {
    const double test_loss = net.loss(test.x, test.y);
    const Outcomes o = count_outcomes(net.forward(test.x), test.y);
    if (epoch <= 6 || epoch % 10 == 0)
      table.row({fmt::format("{}", epoch), fmt::format("{:.5f}", train_loss),
                 fmt::format("{:.5f}", test_loss), fmt::format("{:.4f}", o.accuracy()),
                 fmt::format("{:.4f}", o.precision()), fmt::format("{:.4f}", o.recall()),
                 fmt::format("{:.4f}", o.f1())});
    lesson.metric({{"epoch", epoch},
                   {"train_loss", train_loss},
                   {"test_loss", test_loss},
                   {"accuracy", o.accuracy()},
                   {"precision", o.precision()},
                   {"recall", o.recall()},
                   {"f1", o.f1()}});
  };

  report(0, net.loss(train.x, train.y));
  const auto start = std::chrono::steady_clock::now();
  for (int epoch = 1; epoch <= 50; ++epoch) report(epoch, train_epoch(net, train.x, train.y, rate));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  lesson.show(table);
  lesson.say(
      "100,000 steps in {:.1f} s. The first loss is log 2 = 0.6931: the price of a coin flip.",
      took.count());
}

}  // namespace dls::ch01
