// The GPT that this book follows: counts, values against plain loops, gradients, causality.
#include <cmath>
#include <map>
#include <set>

#include "common/autograd/gradcheck.hpp"
#include "common/core/error.hpp"
#include "common/core/memory.hpp"
#include "common/core/parallel.hpp"
#include "common/core/tensor_numbers.hpp"
#include "common/models/gpt2.hpp"
#include "common/nn/init.hpp"
#include "common/optim/optimizer.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls;

namespace {

/// 2 layers, 2 heads, 8 channels, 5 symbols, context 4.
Gpt2Config tiny(bool tied = true) {
  Gpt2Config config;
  config.symbols = 5;
  config.context = 4;
  config.layers = 2;
  config.heads = 2;
  config.channels = 8;
  config.tied = tied;
  return config;
}

Tensor random_tokens(const Shape& shape, int symbols, std::uint64_t id = 0) {
  Rng rng(dls_test::seed(), "tokens", id);
  std::vector<std::int64_t> tokens;
  for (std::int64_t i = 0; i < shape.elements(); ++i) {
    tokens.push_back(rng.below(static_cast<std::uint32_t>(symbols)));
  }
  return Tensor::of(shape, tokens);
}

/// Moves every parameter away from its first value: with biases of 0 and small weights, faults
/// hide.
void scramble(Gpt2& model) {
  Rng rng(dls_test::seed(), "scramble");
  for (const Variable& p : model.parameters()) {
    Tensor value = p.value();
    const Tensor noise = normal(value.shape(), 0, 0.4, rng, value.dtype());
    value.copy_from(add(p, Variable(noise)).value());
  }
}

using Row = std::vector<double>;

/// The forward pass once more, in plain loops, from the published description alone.
class PlainGpt2 {
 public:
  explicit PlainGpt2(Gpt2& model) : config_(model.config()) {
    for (const auto& [name, variable] : model.named_parameters()) {
      weights_[name] = variable.value().to_vector<double>();
    }
  }

  /// Logits (T,V) of one sequence.
  std::vector<Row> operator()(const std::vector<std::int64_t>& tokens) const {
    const std::size_t c = static_cast<std::size_t>(config_.channels);
    std::vector<Row> x;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      Row row(c);
      for (std::size_t i = 0; i < c; ++i) {
        row[i] = of("transformer.wte.weight")[static_cast<std::size_t>(tokens[t]) * c + i] +
                 of("transformer.wpe.weight")[t * c + i];
      }
      x.push_back(row);
    }
    for (int layer = 0; layer < config_.layers; ++layer) {
      const std::string h = "transformer.h." + std::to_string(layer) + ".";
      add_attention(h, x);
      for (Row& row : x) {
        Row inner = linear_of(h + "mlp.c_fc", normalised(h + "ln_2", row));
        for (double& v : inner) {
          v = 0.5 * v * (1 + std::tanh(0.79788456080286535588 * (v + 0.044715 * v * v * v)));
        }
        const Row out = linear_of(h + "mlp.c_proj", inner);
        for (std::size_t i = 0; i < c; ++i) row[i] += out[i];
      }
    }
    std::vector<Row> logits;
    for (const Row& row : x) {
      const Row last = normalised("transformer.ln_f", row);
      logits.push_back(times(of(config_.tied ? "transformer.wte.weight" : "lm_head.weight"), last));
    }
    return logits;
  }

 private:
  const Row& of(const std::string& name) const { return weights_.at(name); }

  static Row times(const Row& weight, const Row& x) {
    Row y(weight.size() / x.size());
    for (std::size_t o = 0; o < y.size(); ++o) {
      for (std::size_t i = 0; i < x.size(); ++i) y[o] += weight[o * x.size() + i] * x[i];
    }
    return y;
  }

  Row linear_of(const std::string& name, const Row& x) const {
    Row y = times(of(name + ".weight"), x);
    for (std::size_t o = 0; o < y.size(); ++o) y[o] += of(name + ".bias")[o];
    return y;
  }

  Row normalised(const std::string& name, const Row& x) const {
    const double n = static_cast<double>(x.size());
    double mean = 0, variance = 0;
    for (const double v : x) mean += v / n;
    for (const double v : x) variance += (v - mean) * (v - mean) / n;
    Row y;
    for (std::size_t i = 0; i < x.size(); ++i) {
      y.push_back((x[i] - mean) / std::sqrt(variance + 1e-5) * of(name + ".weight")[i] +
                  of(name + ".bias")[i]);
    }
    return y;
  }

