// A training as an object: everything that a step changes is in here, and nowhere else.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "chapters/03_training_loop/1_data.hpp"
#include "chapters/03_training_loop/2_net.hpp"
#include "chapters/03_training_loop/7_profiler.hpp"
#include "common/core/memory.hpp"
#include "common/io/checkpoint.hpp"
#include "common/optim/optimizer.hpp"
#include "common/optim/schedule.hpp"

namespace dls::ch03 {

// [recipe]
/// What is decided before the first step, and never changes during a training.
struct Recipe {
  std::vector<std::int64_t> sizes = {784, 64, 64, 10};
  double dropout = 0.1;
  double rate = 2e-4;   ///< of Adam
  bool cosine = false;  ///< lets the rate rise in the first epoch and fall along half a cosine
  std::int64_t batch = 32;
  int epochs = 5;
  std::uint64_t seed = 42;
  std::string data = "generated";  ///< the name of the pictures
};
// [/recipe]

/// How good a network is on a part that it does not train on.
struct Score {
  double loss = 0;
  double accuracy = 0;
};

/// The class with the largest logarithm of a probability, for row `i` of (B,classes).
inline std::int64_t likeliest(const Tensor& log_probabilities, std::int64_t i) {
  const std::int64_t classes = log_probabilities.size(1);
  const float* row = log_probabilities.data<float>() + i * classes;
  return std::max_element(row, row + classes) - row;
}

// [evaluate]
/// Mean loss and accuracy. Nothing is dropped, nothing is recorded, nothing changes.
inline Score evaluate(Classifier& net, const Part& part) {
  const bool before = net.training();
  net.train(false);
  const NoGrad off;
  StepArena arena;
  Score score;
  const std::int64_t batch = 500;
  Batches batches(part, batch, 0);
  while (batches.left() > 0) {
    const auto scope = arena.scope();
    const Batch b = batches.next();
    const Variable y = net(Variable(b.x));
    const std::int64_t n = b.x.size(0);
    score.loss += nll_loss(y, b.labels).item() * static_cast<double>(n);
    for (std::int64_t i = 0; i < n; ++i)
      score.accuracy += likeliest(y.value(), i) == b.labels.at<std::int64_t>({i}) ? 1 : 0;
  }
  net.train(before);
  score.loss /= static_cast<double>(part.size());
  score.accuracy /= static_cast<double>(part.size());
  return score;
}
// [/evaluate]

/// A network, its optimiser, and its place in the data.
class Training {
 public:
  Training(Recipe recipe, Part part)
      : recipe_(std::move(recipe)),
        batches_(std::move(part), recipe_.batch, recipe_.seed),
        net_(recipe_.sizes, recipe_.dropout, recipe_.seed),
        optimizer_(net_.named_parameters(), recipe_.rate) {}

  // [step]
  /// One batch: forward pass, backward pass, update. Returns the loss. Throws Error when the epoch
  /// is over.
  double step() {
    const auto memory = arena_.scope();  // what a step needs is kept for the next one
    const Scope all(profiler, "step");
    const Batch batch = load();
    Variable y, loss;
    {
      const Scope part(profiler, "forward");
      y = net_(Variable(batch.x));
      loss = nll_loss(y, batch.labels);
    }
    {
      const Scope part(profiler, "backward");
      optimizer_.zero_grad();
      backward(loss);
    }
    {
      const Scope part(profiler, "update");
      optimizer_.set_lr(rate_at(steps_));
      optimizer_.step();
    }
    count(y.value(), loss.item(), batch);
    return loss.item();
  }
  // [/step]

  bool epoch_over() const { return batches_.left() == 0; }
  /// Begins the next epoch: a new order, sums at 0.
  void next_epoch() {
    ++epoch_;
    loss_sum_ = 0;
    right_ = 0;
    batches_.next_epoch();
  }

  /// The learning rate of step number `step`, a function of that number alone.
  double rate_at(std::int64_t step) const {
    if (!recipe_.cosine) return recipe_.rate;
    const std::int64_t all = steps_per_epoch() * recipe_.epochs;
    return CosineSchedule{recipe_.rate, all, std::min(steps_per_epoch(), all)}(step);
  }

  const Recipe& recipe() const { return recipe_; }
  Classifier& net() { return net_; }
  int epoch() const { return epoch_; }           ///< completed epochs
  std::int64_t steps() const { return steps_; }  ///< completed steps
  std::int64_t steps_per_epoch() const {
    return (batches_.size() + batches_.batch() - 1) / batches_.batch();
  }
  /// Over the pictures of this epoch so far, as the network saw them: while it changed.
  Score so_far() const {
    const double n = static_cast<double>(std::max<std::int64_t>(batches_.used(), 1));
    return {loss_sum_ / n, static_cast<double>(right_) / n};
  }

  /// Into a checkpoint and back: 4_checkpoint.hpp.
  void save(Checkpoint& checkpoint) const;
  void load(const Checkpoint& checkpoint);

  Profiler* profiler = nullptr;  ///< set it to see where the time of a step goes

 private:
  Batch load() {
    const Scope part(profiler, "data");
    return batches_.next();
  }

  void count(const Tensor& y, double loss, const Batch& batch) {
    ++steps_;
    const std::int64_t n = batch.x.size(0);
    loss_sum_ += loss * static_cast<double>(n);
    for (std::int64_t i = 0; i < n; ++i)
      right_ += likeliest(y, i) == batch.labels.at<std::int64_t>({i}) ? 1 : 0;
  }

  // [state]
  Recipe recipe_;           // decided before
  Batches batches_;         // the stream of random numbers, and the place in the order
  Classifier net_;          // weights, and how often each dropout was called
  Adam optimizer_;          // two moments for each weight, and a count of steps
  std::int64_t steps_ = 0;  // all steps so far
  int epoch_ = 0;           // completed epochs
  double loss_sum_ = 0;     // of this epoch so far
  std::int64_t right_ = 0;  // answers of this epoch so far that were right
  // [/state]
  StepArena arena_;  // memory only: no number in it outlives a step
};

}  // namespace dls::ch03
