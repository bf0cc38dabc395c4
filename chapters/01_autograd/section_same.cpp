// Two ways to the same gradient, and a curve to show it.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "chapters/01_autograd/8_tape_network.hpp"
#include "chapters/01_autograd/patch_data.hpp"
#include "chapters/01_autograd/sections.hpp"
#include "common/report/plot.hpp"

namespace dls::ch01 {

void same(Lesson& lesson) {
  using Clock = std::chrono::steady_clock;
  const PatchData train = train_patches(lesson.seed());
  HandNetwork hand(kOneHidden, lesson.seed());
  TapeNetwork taped(kOneHidden, lesson.seed());

  Table table({"epoch", "loss by hand", "loss on the tape", "difference"});
  std::vector<double> epochs, hand_curve, tape_curve;
  std::chrono::duration<double> hand_time{}, tape_time{};
  double worst = 0;
  for (int epoch = 1; epoch <= 50; ++epoch) {
    const auto start = Clock::now();
    const double a = train_epoch(hand, train.x, train.y, 1e-3);
    const auto middle = Clock::now();
    const double b = train_epoch(taped, train.x, train.y, 1e-3);
    tape_time += Clock::now() - middle;
    hand_time += middle - start;
    epochs.push_back(epoch);
    hand_curve.push_back(a);
    tape_curve.push_back(b);
    worst = std::max(worst, std::abs(a - b));
    lesson.metric({{"epoch", epoch}, {"by_hand", a}, {"tape", b}});
    if (epoch == 1 || epoch % 10 == 0)
      table.row({fmt::format("{}", epoch), fmt::format("{:.12f}", a), fmt::format("{:.12f}", b),
                 fmt::format("{:.1e}", std::abs(a - b))});
  }
  lesson.show(table);
  lesson.say("Largest difference over 50 epochs: {:.1e}. By hand {:.1f} s, on the tape {:.1f} s.",
             worst, hand_time.count(), tape_time.count());

  Plot plot("Black patch or not: training loss");
  plot.axes("epoch", "cross-entropy").log_y().size(760, 420);
  plot.line("backward by hand", epochs, hand_curve);
  plot.dashed("backward by the tape", epochs, tape_curve);
  lesson.picture(plot, "loss.png",
                 "The training loss of both networks on a logarithmic axis: one curve, since the "
                 "tape's dashed line lies on the hand-written one");
}

}  // namespace dls::ch01