  void add_attention(const std::string& h, std::vector<Row>& x) const {
    const std::size_t c = x[0].size(), width = c / static_cast<std::size_t>(config_.heads);
    std::vector<Row> qkv;  // of each place: queries, keys, values of all heads
    for (const Row& row : x)
      qkv.push_back(linear_of(h + "attn.c_attn", normalised(h + "ln_1", row)));
    for (std::size_t t = 0; t < x.size(); ++t) {
      Row found(c);
      for (std::size_t head = 0; head < c; head += width) {
        Row weights;
        double sum = 0;
        for (std::size_t s = 0; s <= t; ++s) {
          double score = 0;
          for (std::size_t i = head; i < head + width; ++i) score += qkv[t][i] * qkv[s][c + i];
          weights.push_back(std::exp(score / std::sqrt(static_cast<double>(width))));
          sum += weights.back();
        }
        for (std::size_t s = 0; s <= t; ++s) {
          for (std::size_t i = head; i < head + width; ++i) {
            found[i] += weights[s] / sum * qkv[s][2 * c + i];
          }
        }
      }
      const Row out = linear_of(h + "attn.c_proj", found);
      for (std::size_t i = 0; i < c; ++i) x[t][i] += out[i];
    }
  }

  Gpt2Config config_;
  std::map<std::string, Row> weights_;
};

}  // namespace

TEST_CASE("parameters: as published, and as the formula says") {
  CHECK(parameter_count(gpt2_124m()) == 124'439'808);
  CHECK(parameter_count(gpt_mini()) == 2'719'104);
  Gpt2 mini(gpt_mini());
  CHECK(mini.parameter_count() == 2'719'104);
  CHECK(Gpt2(tiny(true)).parameter_count() == parameter_count(tiny(true)));
  CHECK(Gpt2(tiny(false)).parameter_count() == parameter_count(tiny(true)) + 5 * 8);
  Gpt2Config other = tiny();
  other.layers = 1;
  other.context = 7;
  other.symbols = 3;
  CHECK(Gpt2(other).parameter_count() == parameter_count(other));
}

TEST_CASE("parameters have the published names") {
  std::map<std::string, Shape> shapes;
  for (const auto& [name, variable] : Gpt2(tiny(false)).named_parameters()) {
    shapes[name] = variable.shape();
  }
  CHECK(shapes.size() == 2 + 2 * 12 + 2 + 1);
  CHECK(shapes.at("transformer.wte.weight") == Shape{5, 8});
  CHECK(shapes.at("transformer.wpe.weight") == Shape{4, 8});
  CHECK(shapes.at("transformer.h.1.ln_1.weight") == Shape{8});
  CHECK(shapes.at("transformer.h.0.attn.c_attn.weight") == Shape{24, 8});
  CHECK(shapes.at("transformer.h.0.attn.c_attn.bias") == Shape{24});
  CHECK(shapes.at("transformer.h.1.attn.c_proj.weight") == Shape{8, 8});
  CHECK(shapes.at("transformer.h.1.mlp.c_fc.weight") == Shape{32, 8});
  CHECK(shapes.at("transformer.h.0.mlp.c_proj.bias") == Shape{8});
  CHECK(shapes.at("transformer.ln_f.bias") == Shape{8});
  CHECK(shapes.at("lm_head.weight") == Shape{5, 8});
  CHECK(Gpt2(tiny(true)).named_parameters().size() == 2 + 2 * 12 + 2);
}

TEST_CASE("first values: deviations, zeros, ones; the seed decides") {
  const Gpt2 mini(gpt_mini(), dls_test::seed());
  for (const auto& [name, variable] : mini.named_parameters()) {
    CAPTURE(name);
    double sum = 0, squares = 0;
    const std::vector<float> values = variable.value().to_vector<float>();
    for (const float v : values) sum += v, squares += static_cast<double>(v) * v;
    const double n = static_cast<double>(values.size()), deviation = std::sqrt(squares / n);
    const bool is_norm = name.find(".ln_") != std::string::npos;
    if (name.ends_with("bias")) {
      CHECK(squares == 0);
    } else if (is_norm) {
      CHECK(sum == n);
      CHECK(squares == n);
    } else {
      const double want = name.ends_with("c_proj.weight") ? 0.02 / std::sqrt(12.0) : 0.02;
      CHECK_SAME(deviation, want, within(4 / std::sqrt(2 * n), 0, "4 sigma of a deviation"));
      CHECK_SAME(sum / n, 0.0, within(0, 4 * want / std::sqrt(n), "4 sigma of a mean"));
    }
  }
  const auto numbers_of = [](const Gpt2& model) {
    std::vector<double> all;
    for (const NamedTensor& entry : model.state()) {
      const Numbers of_entry = numbers(entry.value);
      all.insert(all.end(), of_entry.values().begin(), of_entry.values().end());
    }
    return all;
  };
  CHECK_SAME(numbers_of(Gpt2(tiny(), 3)), numbers_of(Gpt2(tiny(), 3)), bitwise());
  CHECK_FALSE(compare(numbers_of(Gpt2(tiny(), 3)), numbers_of(Gpt2(tiny(), 4)), bitwise()).ok);
  std::set<double> different;  // no stream is used twice
  std::size_t drawn = 0;
  for (const double v : numbers_of(Gpt2(tiny(false), 3, DType::f64))) {
    if (v == 0 || v == 1) continue;
    different.insert(v);
    ++drawn;
  }
  CHECK(different.size() == drawn);
}

