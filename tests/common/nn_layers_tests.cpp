#include <cmath>

#include "common/autograd/gradcheck.hpp"
#include "common/core/error.hpp"
#include "common/core/tensor_numbers.hpp"
#include "common/nn/init.hpp"
#include "common/nn/layers.hpp"
#include "tests/support/check.hpp"

using namespace dls;

namespace {

/// Two layers, one of them inside another module, with a dropout.
class Model : public Layer {
 public:
  explicit Model(std::uint64_t seed, DType dtype = DType::f32)
      : rng_(seed, "model"),
        hidden_(5, 4, rng_, true, dtype),
        drop_(0.5, seed),
        out_(4, 3, rng_, false, dtype) {
    inner_.add<Linear>(4, 4, rng_, true, dtype).add(tanh);
    add_module("hidden", hidden_);
    add_module("inner", inner_);
    add_module("drop", drop_);
    add_module("out", out_);
  }
  Variable forward(const Variable& x) override { return out_(drop_(inner_(hidden_(x)))); }

 private:
  Rng rng_;
  Linear hidden_;
  Sequential inner_;
  Dropout drop_;
  Linear out_;
};

std::vector<std::string> names(const std::vector<NamedTensor>& state) {
  std::vector<std::string> result;
  for (const NamedTensor& entry : state) result.push_back(entry.name);
  return result;
}

}  // namespace

TEST_CASE("parameters under their names") {
  const Model model(1);
  CHECK(names(model.state()) == std::vector<std::string>{"hidden.weight", "hidden.bias",
                                                         "inner.0.weight", "inner.0.bias",
                                                         "drop.calls", "out.weight"});
  CHECK(model.named_parameters().size() == 5);
  CHECK(model.parameter_count() == 20 + 4 + 16 + 4 + 12);
  Rng rng(1);
  Sequential net;
  net.add<Linear>(784, 64, rng)
      .add(relu)
      .add<Linear>(64, 64, rng)
      .add(relu)
      .add<Linear>(64, 10, rng);
  CHECK(net.parameter_count() == 55050);
}

TEST_CASE("linear computes x W' + b") {
  Rng rng(1);
  Linear layer(3, 2, rng);
  layer.load_state({{"weight", Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6})},
                    {"bias", Tensor::of<float>({2}, {10, 20})}});
  const Variable y = layer(Variable(Tensor::of<float>({2, 3}, {1, 0, 0, 1, 1, -1})));
  CHECK_SAME(numbers(y.value()), Numbers({11, 24, 10, 23}, {2, 2}), bitwise());
}

TEST_CASE("layer norm and embedding: parameters, and that they use the functions of their names") {
  LayerNorm norm(3, DType::f64, 0.5);
  CHECK(names(norm.state()) == std::vector<std::string>{"weight", "bias"});
  const Variable x(Tensor::of<double>({2, 3}, {1, 2, 6, -1, 0, 4}));
  const Variable one(Tensor::full({3}, 1, DType::f64)), zero(Tensor::zeros({3}, DType::f64));
  CHECK_SAME(numbers(norm(x).value()), numbers(layer_norm(x, one, zero, 0.5).value()), bitwise());
  norm.load_state({{"weight", Tensor::of<double>({3}, {2, 3, 4})},
                   {"bias", Tensor::of<double>({3}, {5, 6, 7})}});
  const Variable stretched = layer_norm(x, one, zero, 0.5) * Variable(norm.state()[0].value) +
                             Variable(norm.state()[1].value);
  CHECK_SAME(numbers(norm(x).value()), numbers(stretched.value()), ulps(1));

  const Embedding rows(Tensor::of<float>({3, 2}, {1, 2, 3, 4, 5, 6}));
  CHECK(rows.parameter_count() == 6);
  const Variable picked = rows(Tensor::of<std::int64_t>({2, 2}, {2, 0, 0, 1}));
  CHECK_SAME(numbers(picked.value()), Numbers({5, 6, 1, 2, 1, 2, 3, 4}, {2, 2, 2}), bitwise());
  backward(sum(picked));
  CHECK_SAME(numbers(rows.weight().grad().value()), Numbers({2, 2, 1, 1, 1, 1}, {3, 2}), bitwise());

  Linear given(Tensor::of<float>({1, 2}, {3, 4}), Tensor::of<float>({1}, {5}));
  CHECK(names(given.state()) == std::vector<std::string>{"weight", "bias"});
  CHECK_SAME(given(Variable(Tensor::of<float>({2}, {10, 1}))).item(), 39, bitwise());
  CHECK(Linear(Tensor::zeros({2, 2}), Tensor()).parameter_count() == 4);
}

