// One training, the same in every chapter: gpt-mini learns to go on with a text. What a chapter
// changes, it measures on this (C++17).
//
//   MiniTraining training(text_tokens);
//   for (int i = 0; i < 100; ++i) {
//     const TokenBatch batch = training.next_batch();
//     const double loss = training.step(batch);
//   }
#pragma once
#include <cstdint>
#include <vector>

#include "common/core/memory.hpp"
#include "common/core/rng.hpp"
#include "common/models/gpt2.hpp"
#include "common/optim/optimizer.hpp"

namespace dls {

/// Tokens (B,T), and as targets the same text one place later, (B,T); int64.
struct TokenBatch {
  Tensor tokens, targets;
};

/// What the training is made of. lr, betas, decay and clipping are those of Ailing Zhang and
/// co-author, Efficient Training in PyTorch, chapter 10; their B is 32, their T 128.
struct MiniOptions {
  Gpt2Config model = gpt_mini();
  std::int64_t batch = 8;    ///< B
  std::int64_t length = 64;  ///< T, at most the model's context: later places learn nothing
  double lr = 5e-4;
  double weight_decay = 0.1;
  double max_norm = 1.0;  ///< of all gradients together
  std::uint64_t seed = 1;
};

class MiniTraining {
 public:
  /// `text`: its tokens, each below the model's symbols. Throws Error when it is not longer than
  /// options.length, or when batch or length is below 1.
  explicit MiniTraining(std::vector<std::int64_t> text, const MiniOptions& options = {});

  /// The loader: B pieces of the text from places drawn with the seed. Batch n is the same in
  /// every run, whatever was done with the ones before.
  TokenBatch next_batch();

  /// Forward pass, backward pass, clipping, AdamW; returns the loss before the update. From the
  /// second step of a shape on it asks the system for no memory.
  double step(const TokenBatch& batch);
  /// The same for the next batch.
  double step() { return step(next_batch()); }

  std::int64_t tokens_per_step() const { return options_.batch * options_.length; }
  const MiniOptions& options() const { return options_; }
  Gpt2& model() { return model_; }
  AdamW& optimizer() { return adam_; }

 private:
  MiniOptions options_;
  std::vector<std::int64_t> text_;
  std::uint64_t batches_ = 0;  // drawn so far
  Gpt2 model_;
  AdamW adam_;
  std::vector<Variable> parameters_;
  StepArena arena_;
};

}  // namespace dls
