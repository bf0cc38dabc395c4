// The backward pass: what goes where, and what it refuses.
#include "common/autograd/node.hpp"
#include "common/autograd/ops.hpp"
#include "common/core/error.hpp"
#include "common/core/tensor_numbers.hpp"
#include "tests/support/check.hpp"

using namespace dls;

namespace {
Variable leaf(const std::vector<double>& values) {
  return parameter(Tensor::of({static_cast<std::int64_t>(values.size())}, values));
}
Numbers grad(const Variable& x) { return numbers(x.grad().value()); }
Numbers vec(std::initializer_list<double> values) {
  return Numbers(values, {static_cast<std::int64_t>(values.size())});
}
}  // namespace

TEST_CASE("mean((10 x)^2) has gradient 200 x / 3") {
  const Variable x = leaf({1, 2, 3});
  backward(mean(pow(x * 10, 2)));
  CHECK_SAME(grad(x), vec({200.0 / 3, 400.0 / 3, 200}), ulps(2));
}

TEST_CASE("a variable used twice gets the sum of both shares") {
  const Variable x = leaf({3, -2});
  const Variable y = x * x;      // 2x
  const Variable z = y + y * x;  // x^2 + x^3: 2x + 3x^2, a diamond
  backward(sum(z));
  CHECK_SAME(grad(x), vec({33, 8}), bitwise());
}

TEST_CASE("gradients of several passes add up until they are cleared") {
  Variable x = leaf({1, 2});
  backward(sum(x * 3.0));
  backward(sum(x * x));
  CHECK_SAME(grad(x), vec({5, 7}), bitwise());
  x.set_grad({});
  CHECK_FALSE(x.grad().defined());
  backward(sum(x * x));
  CHECK_SAME(grad(x), vec({2, 4}), bitwise());
}

TEST_CASE("gradients are nobody else's memory") {
  const Variable a = leaf({1, 2}), b = leaf({3, 4});
  Tensor dy = Tensor::of<double>({2}, {10, 20});
  backward(a + b, Variable(dy));  // both get dy itself
  dy.fill(-1);
  Tensor of_a = a.grad().value();
  of_a.fill(7);
  CHECK_SAME(grad(b), vec({10, 20}), bitwise());

  // Through a view: sum_to and reshape hand on the same memory.
  const Variable c = leaf({1, 2}), d = leaf({3, 4});
  backward(reshape(c, {1, 2}) + d, Variable(Tensor::full({1, 2}, 5, DType::f64)));
  backward(sum(c * 1.0));
  CHECK_SAME(grad(c), vec({6, 6}), bitwise());
  CHECK_SAME(grad(d), vec({5, 5}), bitwise());
}

TEST_CASE("a gradient that two inputs share is not added to in place") {
  const Variable x = leaf({1, 2}), y = leaf({3, 4});
  const Variable p = x * 1.0, q = y * 1.0 * 1.0;
  // The sum's gradient goes to p and q as one tensor; p then gets a second share before q has used
  // its own.
  backward(sum((p + q) * 3.0) + sum(p * 5.0));
  CHECK_SAME(grad(x), vec({8, 8}), bitwise());
  CHECK_SAME(grad(y), vec({3, 3}), bitwise());
}

TEST_CASE("gradients() returns them and touches nothing") {
  const Variable x = leaf({1, 2}), other = leaf({5});
  const Variable y = x * x;
  const Variable z = sum(y * y);  // x^4
  const auto d = gradients(z, {x, y, other, z});
  CHECK_SAME(numbers(d[0].value()), vec({4, 32}), bitwise());
  CHECK_SAME(numbers(d[1].value()), vec({2, 8}), bitwise());
  CHECK_SAME(numbers(d[2].value()), vec({0}), bitwise());
  CHECK_SAME(numbers(d[3].value()), numbers(Tensor::full({}, 1, DType::f64)), bitwise());
  CHECK_FALSE(x.grad().defined());
  CHECK_FALSE(d[0].requires_grad());
}

