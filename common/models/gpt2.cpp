#include "common/models/gpt2.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "common/autograd/kernels.hpp"
#include "common/core/check.hpp"
#include "common/core/memory.hpp"
#include "common/nn/init.hpp"

namespace dls {
namespace {

Gpt2Config checked(const Gpt2Config& c) {
  DLS_CHECK(
      c.symbols >= 1 && c.context >= 1 && c.layers >= 1 && c.heads >= 1 && c.channels >= 1,
      "a GPT-2 with {} symbols, context {}, {} layers, {} heads, {} channels: each must be at "
      "least 1",
      c.symbols, c.context, c.layers, c.heads, c.channels);
  DLS_CHECK(c.channels % c.heads == 0,
            "{} channels cannot be shared evenly by {} heads: choose a multiple", c.channels,
            c.heads);
  return c;
}

/// Draws the first values, in the order in which the parameters are made.
struct Init {
  Rng rng;
  DType dtype;

  Tensor weights(std::int64_t rows, std::int64_t cols, double deviation = 0.02) {
    return normal({rows, cols}, 0, deviation, rng, dtype);
  }
  std::unique_ptr<Linear> layer(std::int64_t in, std::int64_t out, double deviation = 0.02) {
    return std::make_unique<Linear>(weights(out, in, deviation), Tensor::zeros({out}, dtype));
  }
};

}  // namespace

Gpt2Config gpt_mini(int symbols) {
  Gpt2Config config;
  config.symbols = symbols;
  config.tied = false;
  return config;
}

Gpt2Config gpt2_124m() {
  Gpt2Config config;
  config.symbols = 50257;
  config.context = 1024;
  config.layers = 12;
  config.heads = 12;
  config.channels = 768;
  return config;
}

std::int64_t parameter_count(const Gpt2Config& config) {
  const std::int64_t c = checked(config).channels;
  const std::int64_t attention = (c + 1) * 3 * c + (c + 1) * c;
  const std::int64_t mlp = (c + 1) * 4 * c + (4 * c + 1) * c;
  const std::int64_t norms = 2 * 2 * c;
  const std::int64_t embeddings = (config.symbols * (config.tied ? 1 : 2) + config.context) * c;
  return embeddings + config.layers * (attention + mlp + norms) + 2 * c;
}

/// x plus what attention finds in earlier places, then x plus what two linear layers make of each
/// place by itself. Each reads a normalised copy of the stream x (B,T,C) and adds to it.
struct Gpt2::Block : Module {
  Block(const Gpt2Config& config, Init& init)
      : heads(config.heads), ln_1(config.channels, init.dtype), ln_2(config.channels, init.dtype) {
    const std::int64_t c = config.channels;
    const double added = 0.02 / std::sqrt(2.0 * config.layers);  // see Gpt2
    add_module("ln_1", ln_1);
    add_module("attn.c_attn", *(attn_c_attn = init.layer(c, 3 * c)));
    add_module("attn.c_proj", *(attn_c_proj = init.layer(c, c, added)));
    add_module("ln_2", ln_2);
    add_module("mlp.c_fc", *(mlp_c_fc = init.layer(c, 4 * c)));
    add_module("mlp.c_proj", *(mlp_c_proj = init.layer(4 * c, c, added)));
  }

  Variable operator()(const Variable& x) {
    const Variable y = x + attention(ln_1(x));
    return y + (*mlp_c_proj)(gelu((*mlp_c_fc)(ln_2(y))));
  }

  Variable attention(const Variable& x) {
    const std::int64_t b = x.size(0), t = x.size(1), c = x.size(2);
    const Variable qkv = reshape((*attn_c_attn)(x), {b, t, 3, heads, c / heads});
    // (B,heads,T,C/heads): views, which matmul reads as they lie
    const auto part = [&](int i) { return permute(select(qkv, 2, i), {0, 2, 1, 3}); };
    const Variable found = causal_attention(part(0), part(1), part(2));
    return (*attn_c_proj)(reshape(permute(found, {0, 2, 1, 3}), {b, t, c}));
  }

