// The tape: every operation against finite differences, the books' numbers, and its refusals.
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "chapters/01_autograd/2_network.hpp"
#include "chapters/01_autograd/6_ops.hpp"
#include "chapters/01_autograd/7_static_graph.hpp"
#include "chapters/01_autograd/tape_text.hpp"
#include "tests/chapters/01_autograd/helpers.hpp"

using namespace ch01_test;
using namespace dls::ch01;

namespace {

Matrix row(std::initializer_list<double> values) {
  Matrix m(1, static_cast<Index>(values.size()));
  Index i = 0;
  for (const double v : values) m(0, i++) = v;
  return m;
}

using Op = std::function<Value(Value, Value)>;

/// The gradients of sum(weights * op(a, b)) with respect to all of a and b.
void check_op(const std::string& name, const Op& op, Matrix first, Matrix second) {
  Parameter a("a", std::move(first)), b("b", std::move(second));
  const auto record = [&](Tape& tape) {
    const Value y = op(tape.parameter(a), tape.parameter(b));
    const Matrix weights =
        random_matrix(55, static_cast<int>(y.data().rows()), static_cast<int>(y.data().cols()));
    return sum(y * tape.constant(weights));
  };
  const auto loss = [&] {
    Tape tape;
    return record(tape).item();
  };
  const auto gradient = [&] {
    zero_grad({&a, &b});
    Tape tape;
    tape.backward(record(tape));
  };
  check_gradient(name, grad_check({&a, &b}, loss, gradient));
}

}  // namespace

TEST_CASE("every operation's gradient agrees with finite differences, every number of it") {
  const std::vector<int> labels = {2, 0, 1, 2, 1};
  const Matrix y = (Matrix(5, 1) << 1, 0, 0, 1, 1).finished();
  const std::pair<const char*, Op> same_shape[] = {
      {"add", [](Value a, Value b) { return a + b; }},
      {"sub", [](Value a, Value b) { return a - b; }},
      {"mul", [](Value a, Value b) { return a * b; }},
      {"scale", [](Value a, Value b) { return -2.5 * a + b; }},
      {"shift", [](Value a, Value b) { return (a + 3.0) * b; }},
      {"relu", [](Value a, Value b) { return relu(a) * b; }},
      {"sigmoid", [](Value a, Value b) { return sigmoid(a) * b; }},
      {"square", [](Value a, Value b) { return square(a) * b; }},
      {"sum", [](Value a, Value b) { return sum(a) * sum(b); }},
      {"mean", [](Value a, Value b) { return mean(a) * sum(b); }},
      {"softmax", [&](Value a, Value b) { return softmax_cross_entropy(a + b, labels); }},
  };
  for (const auto& [name, op] : same_shape)
    check_op(name, op, random_matrix(1, 5, 3), random_matrix(2, 5, 3));
  check_op("matmul", matmul, random_matrix(3, 5, 4), random_matrix(4, 4, 3));
  check_op("matmul", matmul, random_matrix(3, 1, 4), random_matrix(4, 4, 1));
  check_op("add_row", add_row, random_matrix(5, 5, 3), random_matrix(6, 1, 3));
  check_op(
      "cross_entropy", [&](Value a, Value b) { return cross_entropy(sigmoid(a + b), y); },
      random_matrix(7, 5, 1), random_matrix(8, 5, 1));
}

TEST_CASE("mean((10 x)^2) at 1, 2, 3: the gradient is 200 x / 3") {
  Tape tape;
  const Value x = tape.variable(row({1, 2, 3}));
  const Value y = mean(square(10.0 * x));
  tape.backward(y);
  CHECK_SAME(y.item(), 1400.0 / 3, dls::ulps(4));
  CHECK_SAME(numbers(x.grad()), dls::Numbers({200.0 / 3, 400.0 / 3, 200}, {1, 3}), dls::ulps(4));
}

TEST_CASE("an operation of one's own: a^2 b has the gradients (12, 24) and (4, 9)") {
  Tape tape;
  const Value a = tape.variable(row({2, 3})), b = tape.variable(row({3, 4}));
  const Matrix y = a.data().cwiseAbs2().cwiseProduct(b.data());
  const Value result = tape.record("a^2 b", {a, b}, y, [a, b](const Matrix& dy) {
    a.add_grad(2.0 * dy.cwiseProduct(a.data()).cwiseProduct(b.data()));
    b.add_grad(dy.cwiseProduct(a.data().cwiseAbs2()));
  });
  CHECK_SAME(numbers(result.data()), dls::Numbers({12, 36}, {1, 2}), dls::bitwise());
  tape.backward(sum(result));
  CHECK_SAME(numbers(a.grad()), dls::Numbers({12, 24}, {1, 2}), dls::bitwise());
  CHECK_SAME(numbers(b.grad()), dls::Numbers({4, 9}, {1, 2}), dls::bitwise());
}

TEST_CASE("a value that is used twice hears from both") {
  Tape tape;
  const Value x = tape.variable(row({3}));
  tape.backward(x * x + x);
  CHECK_SAME(x.grad()(0, 0), 7.0, dls::bitwise());

  // The diamond x -> s -> {a, b} -> y, with paths of different length.
  Tape diamond;
  const Value root = diamond.variable(row({1}));
  const Value s = 10.0 * root;
  const Value a = 2.0 * s;
  diamond.backward(s + 3.0 * a);
  CHECK_SAME(s.grad()(0, 0), 7.0, dls::bitwise());
  CHECK_SAME(root.grad()(0, 0), 70.0, dls::bitwise());
}

