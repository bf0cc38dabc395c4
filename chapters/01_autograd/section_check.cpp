// Every one of the gradient's numbers against the definition of the derivative.
#include <fmt/core.h>

#include <string>
#include <vector>

#include "chapters/01_autograd/2_network.hpp"
#include "chapters/01_autograd/4_grad_check.hpp"
#include "chapters/01_autograd/8_tape_network.hpp"
#include "chapters/01_autograd/patch_data.hpp"
#include "chapters/01_autograd/sections.hpp"

namespace dls::ch01 {

namespace {

void add_rows(Table& table, Lesson& lesson, const std::string& who,
              const std::vector<GradientError>& report) {
  for (const GradientError& e : report) {
    table.row({who, e.name, fmt::format("{}", e.count), fmt::format("{:.1e}", e.worst),
               e.worst <= 1e-6 ? "right" : "WRONG"});
    lesson.metric({{"who", who}, {"parameter", e.name}, {"count", e.count}, {"worst", e.worst}});
  }
}

}  // namespace

void check(Lesson& lesson) {
  const PatchData few = patch_data(lesson.seed(), 5, PatchPlace::diagonal, "gradient check");

  HandNetwork hand(kOneHidden, lesson.seed());
  const auto hand_loss = [&] { return hand.loss(few.x, few.y); };
  const auto hand_gradient = [&] {
    zero_grad(hand.parameters());
    hand.loss(few.x, few.y);
    hand.backward();
  };

  TapeNetwork taped(kTwoHidden, lesson.seed());
  const auto record = [&](Tape& tape) {
    return cross_entropy(sigmoid(taped.forward(tape.constant(few.x))), few.y);
  };
  const auto tape_loss = [&] {
    Tape tape;
    return record(tape).item();
  };
  const auto tape_gradient = [&] {
    zero_grad(taped.parameters());
    Tape tape;
    tape.backward(record(tape));
  };

  const auto wrong_gradient = [&] {
    hand_gradient();
    for (Parameter* p : hand.parameters())
      if (p->name == "layer1.bias") p->grad /= 5.0;  // divided by the batch once too often
  };

  Table table({"gradient", "parameter", "numbers", "worst relative error", "verdict"});
  add_rows(table, lesson, "by hand", grad_check(hand.parameters(), hand_loss, hand_gradient));
  add_rows(table, lesson, "on the tape", grad_check(taped.parameters(), tape_loss, tape_gradient));
  add_rows(table, lesson, "with a fault", grad_check(hand.parameters(), hand_loss, wrong_gradient));
  lesson.show(table);
  lesson.say("The last four rows check the checker: layer1.bias was divided by the batch once too");
  lesson.say("often, on purpose. A network with that fault still trains, only worse.");
}

}  // namespace dls::ch01
