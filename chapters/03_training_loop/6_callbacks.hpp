// The callbacks of this chapter: the best weights, early stopping, a log of losses.
#pragma once
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include "chapters/03_training_loop/5_trainer.hpp"
#include "chapters/03_training_loop/8_classify.hpp"

namespace dls::ch03 {

// [best]
/// Keeps the weights of the epoch with the lowest validation loss in a file. Of two epochs that are
/// equal, the first stays.
class KeepBest : public Callback {
 public:
  explicit KeepBest(std::filesystem::path file) : file_(std::move(file)) {}

  void on_epoch(Training& training, const EpochReport& report) override {
    if (!(report.validation.loss < loss_)) return;
    loss_ = report.validation.loss;
    epoch_ = report.epoch;
    save_net(file_, training.net(), training.recipe().dropout);
  }
  void save(Checkpoint& checkpoint) const override {
    checkpoint.notes["best.loss"] = exact(loss_);
    checkpoint.notes["best.epoch"] = std::to_string(epoch_);
  }
  void load(const Checkpoint& checkpoint) override {
    loss_ = number(checkpoint, "best.loss");
    epoch_ = static_cast<int>(whole_number(checkpoint, "best.epoch", kMostEpochs));
    if (epoch_ > 0) load_checkpoint(file_);  // lost or damaged: say so now, not at the end
  }

  double loss() const { return loss_; }
  int epoch() const { return epoch_; }  ///< 0: none yet

 private:
  std::filesystem::path file_;
  double loss_ = std::numeric_limits<double>::infinity();
  int epoch_ = 0;
};
// [/best]

// [stop]
/// Ends the training after `patience` epochs in a row whose validation loss was no new lowest one.
class StopEarly : public Callback {
 public:
  explicit StopEarly(int patience) : patience_(patience) {}

  void on_epoch(Training&, const EpochReport& report) override {
    const bool better = report.validation.loss < lowest_;  // an equal loss is not better
    waited_ = better ? 0 : waited_ + 1;
    if (better) lowest_ = report.validation.loss;
  }
  bool wants_to_stop() const override { return waited_ >= patience_; }
  void save(Checkpoint& checkpoint) const override {
    checkpoint.notes["stop.lowest"] = exact(lowest_);
    checkpoint.notes["stop.waited"] = std::to_string(waited_);
  }
  void load(const Checkpoint& checkpoint) override {
    lowest_ = number(checkpoint, "stop.lowest");
    waited_ = static_cast<int>(whole_number(checkpoint, "stop.waited", kMostEpochs));
  }
  int waited() const { return waited_; }

 private:
  int patience_;
  double lowest_ = std::numeric_limits<double>::infinity();
  int waited_ = 0;
};
// [/stop]

// [log]
/// One line of JSON for each step and each epoch, with all digits. The checkpoint notes how long
/// the file was; after a restart the lines of steps that will be taken again are cut off.
class LossLog : public Callback {
 public:
  explicit LossLog(std::filesystem::path path) : path_(std::move(path)) {}
  LossLog(const LossLog&) = delete;
  LossLog& operator=(const LossLog&) = delete;
  ~LossLog() override {
    if (file_ != nullptr) std::fclose(file_);
  }

  void on_step(const Training& training, double loss) override {
    write("{\"step\":" + std::to_string(training.steps()) + ",\"loss\":" + exact(loss) + "}\n");
  }
  void on_epoch(Training&, const EpochReport& report) override {
    write("{\"epoch\":" + std::to_string(report.epoch) + ",\"train_loss\":" +
          exact(report.train.loss) + ",\"validation_loss\":" + exact(report.validation.loss) +
          ",\"validation_accuracy\":" + exact(report.validation.accuracy) + "}\n");
  }
  void save(Checkpoint& checkpoint) const override {
    checkpoint.notes["log.bytes"] = std::to_string(bytes_);
  }
  void load(const Checkpoint& checkpoint) override { open(whole_number(checkpoint, "log.bytes")); }

 private:
  /// Opens the file at this length. Throws Error when it is shorter, or cannot be written.
  void open(std::int64_t bytes) {
    std::error_code missing;
    const std::uintmax_t there = std::filesystem::file_size(path_, missing);
    const std::int64_t size = missing ? 0 : static_cast<std::int64_t>(there);
    if (size < bytes)
      throw Error("the log " + path_.string() + " has " + std::to_string(size) +
                  " bytes and is shorter than the checkpoint says, " + std::to_string(bytes) +
                  ": bring it back, or delete the checkpoint to start afresh");
    file_ = std::fopen(path_.c_str(), "ab");
    if (file_ == nullptr) fail(std::strerror(errno));
    std::filesystem::resize_file(path_, static_cast<std::uintmax_t>(bytes));
    bytes_ = bytes;
  }
  void write(const std::string& line) {
    if (file_ == nullptr) open(0);
    if (std::fwrite(line.data(), 1, line.size(), file_) != line.size() || std::fflush(file_) != 0)
      fail(std::strerror(errno));
    bytes_ += static_cast<std::int64_t>(line.size());
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw Error("cannot write " + path_.string() + ": " + why);
  }

  std::filesystem::path path_;
  std::FILE* file_ = nullptr;
  std::int64_t bytes_ = 0;
};
// [/log]

}  // namespace dls::ch03