TEST_CASE("a branch: 20 and 11, by run and as a static graph, with the same gradients") {
  StaticGraph g;
  const auto x = g.placeholder(), ten = g.constant(10);
  const auto y = g.branch(g.is_even(x), g.times(x, ten), g.plus(x, ten));
  for (const double number : {2.0, 1.0}) {
    Tape tape;
    const Value in = tape.variable(row({number}));
    const Value out = static_cast<int>(number) % 2 == 0 ? 10.0 * in : in + 10.0;
    tape.backward(out);
    const StaticGraph::Result r = g.run(y, {{x, number}});
    CHECK_SAME(out.item(), number == 2 ? 20.0 : 11.0, dls::bitwise());
    CHECK_SAME(r.value, out.item(), dls::bitwise());
    CHECK_SAME(in.grad()(0, 0), number == 2 ? 10.0 : 1.0, dls::bitwise());
    CHECK_SAME(r.gradient.at(x), in.grad()(0, 0), dls::bitwise());
    CHECK(tape.size() == 2);  // what did not happen was not recorded
    CHECK(r.ran == 5);        // and of the 6 nodes the other branch was not run
  }
  CHECK(holds(error_of([&] { g.run(y, {}); }), "not fed"));
  CHECK(holds(error_of([&] { g.plus(x, 99); }), "99"));
}

TEST_CASE("a static graph with a shared node") {
  StaticGraph g;
  const auto x = g.placeholder();
  const auto square = g.times(x, x);
  const StaticGraph::Result r = g.run(g.plus(g.times(square, x), square), {{x, 3}});
  CHECK_SAME(r.value, 36.0, dls::bitwise());           // x^3 + x^2
  CHECK_SAME(r.gradient.at(x), 33.0, dls::bitwise());  // 3 x^2 + 2 x
}

TEST_CASE("constants get no gradient, parameters keep theirs, untouched variables get zeros") {
  Parameter w("w", row({5, 6}));
  Tape tape;
  const Value c = tape.constant(row({1, 2})), p = tape.parameter(w),
              unused = tape.variable(row({9, 9, 9}));
  tape.backward(sum(c * p));
  CHECK_SAME(numbers(w.grad), dls::Numbers({1, 2}, {1, 2}), dls::bitwise());
  CHECK_SAME(numbers(unused.grad()), dls::Numbers({0, 0, 0}, {1, 3}), dls::bitwise());
  CHECK(holds(error_of([&] { c.grad(); }), "constant"));
  tape.clear();
  CHECK(tape.size() == 0);
  tape.backward(sum(tape.parameter(w)));  // gradients of parameters add up over recordings
  CHECK_SAME(numbers(w.grad), dls::Numbers({2, 3}, {1, 2}), dls::bitwise());
}

TEST_CASE("refusals, each before a gradient is written") {
  Tape tape, other;
  const Value x = tape.variable(row({1, 2})), z = other.variable(row({1, 2}));
  CHECK(holds(error_of([&] { x + z; }), "another tape"));
  CHECK(holds(error_of([&] { tape.backward(x); }), "got 1x2, expected 1x1"));
  CHECK(holds(error_of([&] { tape.backward(sum(z)); }), "another tape"));
  CHECK(holds(error_of([&] { tape.backward(sum(tape.constant(row({1})))); }), "only on constants"));
  CHECK(holds(error_of([&] { x + tape.variable(row({1})); }), "got 1x1, expected 1x2"));
  CHECK(holds(error_of([&] { matmul(x, x); }), "got 1x2, expected 2x2"));
  CHECK(holds(error_of([&] { softmax_cross_entropy(x, {2}); }), "label 2"));
  CHECK(holds(error_of([&] { softmax_cross_entropy(x, {0, 1}); }), "2 labels for 1 rows"));
  CHECK(x.grad().isZero(0));

  const Value y = sum(square(x));
  tape.backward(y);
  const Matrix once = x.grad();
  CHECK(holds(error_of([&] { tape.backward(y); }), "already called"));
  CHECK_SAME(numbers(x.grad()), numbers(once), dls::bitwise());

  tape.clear();
  CHECK(holds(error_of([&] { x.data(); }), "cleared"));
  // A closure that hands back a gradient of the wrong shape.
  const Value v = tape.variable(row({1, 2}));
  const Value bad = tape.record("bad", {v}, row({3}), [v](const Matrix& dy) { v.add_grad(dy); });
  CHECK(holds(error_of([&] { tape.backward(bad); }), "got 1x1, expected its value's shape 1x2"));
}

TEST_CASE("softmax of huge logits stays finite") {
  Tape tape;
  const Value z = tape.variable(row({1000, 0, -1000}));
  const Value loss = softmax_cross_entropy(z, {0});
  tape.backward(loss);
  CHECK_SAME(loss.item(), 0.0, dls::bitwise());
  CHECK(z.grad().allFinite());
}

TEST_CASE("data() stays valid while more is recorded") {
  Tape tape;
  const Value x = tape.variable(row({1, 2}));
  const Matrix* where = &x.data();
  Value y = x;
  for (int i = 0; i < 1000; ++i) y = y + x;
  CHECK(&x.data() == where);
  tape.backward(sum(y));
  CHECK_SAME(x.grad()(0, 1), 1001.0, dls::bitwise());
}

TEST_CASE("the tape as text") {
  Tape tape;
  const Value x = tape.variable(row({3}), "x");
  const Value y = x * x + x;
  tape.backward(y);
  const std::string text = list(tape);
  CHECK(holds(text, "  0  x              -      1x1    3                     7\n"));
  CHECK(holds(text, "  2  add            #1 #0  1x1    12                    1\n"));
  CHECK(graph(y) == "#2 add\n    #1 mul\n        #0 x\n        #0 x (again)\n    #0 x (again)\n");
}
