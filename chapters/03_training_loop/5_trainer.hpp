// The loop around the steps: epochs, validation, checkpoints, and whoever wants to be called.
#pragma once
#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include "chapters/03_training_loop/4_checkpoint.hpp"

namespace dls::ch03 {

/// What is known at the end of an epoch.
struct EpochReport {
  int epoch = 0;  ///< 1 for the first
  Score train;    ///< over the epoch, as its pictures were seen
  Score validation;
};

// [callback]
/// Something that wants to be called: a log, a progress bar, a judge who may end the training.
class Callback {
 public:
  virtual ~Callback() = default;
  /// After each step, with its loss.
  virtual void on_step(const Training&, double /*loss*/) {}
  /// After each epoch, before its checkpoint is written.
  virtual void on_epoch(Training&, const EpochReport&) {}
  /// Whether the training should end now.
  virtual bool wants_to_stop() const { return false; }
  /// What it remembers, into a checkpoint and back: it must survive a restart like the weights.
  virtual void save(Checkpoint&) const {}
  virtual void load(const Checkpoint&) {}
};
// [/callback]

/// Runs a training to its end, from wherever it stands.
class Trainer {
 public:
  /// Writes checkpoints to `folder`/last.ckpt, every `save_every` steps and after each epoch.
  /// The folder must exist; training and callbacks must live as long as the trainer.
  Trainer(Training& training, Part validation, const std::filesystem::path& folder,
          std::int64_t save_every, std::vector<Callback*> callbacks)
      : training_(training),
        validation_(std::move(validation)),
        file_(folder / "last.ckpt"),
        save_every_(save_every),
        callbacks_(std::move(callbacks)) {}

  /// Goes to where the checkpoint stands. False when there is none. Throws Error when it is
  /// damaged, or belongs to another training.
  bool resume() {
    if (!std::filesystem::exists(file_)) return false;
    const Checkpoint checkpoint = load_checkpoint(file_);
    training_.load(checkpoint);
    for (Callback* callback : callbacks_) callback->load(checkpoint);
    return true;
  }

  // [run]
  /// What to do next follows from the state alone. So it makes no difference whether the state was
  /// reached step by step or read from a file.
  void run() {
    while (training_.epoch() < training_.recipe().epochs && !somebody_wants_to_stop()) {
      while (!training_.epoch_over()) {
        const double loss = training_.step();
        for (Callback* callback : callbacks_) callback->on_step(training_, loss);
        if (training_.steps() % save_every_ == 0) save();
      }
      const EpochReport report = {training_.epoch() + 1, training_.so_far(),
                                  evaluate(training_.net(), validation_)};
      for (Callback* callback : callbacks_) callback->on_epoch(training_, report);
      training_.next_epoch();
      save();  // last: what the callbacks wrote is on the disk before the state that says so
    }
  }
  // [/run]

 private:
  bool somebody_wants_to_stop() const {
    for (const Callback* callback : callbacks_)
      if (callback->wants_to_stop()) return true;
    return false;
  }

  void save() const {
    Checkpoint checkpoint;
    training_.save(checkpoint);
    for (const Callback* callback : callbacks_) callback->save(checkpoint);
    save_checkpoint(file_, checkpoint);
  }

  Training& training_;
  Part validation_;
  std::filesystem::path file_;
  std::int64_t save_every_;
  std::vector<Callback*> callbacks_;
};

}  // namespace dls::ch03