TEST_CASE("create_graph: derivatives of derivatives") {
  const Variable x = leaf({2});
  const Variable y = sum(pow(x, 4));
  Variable d = gradients(y, {x}, {}, {false, true})[0];
  CHECK_SAME(numbers(d.value()), vec({32}), bitwise());
  d = gradients(sum(d), {x}, {}, {false, true})[0];
  CHECK_SAME(numbers(d.value()), vec({48}), bitwise());
  backward(sum(d));
  CHECK_SAME(grad(x), vec({48}), bitwise());  // third: 24 x
}

TEST_CASE("a custom operation") {
  // a^2 b, with gradients 2ab and a^2
  const auto square_times = [](const Variable& a, const Variable& b) {
    return record("square_times")((a * a * b).value(), {keep(a), keep(b)},
                                  [](Node& node, const Variable& dy) {
                                    const Variable &a = node.kept(0), &b = node.kept(1);
                                    node.give(0, dy * a * b * 2);
                                    node.give(1, dy * a * a);
                                  });
  };
  const Variable a = leaf({2, 3}), b = leaf({3, 2});
  backward(sum(square_times(a, b)));
  CHECK_SAME(grad(a), vec({12, 12}), bitwise());
  CHECK_SAME(grad(b), vec({4, 9}), bitwise());
}

TEST_CASE("a custom operation whose gradient has a wrong shape is told so") {
  const Variable x = leaf({1, 2});
  const Variable y = record("broken")(
      (x * x).value(), {x}, [](Node& node, const Variable& dy) { node.give(0, sum(dy)); });
  CHECK_THROWS_WITH_AS(backward(sum(y)),
                       "the backward function of broken gave input 0 a gradient of shape (), but "
                       "the input has shape (2)",
                       Error);
  const Variable z = record("careless")((x * x).value(), {x}, [](Node& node, const Variable& dy) {
    node.give(0, dy * node.kept(0));
  });
  CHECK_THROWS_WITH_AS(
      backward(sum(z)),
      "the backward function of careless reads input 0, which was not saved: record "
      "it as keep(x)",
      Error);
}

TEST_CASE("a write to a saved tensor is refused before any gradient is written") {
  const Variable x = leaf({1, 2}), later = leaf({3, 4});
  const Variable y = x * 1.0;
  const Variable z = sum(y * y) + sum(later * later);
  Tensor row = y.value().slice(0, 1);  // a view counts as well
  row.fill(5);
  CHECK_THROWS_WITH_AS(
      backward(z),
      "mul saved its input 0 of shape (2) for the backward pass, but it was written "
      "to since: it is at version 1, expected 0. Write into a copy, or call "
      "backward() before",
      Error);
  CHECK_FALSE(x.grad().defined());
  CHECK_FALSE(later.grad().defined());
}

TEST_CASE("saved results and index tensors are watched too, unneeded ones are not") {
  const Variable x = leaf({1, 2, 3});
  const Variable y = exp(x);
  Tensor written = y.value();
  written.fill(0);
  CHECK_THROWS_AS(backward(sum(y)), Error);

  Tensor picks = Tensor::of<std::int64_t>({2}, {0, 2});
  const Variable picked = index_select(x, 0, picks);
  picks.fill(1);
  CHECK_THROWS_AS(backward(sum(picked)), Error);

  const Variable scaled = x * 2.0;  // needs neither its input nor its result
  written = scaled.value();
  written.fill(0);
  backward(sum(scaled));
  CHECK_SAME(grad(x), vec({2, 2, 2}), bitwise());
}

TEST_CASE("a graph is used up by one pass unless it is retained") {
  const Variable x = leaf({1, 2});
  const Variable y = sum(x * x);
  backward(y, {}, {true, false});
  backward(y);
  CHECK_SAME(grad(x), vec({4, 8}), bitwise());
  CHECK_THROWS_AS(backward(y), Error);
  CHECK_SAME(grad(x), vec({4, 8}), bitwise());
}