TEST_CASE("logits against plain loops, in double and in float") {
  for (const bool tied : {true, false}) {
    CAPTURE(tied);
    Gpt2 model(tiny(tied), dls_test::seed(), DType::f64);
    scramble(model);
    const PlainGpt2 plain(model);
    Gpt2 single(tiny(tied));
    std::vector<NamedTensor> rounded;
    for (const NamedTensor& entry : model.state()) {
      rounded.push_back({entry.name, entry.value.to(DType::f32)});
    }
    single.load_state(rounded);
    for (const std::int64_t t : {1, 3, 4}) {
      for (const std::int64_t b : {1, 3}) {
        const Tensor tokens = random_tokens({b, t}, 5, static_cast<std::uint64_t>(10 * t + b));
        const std::vector<std::int64_t> flat = tokens.to_vector<std::int64_t>();
        std::vector<double> want;
        for (std::int64_t i = 0; i < b; ++i) {
          for (const Row& row : plain({flat.begin() + i * t, flat.begin() + (i + 1) * t})) {
            want.insert(want.end(), row.begin(), row.end());
          }
        }
        CHECK_SAME(numbers(model(tokens).value()), Numbers(want, Format::f64, {b, t, 5}),
                   within(1e-11, 1e-11, "sums in another order, through two layers"));
        CHECK_SAME(numbers(single(tokens).value()), Numbers(want, Format::f64, {b, t, 5}),
                   within(1e-4, 2e-5, "weights and sums rounded to float32"));
      }
    }
  }
}

TEST_CASE("the gradient of every parameter, against differences") {
  for (const bool tied : {true, false}) {
    Gpt2 model(tiny(tied), dls_test::seed(), DType::f64);
    scramble(model);
    const Tensor tokens = random_tokens({2, 3}, 5), targets = random_tokens({2, 3}, 5, 1);
    std::vector<Tensor> values;
    for (Variable& p : model.parameters()) values.push_back(p.value());
    // The model reads its parameters where they are, so the function puts its arguments there.
    const auto loss = [&](const std::vector<Variable>& arguments) {
      std::vector<Variable> parameters = model.parameters();
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        parameters[i].set_value(arguments[i].value().copy());
      }
      return model.loss(tokens, targets);
    };
    model.zero_grad();
    backward(loss(model.parameters()));
    std::int64_t checked = 0;
    const auto named = model.named_parameters();
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto& [name, parameter] = named[i];
      CAPTURE(name);
      REQUIRE(parameter.grad().defined());
      const std::vector<double> got = parameter.grad().value().to_vector<double>();
      double largest = 0;
      for (const double g : got) largest = std::max(largest, std::abs(g));
      for (std::int64_t k = 0; k < values[i].elements(); ++k) {
        const auto moved = [&](double by) {
          std::vector<Variable> arguments;
          for (const Tensor& v : values) arguments.emplace_back(v.copy());
          Tensor flat = arguments[i].value().reshape({-1});
          flat.set<double>({k}, flat.at<double>({k}) + by);
          const NoGrad no_grad;
          return loss(arguments).item();
        };
        const double want = (moved(1e-5) - moved(-1e-5)) / 2e-5;
        const double size = std::max({std::abs(want), 0.01 * largest, 1e-4});
        CHECK_MESSAGE(
            std::abs(got[static_cast<std::size_t>(k)] - want) <= 1e-6 * size,
            "element " << k << ": " << got[static_cast<std::size_t>(k)] << " against " << want);
        ++checked;
      }
    }
    CHECK(checked == model.parameter_count());
  }
}

