// 01.3: gradients through chains, shared nodes, paths of different length and random graphs.
#include DLS_EXERCISE

#include <deque>
#include <initializer_list>
#include <utility>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

/// Nodes that stay where they are, made from (input, slope) pairs.
class Graph {
 public:
  Node* add(std::initializer_list<std::pair<Node*, double>> inputs = {}) {
    return add(std::vector<std::pair<Node*, double>>(inputs));
  }
  Node* add(const std::vector<std::pair<Node*, double>>& inputs) {
    nodes_.emplace_back();
    for (const auto& [node, slope] : inputs) {
      nodes_.back().inputs.push_back(node);
      nodes_.back().slopes.push_back(slope);
    }
    return &nodes_.back();
  }
  std::deque<Node>& nodes() { return nodes_; }

 private:
  std::deque<Node> nodes_;
};

const auto kClose = dls::rounding(dls::Format::f64, 64);

}  // namespace

TEST_CASE("a chain multiplies its slopes") {
  Graph g;
  Node* x = g.add();
  Node* a = g.add({{x, 3}});
  Node* loss = g.add({{a, -2}});
  backward(*loss);
  CHECK_SAME(loss->grad, 1.0, dls::bitwise());
  CHECK_SAME(a->grad, -2.0, dls::bitwise());
  CHECK_SAME(x->grad, -6.0, dls::bitwise());
}

TEST_CASE("a node that is used twice hears from both") {
  // x -> s -> {a, b} -> loss; slopes chosen so that every mistake gives another number.
  Graph g;
  Node* x = g.add();
  Node* s = g.add({{x, 10}});
  Node* a = g.add({{s, 2}});
  Node* b = g.add({{s, 3}});
  Node* loss = g.add({{a, 1}, {b, 1}});
  backward(*loss);
  if (s->grad == 2 || s->grad == 3)
    FAIL(
        "the second use lost the first: s is used by a (slope 2) and by b (slope 3), so its "
        "gradient is 2 + 3 = 5, got "
        << s->grad << "; add (+=), do not overwrite");
  CHECK_SAME(s->grad, 5.0, kClose);
  if (x->grad == 70 || x->grad == 80)
    FAIL("diamond counted twice: s handed its gradient on each time something arrived, got "
         << x->grad
         << " for x, want (2 + 3) 10 = 50; each node hands on once, when it is complete");
  CHECK_SAME(x->grad, 50.0, kClose);
}

TEST_CASE("the same node twice in one operation: x * x at 7") {
  Graph g;
  Node* x = g.add();
  Node* loss = g.add({{x, 7}, {x, 7}});
  backward(*loss);
  if (x->grad == 7) FAIL("the second use lost the first: d(x x)/dx at 7 is 14, got 7");
  CHECK_SAME(x->grad, 14.0, kClose);
}

TEST_CASE("paths of different length") {
  // s is used by the loss directly and through a, b: it must wait for b.
  Graph g;
  Node* x = g.add();
  Node* s = g.add({{x, 10}});
  Node* a = g.add({{s, 2}});
  Node* b = g.add({{a, 3}});
  Node* loss = g.add({{s, 1}, {b, 1}});
  backward(*loss);
  if (x->grad == 10)
    FAIL(
        "s handed its gradient on before all of its users had handed theirs to it: x got 10, want "
        "(1 + 2 3) 10 = 70; a node comes after ALL its users, not after the nearest");
  CHECK_SAME(s->grad, 7.0, kClose);
  CHECK_SAME(x->grad, 70.0, kClose);
}

TEST_CASE("what grad held before does not count") {
  Graph g;
  Node* x = g.add();
  Node* loss = g.add({{x, 3}});
  backward(*loss);
  REQUIRE_SAME(x->grad, 3.0, dls::bitwise());
  backward(*loss);
  if (x->grad == 6)
    FAIL("gradients left over from before were added: the second call gave 6, want 3 again");
  CHECK_SAME(x->grad, 3.0, dls::bitwise());
}

TEST_CASE("a ladder of diamonds has 2^12 paths and 25 nodes") {
  Graph g;
  Node* x = g.add();
  Node* top = x;
  for (int rung = 0; rung < 12; ++rung) {
    Node* left = g.add({{top, 0.5}});
    top = g.add({{top, 0.5}, {left, 1.5}});  // slope of a rung: 0.5 + 0.5 * 1.5 = 1.25
  }
  backward(*top);
  double want = 1;
  for (int rung = 0; rung < 12; ++rung) want *= 1.25;
  CHECK_SAME(x->grad, want, kClose);
}

TEST_CASE("random graphs") {
  dls::Rng rng(dls_test::seed(), "01.3");
  for (int round = 0; round < 20; ++round) {
    Graph g;
    std::vector<Node*> made{g.add(), g.add()};
    for (int n = 0; n < 12; ++n) {
      std::vector<std::pair<Node*, double>> inputs;
      for (int k = 0; k < 2; ++k)
        inputs.push_back(
            {made[rng.below(static_cast<std::uint32_t>(made.size()))], rng.uniform(0.5, 1.5)});
      made.push_back(g.add(inputs));
    }
    std::vector<std::pair<Node*, double>> all;
    for (Node* node : made) all.push_back({node, 1});
    Node* loss = g.add(all);
    backward(*loss);

    // They were made in an order that suits: inputs first.
    std::vector<double> got, want(made.size(), 0.0);
    for (std::size_t n = made.size(); n-- > 0;) {
      want[n] += 1;
      for (std::size_t i = 0; i < made[n]->inputs.size(); ++i)
        for (std::size_t m = 0; m < n; ++m)
          if (made[m] == made[n]->inputs[i]) want[m] += want[n] * made[n]->slopes[i];
    }
    for (Node* node : made) got.push_back(node->grad);
    REQUIRE_SAME(got, want, kClose);
  }
}
