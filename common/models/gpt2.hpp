// GPT-2: a network that reads symbols and says, after each, how likely every symbol is to come next
// (C++17).
//
// Until chapter 15 opens it, it is a black box: tokens in, logits or a loss out.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "common/core/rng.hpp"
#include "common/nn/layers.hpp"

namespace dls {

/// The sizes of a GPT-2.
struct Gpt2Config {
  int symbols = 65;   ///< V: how many different tokens there are
  int context = 128;  ///< the longest sequence it can look at
  int layers = 6;
  int heads = 6;
  int channels = 192;  ///< C: numbers per token between the layers; a multiple of heads
  /// Whether the output weights are the embeddings of the tokens, (V,C) both, or their own.
  bool tied = true;
};

/// The model that this book follows: 6 layers, 6 heads, 192 channels, context 128, and weights of
/// its own for the output: 2,719,104 parameters with 65 symbols.
Gpt2Config gpt_mini(int symbols = 65);

/// The smallest of the four that were published: 12 layers, 12 heads, 768 channels, context 1,024,
/// 50,257 symbols, tied: 124,439,808 parameters.
Gpt2Config gpt2_124m();

/// How many parameters a Gpt2 of these sizes has, by formula. Throws Error, as Gpt2 does, on sizes
/// that make no model.
std::int64_t parameter_count(const Gpt2Config& config);

/// GPT-2. Parameters carry the names of the published weights
/// ("transformer.h.0.attn.c_attn.weight", "lm_head.weight" where it is not tied); weights are
/// (out,in), as Linear has them.
///
/// First values: weights and embeddings normal with deviation 0.02, biases 0; the two projections
/// of each block that are added to the stream get 0.02 / sqrt(2 layers), so that the stream does
/// not grow with depth. The same seed gives the same model.
///
/// Source: Radford et al., "Language Models are Unsupervised Multitask Learners", 2019,
/// section 2.3.
class Gpt2 : public Module {
 public:
  /// Throws Error when a size is below 1 or the channels cannot be shared evenly by the heads.
  explicit Gpt2(const Gpt2Config& config, std::uint64_t seed = 1, DType dtype = DType::f32);
  ~Gpt2() override;

  const Gpt2Config& config() const { return config_; }

  /// Logits (B,T,V) for tokens (B,T), whole numbers: logits [b,t] are for the token that follows
  /// token [b,t], and depend on tokens [b,0] to [b,t] alone. Throws Error when tokens has another
  /// rank, when T is 0 or longer than the context, or when a token is not from 0 to V-1.
  Variable forward(const Tensor& tokens);
  Variable operator()(const Tensor& tokens) { return forward(tokens); }

  /// The mean over all B x T places of -ln (the probability that the model gives to the target).
  /// tokens and targets (B,T); targets are the tokens one place later. Throws Error as forward, and
  /// when the shapes differ.
  Variable loss(const Tensor& tokens, const Tensor& targets);

  /// `prompt` followed by `count` new tokens, each drawn from what the model expects after the last
  /// `context` tokens before it. Logits are divided by `temperature` (0: always the most likely
  /// token, no draw); with top_k > 0 only the top_k most likely tokens can be drawn. Records no
  /// gradients. A model that was trained on sequences shorter than its context knows nothing of the
  /// places beyond, so keep prompt and new tokens within that length. Every token costs a pass over
  /// the whole context: chapter 15 stops repeating itself. Throws Error when the prompt is empty,
  /// temperature is negative or NaN, top_k or count is negative.
  std::vector<std::int64_t> generate(std::vector<std::int64_t> prompt, int count,
                                     double temperature, int top_k, Rng& rng);

 private:
  struct Block;
  /// What the last layer knows, (B,T,C).
  Variable hidden(const Tensor& tokens);
  /// (...,C) to logits (...,V).
  Variable head(const Variable& x);

  Gpt2Config config_;
  Embedding wte_, wpe_;
  std::vector<std::unique_ptr<Block>> blocks_;
  LayerNorm ln_f_;
  std::unique_ptr<Linear> lm_head_;  // null when tied
};

}  // namespace dls