TEST_CASE("tied weights get the gradients of both their uses") {
  Gpt2 tied(tiny(true), 1, DType::f64), apart(tiny(false), 1, DType::f64);
  scramble(tied);
  std::vector<NamedTensor> same = tied.state();
  same.push_back({"lm_head.weight", tied.state()[0].value});
  REQUIRE(same[0].name == "transformer.wte.weight");
  apart.load_state(same);
  const Tensor tokens = random_tokens({2, 4}, 5), targets = random_tokens({2, 4}, 5, 1);
  backward(tied.loss(tokens, targets));
  backward(apart.loss(tokens, targets));
  const auto gradient = [](Gpt2& model, const std::string& wanted) {
    for (const auto& [name, variable] : model.named_parameters()) {
      if (name == wanted) return variable.grad();
    }
    return Variable();
  };
  const Variable as_input = gradient(apart, "transformer.wte.weight");
  const Variable as_output = gradient(apart, "lm_head.weight");
  CHECK_SAME(numbers(gradient(tied, "transformer.wte.weight").value()),
             numbers((as_input + as_output).value()),
             within(1e-12, 1e-14, "added in another order"));
  CHECK_FALSE(compare(numbers(as_input.value()), numbers((as_input + as_output).value()),
                      within(1e-3, 1e-3, ""))
                  .ok);
}

TEST_CASE("changing a token changes no logits before it, bit for bit") {
  Gpt2Config config = tiny();
  config.context = 37;
  config.symbols = 11;
  config.channels = 24;
  Gpt2 model(config, dls_test::seed());
  scramble(model);
  const NoGrad no_grad;
  const Tensor tokens = random_tokens({2, 37}, 11);
  const Variable before = model(tokens);
  for (const std::int64_t changed : {0, 1, 20, 36}) {
    Tensor other = tokens.copy();
    other.set<std::int64_t>({1, changed}, (tokens.at<std::int64_t>({1, changed}) + 1) % 11);
    const Variable after = model(other);
    CHECK_SAME(numbers(select(after, 0, 0).value()), numbers(select(before, 0, 0).value()),
               bitwise());
    const auto row = [](const Variable& logits, std::int64_t from, std::int64_t to) {
      return numbers(slice(select(logits, 0, 1), 0, from, to).value());
    };
    CHECK_SAME(row(after, 0, changed), row(before, 0, changed), bitwise());
    for (std::int64_t t = changed; t < 37; ++t) {  // but every later one
      CHECK_FALSE(compare(row(after, t, t + 1), row(before, t, t + 1), bitwise()).ok);
    }
  }
}

TEST_CASE("the first loss is near ln V") {
  Gpt2 mini(gpt_mini(), dls_test::seed());
  const NoGrad no_grad;
  const double loss = mini.loss(random_tokens({4, 64}, 65), random_tokens({4, 64}, 65, 1)).item();
  CHECK_SAME(loss, std::log(65.0), within(0, 0.1, "first logits have a deviation of 0.3"));
}

TEST_CASE("one batch is learned by heart") {
  Gpt2 model(tiny(), dls_test::seed());
  const Tensor tokens = random_tokens({3, 4}, 5), targets = random_tokens({3, 4}, 5, 1);
  AdamW adam(model.named_parameters(), 2e-2, {0.9, 0.95, 1e-8, 0});
  double loss = 0;
  for (int step = 0; step < 300; ++step) {
    adam.zero_grad();
    const Variable l = model.loss(tokens, targets);
    backward(l);
    adam.step();
    loss = l.item();
  }
  // Where two rows begin alike but go on differently, nobody can know: 0.1 is far below ln 5 = 1.6.
  CHECK(loss < 0.1 + 2 * std::log(2.0) / 12);
}

TEST_CASE("greedy writing is the same every time, and top_k 1 is greedy") {
  Gpt2 model(tiny(), dls_test::seed());
  scramble(model);
  Rng a(1, "a"), b(2, "b"), c(3, "c"), d(3, "c"), e(4, "e");
  const std::vector<std::int64_t> prompt = {3, 1};
  const auto greedy = model.generate(prompt, 12, 0, 0, a);
  CHECK(greedy.size() == 14);
  CHECK(std::vector(greedy.begin(), greedy.begin() + 2) == prompt);
  CHECK(model.generate(prompt, 12, 0, 0, b) == greedy);
  CHECK(a.position() == 0);  // nothing was drawn
  CHECK(model.generate(prompt, 12, 1.3, 1, b) == greedy);
  const auto drawn = model.generate(prompt, 40, 1.0, 0, c);
  CHECK(model.generate(prompt, 40, 1.0, 0, d) == drawn);
  CHECK(model.generate(prompt, 40, 1.0, 0, e) != drawn);
  CHECK(model.generate(prompt, 0, 1.0, 0, e) == prompt);
  CHECK(model.generate(prompt, 1, 1.0, 1000, e).size() == 3);  // more than there are: all

  // The most likely token of the last place, looked up by hand; from the fourth token on the window
  // of 4 moves.
  const NoGrad no_grad;
  for (std::size_t at = 2; at < greedy.size(); ++at) {
    const std::size_t from = at < 4 ? 0 : at - 4;
    const std::vector<std::int64_t> seen(greedy.begin() + static_cast<std::ptrdiff_t>(from),
                                         greedy.begin() + static_cast<std::ptrdiff_t>(at));
    const Variable logits = model(Tensor::of({1, std::ssize(seen)}, seen));
    const std::vector<float> last = select(select(logits, 0, 0), 0, -1).value().to_vector<float>();
    CHECK(std::max_element(last.begin(), last.end()) - last.begin() == greedy[at]);
  }
}

