// Callbacks that talk: a table with a row for each epoch, and a progress bar.
#pragma once
#include <fmt/core.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "chapters/03_training_loop/5_trainer.hpp"
#include "common/report/lesson.hpp"

namespace dls::ch03 {

/// Collects the scores of all epochs, those before a restart included, and the memory of this
/// process.
class EpochTable : public Callback {
 public:
  EpochTable(Lesson& lesson, Part test) : lesson_(lesson), test_(std::move(test)) {}

  void on_epoch(Training& training, const EpochReport& report) override {
    const Score test = evaluate(training.net(), test_);
    rows_.push_back({fmt::format("{}", report.epoch), fmt::format("{:.4f}", report.train.loss),
                     fmt::format("{:.4f}", report.validation.loss),
                     fmt::format("{:.4f}", test.loss), fmt::format("{:.4f}", report.train.accuracy),
                     fmt::format("{:.4f}", report.validation.accuracy),
                     fmt::format("{:.4f}", test.accuracy)});
    const double resident = static_cast<double>(resident_bytes()) / (1 << 20);
    resident_.resize(rows_.size() - 1, "-");  // of epochs before a restart nobody knows
    resident_.push_back(fmt::format("{:.0f}", resident));
    lesson_.metric({{"epoch", report.epoch},
                    {"train_loss", report.train.loss},
                    {"validation_loss", report.validation.loss},
                    {"test_loss", test.loss},
                    {"test_accuracy", test.accuracy},
                    {"resident_mib", resident}});
  }

  void save(Checkpoint& checkpoint) const override {
    std::string text;
    for (const auto& row : rows_)
      for (const std::string& cell : row) text += cell + " ";
    checkpoint.notes["table"] = text;
  }
  void load(const Checkpoint& checkpoint) override {
    std::istringstream text(checkpoint.note("table"));
    rows_.clear();
    for (std::string cell; text >> cell;) {
      if (rows_.empty() || rows_.back().size() == kScores) rows_.emplace_back();
      rows_.back().push_back(cell);
    }
  }

  Table table() const {
    Table t({"epoch", "train loss", "valid. loss", "test loss", "train acc.", "valid. acc.",
             "test acc.", "resident MiB"});
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      std::vector<std::string> cells = rows_[i];
      cells.push_back(i < resident_.size() ? resident_[i] : "-");
      t.row(cells);
    }
    return t;
  }

 private:
  static constexpr std::size_t kScores = 7;
  Lesson& lesson_;
  Part test_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::string> resident_;
};

/// The bar of common/report, from step to step.
class ShowProgress : public Callback {
 public:
  explicit ShowProgress(const Training& training)
      : bar_("steps", training.steps_per_epoch() * training.recipe().epochs - training.steps()) {}
  void on_step(const Training&, double) override { bar_.step(); }

 private:
  Progress bar_;
};

}  // namespace dls::ch03