TEST_CASE("what backward refuses") {
  const Variable x = leaf({1, 2});
  CHECK_THROWS_AS(backward(x * x), Error);  // not one number
  CHECK_THROWS_AS(backward(x * x, Variable(Tensor::zeros({3}, DType::f64))), Error);
  CHECK_THROWS_AS(backward(Variable(Tensor::full({}, 1))), Error);  // no leaf behind it
  CHECK_THROWS_AS(parameter(Tensor::zeros({2}, DType::i64)), Error);
  CHECK_THROWS_AS(Variable().value(), Error);
  Variable y = x * x;
  CHECK_THROWS_AS(y.set_value(Tensor::zeros({2}, DType::f64)), Error);
  CHECK_THROWS_AS(Variable(x).set_grad(Variable(Tensor::zeros({3}, DType::f64))), Error);
}

TEST_CASE("NoGrad records nothing, for its scope") {
  const Variable x = leaf({1, 2});
  {
    const NoGrad no_grad;
    CHECK_FALSE(grad_enabled());
    CHECK_FALSE((x * x).requires_grad());
    CHECK((x * x).is_leaf());
  }
  CHECK(grad_enabled());
  CHECK((x * x).requires_grad());
  CHECK_FALSE(x.detach().requires_grad());
}

TEST_CASE("on_gradient fires once a pass, with all shares, also for a weight used twice") {
  Variable x = leaf({1, 2}), y = leaf({3, 4});
  std::vector<int> order;
  x.on_gradient([&](Variable& v) {
    order.push_back(1);
    CHECK_SAME(grad(v), vec({5, 8}), bitwise());
  });
  y.on_gradient([&](Variable&) { order.push_back(2); });
  backward(sum(x * x) + sum(x * y));  // 2x + y
  CHECK(order.size() == 2);
  x.on_gradient({});
  backward(sum(x * x));
  CHECK(order.size() == 2);
}

TEST_CASE("a pass inside a backward function leaves the surrounding one alone") {
  // As checkpointing does: the inner function is computed again when its gradient is needed, and a
  // leaf is used by both passes.
  Variable x = leaf({2}), w = leaf({3});
  int fired = 0;
  w.on_gradient([&fired](Variable&) { ++fired; });
  const auto again = [](const Variable& a, const Variable& b) { return a * a * b; };
  Tensor value;
  {
    const NoGrad no_grad;
    value = again(x, w).value();
  }
  const Variable y =
      record("checkpoint")(value, {keep(x), keep(w)}, [again](Node& node, const Variable& dy) {
        const GradMode recording(true);
        const Variable a = parameter(node.kept(0).value());
        const auto d = gradients(again(a, node.kept(1)), {a, node.kept(1)}, dy);
        node.give(0, d[0]);
        node.give(1, d[1]);
      });
  backward(sum(y) + sum(w * w) + sum(w * x));
  CHECK_SAME(grad(x), vec({2 * 2 * 3 + 3}), bitwise());
  CHECK_SAME(grad(w), vec({4 + 6 + 2}), bitwise());
  CHECK(fired == 1);
}

TEST_CASE("a very long chain neither overflows the stack backwards nor when it is dropped") {
  const Variable x = leaf({1});
  Variable y = x;
  for (int i = 0; i < 200000; ++i) y = y * x;  // saves its inputs, which lead back as well
  y = Variable();
  y = x;
  for (int i = 0; i < 200000; ++i) y = add_scalar(y, 1);
  backward(sum(y));
  CHECK_SAME(grad(x), vec({1}), bitwise());
}

TEST_CASE("a failed pass leaves no marks behind") {
  const Variable x = leaf({1, 2});
  bool fail = true;
  const Variable y =
      record("moody")((x * 2.0).value(), {x}, [&fail](Node& node, const Variable& dy) {
        if (fail) throw Error("not now");
        node.give(0, dy * 2.0);
      });
  const Variable z = sum(y) + sum(x);
  CHECK_THROWS_AS(backward(z, {}, {true, false}), Error);
  fail = false;
  backward(z);
  CHECK_SAME(grad(x), vec({3, 3}), bitwise());
}
