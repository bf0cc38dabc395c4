// The tape in small: a gradient in two lines, a branch, an operation of your own, a shared value.
#include <fmt/core.h>

#include <string>

#include "chapters/01_autograd/6_ops.hpp"
#include "chapters/01_autograd/7_static_graph.hpp"
#include "chapters/01_autograd/sections.hpp"
#include "chapters/01_autograd/tape_text.hpp"

namespace dls::ch01 {

namespace {

Matrix row(std::initializer_list<double> values) {
  Matrix m(1, static_cast<Index>(values.size()));
  Index i = 0;
  for (const double v : values) m(0, i++) = v;
  return m;
}

void two_lines(Lesson& lesson) {
  // [two_lines]
  Tape tape;
  Value x = tape.variable(row({1, 2, 3}), "x");

  Value y = mean(square(10.0 * x));
  tape.backward(y);
  // [/two_lines]
  const Matrix g = x.grad();
  lesson.say("y = mean((10 x)^2) at x = 1, 2, 3:  dy/dx = {:.2f} {:.2f} {:.2f}", g(0, 0), g(0, 1),
             g(0, 2));
  lesson.say("on paper:                      200 x / 3 = 66.67 133.33 200.00");
  lesson.metric({{"what", "mean((10x)^2)"}, {"g1", g(0, 0)}, {"g2", g(0, 1)}, {"g3", g(0, 2)}});
  lesson.say();
  lesson.say("The tape as a list, read from the bottom to the top by backward():");
  lesson.show(list(tape));
  lesson.say();
  lesson.say("The same entries as a graph, from the result down:");
  lesson.show(graph(y));
  lesson.say();
}

void shared_value(Lesson& lesson) {
  Tape tape;
  Value x = tape.variable(row({3}), "x");
  Value y = x * x + x;  // x is used three times
  tape.backward(y);
  lesson.say("A value used three times, y = x x + x at 3: dy/dx = {} (on paper 2 x + 1 = 7)",
             x.grad()(0, 0));
  lesson.show(graph(y));
  lesson.say();
}

// [custom]
/// a^2 b, element by element, as one operation. The tape knows nothing of it beforehand.
Value a_squared_b(Value a, Value b) {
  Matrix y = a.data().cwiseAbs2().cwiseProduct(b.data());
  return a.tape()->record("a^2 b", {a, b}, y, [a, b](const Matrix& dy) {
    a.add_grad(2.0 * dy.cwiseProduct(a.data()).cwiseProduct(b.data()));  // d/da = 2 a b
    b.add_grad(dy.cwiseProduct(a.data().cwiseAbs2()));                   // d/db = a^2
  });
}
// [/custom]

void your_own(Lesson& lesson) {
  Tape tape;
  Value a = tape.variable(row({2, 3}), "a"), b = tape.variable(row({3, 4}), "b");
  tape.backward(sum(a_squared_b(a, b)));
  lesson.say("An operation of your own, a^2 b at a = (2, 3), b = (3, 4):");
  lesson.say("  d/da = ({}, {})   d/db = ({}, {})", a.grad()(0, 0), a.grad()(0, 1), b.grad()(0, 0),
             b.grad()(0, 1));
  lesson.say();
}

// [by_run]
/// Define by run: the C++ `if` decides, and the tape holds only what happened.
Value times_ten_if_even(Value x) {
  if (static_cast<int>(x.item()) % 2 == 0) return 10.0 * x;
  return x + 10.0;
}
// [/by_run]

void branch(Lesson& lesson) {
  // [static]
  // Static: both branches are in the graph before the first number is known.
  StaticGraph g;
  const auto x = g.placeholder(), ten = g.constant(10);
  const auto y = g.branch(g.is_even(x), g.times(x, ten), g.plus(x, ten));
  // [/static]
  Table table({"x", "by run: y", "dy/dx", "entries", "static: y", "dy/dx", "nodes run"},
              "10 x if x is even, else x + 10");
  for (const double number : {2.0, 1.0}) {
    Tape tape;
    const Value in = tape.variable(row({number}), "x");
    const Value out = times_ten_if_even(in);
    tape.backward(out);
    const StaticGraph::Result r = g.run(y, {{x, number}});
    table.row({fmt::format("{}", number), fmt::format("{}", out.item()),
               fmt::format("{}", in.grad()(0, 0)), fmt::format("{}", tape.size()),
               fmt::format("{}", r.value), fmt::format("{}", r.gradient.at(x)),
               fmt::format("{} of 6", r.ran)});
    lesson.metric({{"what", "branch"}, {"x", number}, {"by_run", out.item()}, {"static", r.value}});
  }
  lesson.show(table);
}

void twice(Lesson& lesson) {
  Tape tape;
  Value y = square(tape.variable(row({3}), "x"));
  tape.backward(y);
  try {
    tape.backward(y);
  } catch (const Error& e) {
    lesson.say("backward() a second time: {}", e.what());
  }
}

}  // namespace

void tape(Lesson& lesson) {
  two_lines(lesson);
  shared_value(lesson);
  your_own(lesson);
  branch(lesson);
  twice(lesson);
}

}  // namespace dls::ch01