TEST_CASE("first values: PyTorch's bound, the same for the same seed") {
  Rng a(dls_test::seed(), "init"), b(dls_test::seed(), "init"), c(dls_test::seed() + 1, "init");
  const Linear first(400, 50, a), second(400, 50, b), third(400, 50, c);
  const Tensor weight = first.state()[0].value;
  double largest = 0, squares = 0;
  for (const float w : weight.to_vector<float>()) {
    largest = std::max(largest, std::abs(static_cast<double>(w)));
    squares += static_cast<double>(w) * w;
  }
  CHECK(largest <= 0.05);
  CHECK(largest > 0.0499);
  CHECK_SAME(squares / 20000, 0.05 * 0.05 / 3, within(0.03, 0, "3 sigma of 20,000 squares"));
  CHECK_SAME(numbers(weight), numbers(second.state()[0].value), bitwise());
  CHECK_FALSE(compare(numbers(weight), numbers(third.state()[0].value), bitwise()).ok);
}

TEST_CASE("the gradient of every parameter of a small model") {
  Model model(dls_test::seed(), DType::f64);
  model.train(false);  // dropout would drop other elements at each call
  Rng rng(dls_test::seed(), "x");
  const Variable x(normal({4, 5}, 0, 1, rng, DType::f64));
  const Tensor labels = Tensor::of<std::int64_t>({4}, {2, 0, 1, 2});
  std::vector<Tensor> weights;
  for (const Variable& p : model.parameters()) weights.push_back(p.value());
  const auto loss = [&](const std::vector<Variable>& p) {
    const Variable h = linear(x, p[0], p[1]);
    return cross_entropy(linear(tanh(linear(h, p[2], p[3])), p[4]), labels);
  };
  const GradCheck check = gradcheck(loss, weights);
  CHECK_MESSAGE(check.ok, check.message);

  backward(cross_entropy(model(x), labels));
  std::vector<Variable> leaves;
  for (const Tensor& w : weights) leaves.push_back(parameter(w));
  const auto want = gradients(loss(leaves), leaves);
  for (std::size_t i = 0; i < want.size(); ++i) {
    CHECK_SAME(numbers(model.parameters()[i].grad().value()), numbers(want[i].value()), bitwise());
  }
}

TEST_CASE("dropout: mean 1 in training, nothing in evaluation, new elements at each call") {
  Dropout drop(0.3, dls_test::seed());
  const Variable ones(Tensor::full({100, 100}, 1, DType::f64));
  const std::vector<double> y = drop(ones).value().to_vector<double>();
  double sum = 0;
  for (const double v : y) {
    REQUIRE((v == 0 || std::abs(v - 1 / 0.7) < 1e-15));
    sum += v;
  }
  // An element has variance p / (1-p).
  CHECK_SAME(sum / 10000, 1.0, within(0, 3 * std::sqrt(0.3 / 0.7 / 10000), "3 sigma of the mean"));
  CHECK_FALSE(compare(numbers(drop(ones).value()), y, bitwise()).ok);
  drop.train(false);
  CHECK(drop(ones) == ones);

  // The state brings the same elements back.
  Dropout again(0.3, dls_test::seed());
  CHECK_SAME(numbers(again(ones).value().view({-1})), Numbers(y, {10000}), bitwise());
  again.load_state(drop.state());
  drop.train(true);
  CHECK_SAME(numbers(again(ones).value()), numbers(drop(ones).value()), bitwise());

  Dropout other_layer(0.3, dls_test::seed(), 1);
  CHECK_FALSE(
      compare(numbers(other_layer(ones).value().view({-1})), Numbers(y, {10000}), bitwise()).ok);
  CHECK_THROWS_AS(Dropout(1.0, 1), Error);
  CHECK_THROWS_AS(Dropout(-0.1, 1), Error);
}

