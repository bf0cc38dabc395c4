#include "common/models/mini_training.hpp"

#include <algorithm>

#include "common/core/check.hpp"

namespace dls {

MiniTraining::MiniTraining(std::vector<std::int64_t> text, const MiniOptions& options)
    : options_(options),
      text_(std::move(text)),
      model_(options.model, options.seed),
      adam_(model_.named_parameters(), options.lr, {0.9, 0.95, 1e-8, options.weight_decay}),
      parameters_(model_.parameters()) {
  DLS_CHECK(options.batch >= 1 && options.length >= 1,
            "batches of {} pieces of {} tokens: both must be at least 1", options.batch,
            options.length);
  DLS_CHECK(std::ssize(text_) > options.length,
            "a text of {} tokens has no piece of {} with a next one: pass a longer text, or a "
            "smaller length",
            text_.size(), options.length);
}

TokenBatch MiniTraining::next_batch() {
  const auto scope = arena_.scope();
  Rng rng(options_.seed, "batches", batches_++);
  const Shape shape{options_.batch, options_.length};
  TokenBatch batch{Tensor::empty(shape, DType::i64), Tensor::empty(shape, DType::i64)};
  std::int64_t* tokens = batch.tokens.first_data<std::int64_t>();
  std::int64_t* targets = batch.targets.first_data<std::int64_t>();
  const auto starts = static_cast<std::uint32_t>(std::ssize(text_) - options_.length);
  for (std::int64_t b = 0; b < options_.batch; ++b) {
    const auto from = text_.begin() + rng.below(starts);
    tokens = std::copy_n(from, options_.length, tokens);
    targets = std::copy_n(from + 1, options_.length, targets);
  }
  return batch;
}

double MiniTraining::step(const TokenBatch& batch) {
  const auto scope = arena_.scope();
  adam_.zero_grad();
  const Variable loss = model_.loss(batch.tokens, batch.targets);
  backward(loss);
  clip_gradients(parameters_, options_.max_norm);
  adam_.step();
  return loss.item();
}

}  // namespace dls
