// The operations of a transformer: values at the edges, errors, what they keep. Their derivatives
// are in autograd_op_cases.hpp.
#include <cmath>

#include "common/autograd/ops.hpp"
#include "common/core/error.hpp"
#include "common/core/memory.hpp"
#include "common/core/parallel.hpp"
#include "common/core/tensor_numbers.hpp"
#include "common/nn/init.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls;

TEST_CASE("gelu: its values, its ends, and no overflow on the way") {
  const auto plain = [](double x) {
    return 0.5 * x *
           (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
  };
  std::vector<double> x, want;
  for (int i = -600; i <= 600; ++i) x.push_back(i * 0.01);
  for (const double v : x) want.push_back(plain(v));
  const std::int64_t n = std::ssize(x);
  CHECK_SAME(numbers(gelu(Variable(Tensor::of<double>({n}, x))).value()), Numbers(want, {n}),
             within(1e-12, 1e-15, "1 + tanh loses digits where x is negative; ours does not"));
  const Variable ends = parameter(Tensor::of<float>({4}, {1e30f, -1e30f, 40.0f, -40.0f}));
  const Variable y = gelu(ends);
  CHECK_SAME(numbers(y.value()), Numbers(std::vector<float>{1e30f, -0.0f, 40, -0.0f}, {4}),
             bitwise());
  backward(sum(y));
  CHECK_SAME(numbers(ends.grad().value()), Numbers(std::vector<float>{1, 0, 1, 0}, {4}), bitwise());
  const Variable nan = parameter(Tensor::of<float>({1}, {dls_test::kNan<float>}));
  const Variable of_nan = gelu(nan);
  backward(sum(of_nan));
  CHECK(std::isnan(of_nan.item()));
  CHECK(std::isnan(nan.grad().item()));
}

TEST_CASE("sizes of zero and one") {
  const auto empty = [](const Shape& shape) { return parameter(Tensor::zeros(shape)); };
  const Variable x = empty({0, 5}), w = parameter(Tensor::full({5}, 2)), b = empty({5});
  const Variable y = layer_norm(x, w, b);
  CHECK(y.shape() == Shape{0, 5});
  backward(sum(y));
  CHECK_SAME(numbers(w.grad().value()), Numbers(std::vector<float>(5, 0.0f), {5}), bitwise());
  CHECK(layer_norm(empty({3, 0}), empty({0}), empty({0})).shape() == Shape{3, 0});
  const Variable one = layer_norm(Variable(Tensor::full({2, 1}, 7)), Variable(Tensor::full({1}, 3)),
                                  Variable(Tensor::full({1}, 5)));
  CHECK_SAME(numbers(one.value()), Numbers(std::vector<float>{5, 5}, {2, 1}), bitwise());

  CHECK(causal_softmax(empty({2, 0, 0})).shape() == Shape{2, 0, 0});
  CHECK(causal_softmax(empty({0, 3, 3})).shape() == Shape{0, 3, 3});
  CHECK_SAME(numbers(causal_softmax(Variable(Tensor::full({1, 1}, -1e30))).value()),
             Numbers(std::vector<float>{1}, {1, 1}), bitwise());
  CHECK(causal_attention(empty({2, 0, 4}), empty({2, 0, 4}), empty({2, 0, 3})).shape() ==
        Shape{2, 0, 3});
  CHECK(embedding(empty({3, 2}), Tensor::zeros({4, 0}, DType::i64)).shape() == Shape{4, 0, 2});
  CHECK(gelu(empty({0})).shape() == Shape{0});
}

TEST_CASE("what does not fit is a sentence") {
  using dls_test::error_of, dls_test::holds;
  const Variable x(Tensor::zeros({2, 3})), three(Tensor::zeros({3})), four(Tensor::zeros({4}));
  CHECK(holds(error_of([&] { layer_norm(x, four, three); }), "(2,3) with weight (4) and bias (3)"));
  CHECK(holds(error_of([&] { layer_norm(x, three, four); }), "bias (4)"));
  CHECK(holds(error_of([&] { layer_norm(x, Variable(Tensor::zeros({3}, DType::f64)), three); }),
              "same format"));
  CHECK(holds(error_of([&] { causal_softmax(Variable(Tensor::zeros({3, 2}))); }),
              "at least as many keys"));
  CHECK(holds(error_of([&] { causal_softmax(three); }), "(...,queries,keys)"));
  CHECK(holds(error_of([&] { causal_softmax(x, 0); }), "positive"));
  CHECK(holds(error_of([&] { causal_softmax(x, dls_test::kNan<double>); }), "positive"));
  CHECK(
      holds(error_of([&] { embedding(x, Tensor::of<std::int64_t>({2}, {0, 2})); }), "from 0 to 1"));
  CHECK(holds(error_of([&] { embedding(x, Tensor::zeros({2})); }), "whole numbers"));
  CHECK(holds(error_of([&] { gelu(Variable(Tensor::zeros({2}, DType::i32))); }), "float32"));
}

TEST_CASE("they keep little: gelu its input, layer_norm two numbers a row, softmax its result") {
  const Variable x = parameter(Tensor::zeros({10, 100}));
  const Variable w = parameter(Tensor::full({100}, 1)), b = parameter(Tensor::zeros({100}));
  const std::int64_t before = memory_use().current, size = 10 * 100 * 4;
  const auto kept_by = [&](auto operation) {
    const Variable root = sum(operation());
    return memory_use().current - before - 4;
  };
  CHECK_SAME(kept_by([&] { return gelu(x); }), 0, bitwise());  // x was there
  CHECK_SAME(kept_by([&] { return gelu(x + x); }), size, bitwise());
  CHECK_SAME(kept_by([&] { return layer_norm(x, w, b); }), 2 * 10 * 4, bitwise());
  CHECK_SAME(kept_by([&] { return layer_norm(x + x, w, b); }), size + 2 * 10 * 4, bitwise());
  CHECK_SAME(kept_by([&] { return causal_softmax(x + x); }), size, bitwise());
  CHECK_SAME(memory_use().current, before, bitwise());
}

TEST_CASE("a stack of small products gives the same bits for any number of threads") {
  Rng rng(dls_test::seed(), "stack");
  const Variable a(normal({5, 7, 40, 30}, 0, 1, rng)), b(normal({7, 30, 50}, 0, 1, rng));
  const int before = threads();
  set_threads(1);
  const Numbers one = numbers(matmul(a, b).value());
  for (const int count : {2, 3}) {
    set_threads(count);
    CHECK_SAME(numbers(matmul(a, b).value()), one, bitwise());
  }
  set_threads(before);
  // Each against the product of its own.
  for (const std::int64_t i : {0, 4}) {
    for (const std::int64_t j : {0, 6}) {
      const Variable alone = matmul(select(select(a, 0, i), 0, j), select(b, 0, j));
      const Variable all = matmul(a, b);
      CHECK_SAME(numbers(select(select(all, 0, i), 0, j).value()), numbers(alone.value()),
                 rounding(Format::f32, 30));
    }
  }
}