TEST_CASE("dropout's gradient goes through the same elements") {
  const Variable x = parameter(Tensor::full({50}, 3, DType::f64));
  const Rng stream(dls_test::seed(), "dropout");
  const Variable y = dropout(x, 0.4, stream);
  backward(sum(y));
  CHECK_SAME(numbers(x.grad().value()), numbers((y / 3.0).value()), ulps(1));
}

TEST_CASE("train() reaches inner modules") {
  Model model(1);
  const Variable x(Tensor::full({64, 5}, 1));
  CHECK_FALSE(compare(numbers(model(x).value()), numbers(model(x).value()), bitwise()).ok);
  model.train(false);
  CHECK_SAME(numbers(model(x).value()), numbers(model(x).value()), bitwise());
}

TEST_CASE("loading: all or nothing") {
  Model a(1), b(2);
  const auto saved = a.state();
  b.load_state(saved);
  a.train(false);
  b.train(false);
  const Variable x(Tensor::full({3, 5}, 1));
  CHECK_SAME(numbers(a(x).value()), numbers(b(x).value()), bitwise());

  Model c(3);
  const Tensor before = c.state()[0].value.copy();
  auto missing = saved;
  missing.pop_back();
  CHECK_THROWS_AS(c.load_state(missing), Error);
  auto unknown = saved;
  unknown.push_back({"extra", Tensor::zeros({1})});
  CHECK_THROWS_AS(c.load_state(unknown), Error);
  auto twice = saved;
  twice.push_back(saved[0]);
  CHECK_THROWS_AS(c.load_state(twice), Error);
  auto shape = saved;
  shape.back().value = Tensor::zeros({3, 5});
  CHECK_THROWS_AS(c.load_state(shape), Error);
  auto format = saved;
  format.back().value = saved.back().value.to(DType::f64);
  CHECK_THROWS_AS(c.load_state(format), Error);
  CHECK_SAME(numbers(c.state()[0].value), numbers(before), bitwise());
}

TEST_CASE("zero_grad clears") {
  Model model(1);
  backward(sum(model(Variable(Tensor::full({2, 5}, 1)))));
  CHECK(model.parameters()[0].grad().defined());
  model.zero_grad();
  CHECK_FALSE(model.parameters()[0].grad().defined());
}