TEST_CASE("tokens are drawn as often as the model expects them") {
  Gpt2 model(tiny(), dls_test::seed());
  scramble(model);
  const std::vector<std::int64_t> prompt = {2, 4, 0};
  std::vector<float> logits;
  {
    const NoGrad no_grad;
    logits =
        select(select(model(Tensor::of({1, 3}, prompt)), 0, 0), 0, -1).value().to_vector<float>();
  }
  const int draws = 3000;
  for (const int top_k : {0, 3}) {
    const double temperature = 1.7;
    std::vector<float> sorted = logits;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    std::vector<double> p;
    double sum = 0;
    for (const float logit : logits) {
      const bool kept = top_k == 0 || logit >= sorted[static_cast<std::size_t>(top_k) - 1];
      p.push_back(kept ? std::exp(logit / temperature) : 0);
      sum += p.back();
    }
    Rng rng(dls_test::seed(), "draws");
    std::vector<int> counts(5);
    for (int i = 0; i < draws; ++i) {
      ++counts[static_cast<std::size_t>(model.generate(prompt, 1, temperature, top_k, rng).back())];
    }
    double chi_square = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      const double expected = draws * p[i] / sum;
      if (p[i] == 0) {
        CHECK(counts[i] == 0);
      } else {
        chi_square += std::pow(counts[i] - expected, 2) / expected;
      }
    }
    CHECK(chi_square < 23.5);  // 99.99 % of chi-square with 4 degrees of freedom
  }
}

TEST_CASE("what a GPT cannot read is a sentence") {
  using dls_test::error_of, dls_test::holds;
  Gpt2 model(tiny());
  Rng rng(1);
  CHECK(holds(error_of([&] { model(random_tokens({1, 5}, 5)); }), "context 4"));
  CHECK(holds(error_of([&] { model(Tensor::zeros({1, 0}, DType::i64)); }), "0 tokens"));
  CHECK(holds(error_of([&] { model(random_tokens({3}, 5)); }), "(B,T), but got shape (3)"));
  CHECK(holds(error_of([&] { model(Tensor::of<std::int64_t>({1, 2}, {0, 5})); }),
              "the tokens: number 1 is 5, but must be from 0 to 4"));
  CHECK(holds(error_of([&] { model(Tensor::of<std::int64_t>({1, 2}, {-1, 0})); }), "-1"));
  CHECK(holds(error_of([&] { model(Tensor::zeros({1, 2})); }), "whole numbers"));
  CHECK(holds(error_of([&] { model.loss(random_tokens({1, 2}, 5), random_tokens({2, 1}, 5)); }),
              "next one"));
  CHECK(holds(error_of([&] { model.generate({}, 1, 1, 0, rng); }), "prompt"));
  CHECK(holds(error_of([&] { model.generate({1}, 1, -1, 0, rng); }), "temperature -1"));
  CHECK(holds(error_of([&] { model.generate({1}, 1, std::nan(""), 0, rng); }), "nan"));
  CHECK(holds(error_of([&] { model.generate({1}, -1, 1, 0, rng); }), "negative"));
  CHECK(holds(error_of([&] { model.generate({1}, 1, 1, -2, rng); }), "negative"));
  Gpt2Config uneven = tiny();
  uneven.heads = 3;
  CHECK(holds(error_of([&] { Gpt2 m(uneven); }), "8 channels cannot be shared evenly by 3 heads"));
  uneven.heads = 0;
  CHECK(holds(error_of([&] { parameter_count(uneven); }), "at least 1"));
  CHECK(model(Tensor::of<std::uint8_t>({1, 2}, {1, 2})).shape() == Shape{1, 2, 5});  // any integers
  model.parameters()[0].set_value(Tensor::full({5, 8}, std::nan("")));
  CHECK(holds(error_of([&] { model.generate({1}, 1, 1, 0, rng); }), "NaN"));
}
