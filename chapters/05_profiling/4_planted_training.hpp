// gpt-mini learns to go on with a text, and something is wrong with the training. Never with what
// it learns: only with the time and the memory that it takes.
#pragma once
#include <malloc.h>

#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/autograd/ops.hpp"
#include "common/core/memory.hpp"
#include "common/core/parallel.hpp"
#include "common/core/profile_hook.hpp"
#include "common/core/rng.hpp"
#include "common/data/play.hpp"
#include "common/models/gpt2.hpp"
#include "common/optim/optimizer.hpp"

namespace dls::ch05 {

/// What can be wrong. Each is one line below, as it is written by somebody who means well.
enum class Defect { slow_loader, memory_given_back, hidden_copy, one_thread };

/// The sizes of a training. The weights, and so the losses, depend on these alone.
struct PlantedSizes {
  Gpt2Config model = gpt_mini();
  std::int64_t batch = 8;            ///< B
  std::int64_t length = 64;          ///< T
  std::size_t characters = 3000000;  ///< of the text
};

class PlantedTraining {
 public:
  PlantedTraining(const PlantedSizes& sizes, std::vector<Defect> defects, std::uint64_t seed)
      : sizes_(sizes),
        defects_(std::move(defects)),
        seed_(seed),
        text_(generated_play(seed, sizes.characters)),
        tokens_(play_tokens(text_)),
        model_(sizes.model, seed),
        adam_(model_.named_parameters(), 5e-4, {0.9, 0.95, 1e-8, 0.1}) {
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    set_threads(has(Defect::one_thread) || cores < 1 ? 1 : cores);
  }

  // [step]
  double step() {
    const auto memory = arena_.scope();
    const ProfileScope all("step");
    {
      const ProfileScope part("data");
      load();
    }
    Variable loss;
    {
      const ProfileScope part("forward");
      loss = model_.loss(inputs_, targets_);
    }
    {
      const ProfileScope part("backward");
      adam_.zero_grad();
      backward(loss);
    }
    {
      const ProfileScope part("update");
      clip_gradients(model_.parameters(), 1);
      adam_.step();
    }
    const ProfileScope part("log");
    note(loss.item());
    if (has(Defect::memory_given_back)) give_back();
    return loss.item();
  }
  // [/step]

 private:
  bool has(Defect d) const {
    for (const Defect one : defects_)
      if (one == d) return true;
    return false;
  }

  // [load]
  /// B pieces of T tokens from places drawn with the seed, and the same one token later.
  void load() {
    const std::vector<std::int64_t> anew =
        has(Defect::slow_loader) ? play_tokens(text_) : std::vector<std::int64_t>();
    const std::vector<std::int64_t>& tokens = anew.empty() ? tokens_ : anew;
    Rng rng(seed_, "batches", static_cast<std::uint64_t>(batches_++));
    const Shape shape{sizes_.batch, sizes_.length};
    std::vector<std::int64_t> inputs, targets;
    for (std::int64_t b = 0; b < sizes_.batch; ++b) {
      const auto start = tokens.begin() +
                         rng.below(static_cast<std::uint32_t>(std::ssize(tokens) - sizes_.length));
      inputs.insert(inputs.end(), start, start + sizes_.length);
      targets.insert(targets.end(), start + 1, start + 1 + sizes_.length);
    }
    inputs_ = Tensor::of(shape, inputs);
    targets_ = Tensor::of(shape, targets);
  }
  // [/load]

  // [note]
  /// Keeps the weights with the smallest loss so far, in case that somebody asks for them.
  void note(double loss) {
    if (!has(Defect::hidden_copy)) return;
    std::vector<NamedTensor> weights = model_.state();
    std::vector<Tensor> moments;
    for (NamedTensor& t : weights) t.value = t.value.copy();
    for (const NamedTensor& t : adam_.state()) moments.push_back(t.value.copy());
    if (best_.empty() || loss < best_loss_) {
      best_ = std::move(weights);
      best_moments_ = std::move(moments);
      best_loss_ = loss;
    }
  }
  // [/note]

  // [give_back]
  /// "So that nothing piles up": what waits in the arena goes back to the C library, and what waits
  /// there goes back to the system.
  void give_back() {
    arena_.release();
    malloc_trim(0);
  }
  // [/give_back]

  PlantedSizes sizes_;
  std::vector<Defect> defects_;
  std::uint64_t seed_;
  std::string text_;
  std::vector<std::int64_t> tokens_;
  Gpt2 model_;
  AdamW adam_;
  StepArena arena_;
  std::int64_t batches_ = 0;
  Tensor inputs_, targets_;
  std::vector<NamedTensor> best_;
  std::vector<Tensor> best_moments_;
  double best_loss_ = 0;
};

}  // namespace dls::ch05