TEST_CASE("cross entropy of short, long and many rows equals the plain loops") {
  for (const std::int64_t classes : {1, 2, 10, 31, 32, 40, 511, 512, 513, 1500}) {
    for (const std::int64_t rows : {1, 3, 150}) {
      Rng rng(dls_test::seed(), "cross entropy", static_cast<std::uint64_t>(classes * 1000 + rows));
      std::vector<double> x(static_cast<std::size_t>(rows * classes)), want_gradient;
      std::vector<std::int64_t> labels;
      for (double& v : x) v = 5 * rng.normal();
      double want = 0;
      for (std::int64_t r = 0; r < rows; ++r) {
        const double* row = x.data() + r * classes;
        labels.push_back(rng.below(static_cast<std::uint32_t>(classes)));
        double total = 0;
        for (std::int64_t c = 0; c < classes; ++c) total += std::exp(row[c]);
        want += std::log(total) - row[labels.back()];
        for (std::int64_t c = 0; c < classes; ++c)
          want_gradient.push_back((std::exp(row[c]) / total - (c == labels.back() ? 1 : 0)) /
                                  static_cast<double>(rows));
      }
      const Variable logits = parameter(Tensor::of<double>({rows, classes}, x));
      const Variable loss = cross_entropy(logits, Tensor::of<std::int64_t>({rows}, labels));
      CHECK_SAME(loss.item(), want / static_cast<double>(rows),
                 within(1e-13, 1e-13, "the largest is taken out, and sums run in another order"));
      backward(loss);
      CHECK_SAME(numbers(logits.grad().value()),
                 Numbers(want_gradient, Format::f64, {rows, classes}),
                 within(1e-12, 1e-15, "the same for the gradient"));
    }
  }
  // Anywhere in a row, a NaN makes the loss NaN: nothing may hide it.
  for (const std::int64_t at : {0, 4, 9}) {
    std::vector<double> x(10, 1.0);
    x[static_cast<std::size_t>(at)] = std::nan("");
    const Variable row(Tensor::of<double>({1, 10}, x));
    CHECK(std::isnan(cross_entropy(row, Tensor::of<std::int64_t>({1}, {5})).item()));
  }
}

TEST_CASE("losses: values, and logits of any size") {
  const Tensor labels = Tensor::of<std::int64_t>({2}, {1, 2});
  const Variable logits(Tensor::of<double>({2, 3}, {1, 2, 3, 0, 0, 0}));
  const double row0 = std::log(std::exp(1) + std::exp(2) + std::exp(3)) - 2;
  const double want = (row0 + std::log(3.0)) / 2;
  CHECK_SAME(cross_entropy(logits, labels).item(), want, ulps(4));
  CHECK_SAME(nll_loss(log_softmax(logits), labels).item(), want, ulps(4));
  CHECK_SAME(cross_entropy(logits, labels.to(DType::u8)).item(), want, ulps(4));

  const Variable large = parameter(Tensor::of<float>({2, 3}, {1000, -1000, 0, 1000, 999, 1000}));
  const Variable loss = cross_entropy(large, labels);
  CHECK_SAME(loss.item(), (2000 + std::log(2 + std::exp(-1))) / 2, ulps(0x1p30));
  backward(loss);
  const double p = 1 / (2 + std::exp(-1));
  CHECK_SAME(numbers(large.grad().value()),
             Numbers({0.5, -0.5, 0, p / 2, std::exp(-1) * p / 2, (p - 1) / 2}, {2, 3}),
             within(2e-6, 1e-6, "float32 exponentials of differences of 1,000"));
  CHECK_SAME(binary_cross_entropy(Variable(Tensor::of<double>({3}, {1000, -1000, 0})),
                                  Variable(Tensor::of<double>({3}, {1, 1, 0})))
                 .item(),
             (1000 + std::log(2.0)) / 3, ulps(4));

  CHECK_THROWS_AS(cross_entropy(logits, Tensor::of<std::int64_t>({2}, {1, 3})), Error);
  CHECK_THROWS_AS(cross_entropy(logits, Tensor::of<std::int64_t>({2}, {1, -1})), Error);
  CHECK_THROWS_AS(cross_entropy(logits, Tensor::of<std::int64_t>({1}, {1})), Error);
  CHECK_THROWS_AS(cross_entropy(logits, Tensor::of<float>({2}, {1, 2})), Error);
  CHECK_THROWS_AS(nll_loss(logits, Tensor::of<std::int64_t>({3}, {1, 1, 1})), Error);
}

TEST_CASE("accuracy") {
  const Tensor logits = Tensor::of<float>({4, 3}, {1, 2, 3, 9, 1, 0, 0, 5, 0, 0, 0, 1});
  CHECK_SAME(accuracy(logits, Tensor::of<std::int64_t>({4}, {2, 0, 0, 2})), 0.75, bitwise());
  CHECK_THROWS_AS(accuracy(logits, Tensor::of<std::int64_t>({3}, {2, 0, 0})), Error);
}
