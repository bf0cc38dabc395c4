// Few pictures, many epochs: the validation loss says when to stop, and which weights to keep.
#include <fmt/core.h>

#include <filesystem>
#include <vector>

#include "chapters/03_training_loop/6_callbacks.hpp"
#include "chapters/03_training_loop/lesson_data.hpp"
#include "chapters/03_training_loop/sections.hpp"
#include "common/core/parallel.hpp"
#include "common/report/plot.hpp"

namespace dls::ch03 {

namespace {

/// Keeps the losses for a plot.
class Curves : public Callback {
 public:
  void on_epoch(Training&, const EpochReport& report) override {
    train.push_back(report.train.loss);
    validation.push_back(report.validation.loss);
  }
  std::vector<double> train, validation;
};

}  // namespace

void stop(Lesson& lesson) {
  set_threads(1);
  LessonData data = load_data(lesson);
  data.train.members.resize(data.real() ? 2000 : 100);
  Recipe recipe = original_recipe(lesson);
  recipe.dropout = 0;
  recipe.rate = 1e-3;
  recipe.epochs = 100;
  lesson.say("{} pictures, no dropout, rate {}, at most {} epochs, patience 5.", data.train.size(),
             recipe.rate, recipe.epochs);

  const std::filesystem::path folder = subfolder(lesson, "stop");
  std::filesystem::remove(folder / "last.ckpt");
  Training training(recipe, data.train);
  KeepBest best(folder / "best.ckpt");
  StopEarly early(5);
  Curves curves;
  Trainer(training, data.validation, folder, 1000000, {&best, &early, &curves}).run();

  lesson.say("Stopped after epoch {}; the best was epoch {}.", training.epoch(), best.epoch());
  lesson.say();
  SavedNet kept = load_net(folder / "best.ckpt");
  Table table({"weights", "train loss", "valid. loss", "test loss", "test accuracy"});
  const auto row = [&](const std::string& name, Classifier& net) {
    const Score test = evaluate(net, data.test);
    table.row({name, fmt::format("{:.4f}", evaluate(net, data.train).loss),
               fmt::format("{:.4f}", evaluate(net, data.validation).loss),
               fmt::format("{:.4f}", test.loss), fmt::format("{:.4f}", test.accuracy)});
  };
  row(fmt::format("of the last epoch, {}", training.epoch()), training.net());
  row(fmt::format("of the best epoch, {}", best.epoch()), *kept.net);
  lesson.show(table);
  Plot plot("The training loss falls on; the validation loss does not");
  plot.axes("epoch", "loss");
  plot.line("training", curves.train).line("validation", curves.validation);
  plot.points("kept", {static_cast<double>(best.epoch())}, {best.loss()});
  lesson.picture(plot, "stop.png",
                 "Two curves over epochs: the training loss falls all the way, the validation loss "
                 "falls, turns and rises; a dot marks its lowest point, whose weights are kept");
}

}  // namespace dls::ch03