  std::int64_t heads;
  LayerNorm ln_1, ln_2;
  std::unique_ptr<Linear> attn_c_attn, attn_c_proj, mlp_c_fc, mlp_c_proj;
};

Gpt2::Gpt2(const Gpt2Config& config, std::uint64_t seed, DType dtype)
    : config_(checked(config)),
      wte_(Init{Rng(seed, "gpt2", 0), dtype}.weights(config.symbols, config.channels)),
      wpe_(Init{Rng(seed, "gpt2", 1), dtype}.weights(config.context, config.channels)),
      ln_f_(config.channels, dtype) {
  Init init{Rng(seed, "gpt2", 2), dtype};
  add_module("transformer.wte", wte_);
  add_module("transformer.wpe", wpe_);
  for (int i = 0; i < config.layers; ++i) {
    blocks_.push_back(std::make_unique<Block>(config, init));
    add_module(fmt::format("transformer.h.{}", i), *blocks_.back());
  }
  add_module("transformer.ln_f", ln_f_);
  if (!config.tied) {
    lm_head_ = std::make_unique<Linear>(init.weights(config.symbols, config.channels), Tensor());
    add_module("lm_head", *lm_head_);
  }
}

Gpt2::~Gpt2() = default;

Variable Gpt2::hidden(const Tensor& tokens) {
  DLS_CHECK(tokens.rank() == 2, "a GPT-2 reads tokens (B,T), but got shape {}",
            to_string(tokens.shape()));
  const std::int64_t t = tokens.size(1);
  DLS_CHECK(t >= 1 && t <= config_.context,
            "a GPT-2 with context {0} cannot read sequences of {1} tokens: pass 1 to {0}",
            config_.context, t);
  const Tensor numbers = kernels::checked_indices(tokens, config_.symbols, "the tokens");
  Variable x = wte_(numbers) + slice(wpe_.weight(), 0, 0, t);
  for (const auto& block : blocks_) x = (*block)(x);
  return ln_f_(x);
}

Variable Gpt2::head(const Variable& x) {
  return lm_head_ ? (*lm_head_)(x) : linear(x, wte_.weight());
}

Variable Gpt2::forward(const Tensor& tokens) { return head(hidden(tokens)); }

Variable Gpt2::loss(const Tensor& tokens, const Tensor& targets) {
  DLS_CHECK(tokens.shape() == targets.shape(),
            "tokens {} with targets {}: every token needs its next one as target",
            to_string(tokens.shape()), to_string(targets.shape()));
  return cross_entropy(forward(tokens), targets);
}

namespace {

/// A token by its logit: the largest, or drawn from the top_k largest.
std::int64_t choose(const std::vector<double>& logits, double temperature, int top_k, Rng& rng) {
  const std::size_t all = logits.size();
  std::vector<std::size_t> order(all);
  for (std::size_t i = 0; i < all; ++i) order[i] = i;
  const auto likelier = [&](std::size_t a, std::size_t b) {
    return logits[a] != logits[b] ? logits[a] > logits[b] : a < b;
  };
  const std::size_t best = *std::min_element(order.begin(), order.end(), likelier);
  if (temperature == 0) return static_cast<std::int64_t>(best);
  const std::size_t count = top_k == 0 ? all : std::min(all, static_cast<std::size_t>(top_k));
  if (count < all) {
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count),
                      order.end(), likelier);
  }
  std::vector<double> sums;  // running, of what is proportional to the probabilities
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sums.push_back(sum += std::exp((logits[order[i]] - logits[best]) / temperature));
  }
  const auto found = std::upper_bound(sums.begin(), sums.end() - 1, rng.uniform() * sum);
  return static_cast<std::int64_t>(order[static_cast<std::size_t>(found - sums.begin())]);
}

}  // namespace

std::vector<std::int64_t> Gpt2::generate(std::vector<std::int64_t> prompt, int count,
                                         double temperature, int top_k, Rng& rng) {
  DLS_CHECK(!prompt.empty(), "generate() needs a prompt of at least one token to go on from");
  DLS_CHECK(
      count >= 0 && temperature >= 0 && top_k >= 0,
      "generate() of {} tokens at temperature {} from the {} most likely: none of these may be "
      "negative",
      count, temperature, top_k);
  const NoGrad no_grad;
  StepArena arena;
  for (int i = 0; i < count; ++i) {
    const auto scope = arena.scope();
    const auto seen = std::min<std::ptrdiff_t>(config_.context, std::ssize(prompt));
    const Tensor window = Tensor::of({1, seen}, std::vector(prompt.end() - seen, prompt.end()));
    const Tensor logits = head(select(hidden(window), 1, -1)).value().to(DType::f64);
    const std::vector<double> numbers = logits.to_vector<double>();
    for (const double logit : numbers) {
      DLS_CHECK(!std::isnan(logit),
                "a logit is NaN: the model's weights are, or were trained to be");
    }
    prompt.push_back(choose(numbers, temperature, top_k, rng));
  }
  return prompt;
}

}  // namespace dls
