#include "common/autograd/graph.hpp"
#include "common/autograd/ops.hpp"
#include "tests/support/check.hpp"

using namespace dls;

TEST_CASE("the graph as a list and for Graphviz") {
  const Variable x(Tensor::zeros({4, 3}));
  const Variable w = parameter(Tensor::zeros({2, 3})), b = parameter(Tensor::zeros({2}));
  const Variable h = relu(linear(x, w, b));
  const Variable loss = sum(h * h + b);
  CHECK(graph_list(loss, {{"weight", w}}) ==
        "%0 = weight  (2,3)\n"
        "%1 = leaf  (2)\n"
        "%2 = linear(%0, %1)  (4,2)\n"
        "%3 = relu(%2)  (4,2)\n"
        "%4 = mul(%3, %3)  (4,2)\n"
        "%5 = add(%4, %1)  (4,2)\n"
        "%6 = sum(%5)  ()\n");
  CHECK(graph_dot(h, {{"weight", w}, {"bias", b}}) ==
        "digraph {\n"
        "  rankdir=LR;\n"
        "  n0 [label=\"weight\\n(2,3)\", shape=box];\n"
        "  n1 [label=\"bias\\n(2)\", shape=box];\n"
        "  n2 [label=\"linear\\n(4,2)\"];\n"
        "  n0 -> n2;\n"
        "  n1 -> n2;\n"
        "  n3 [label=\"relu\\n(4,2)\"];\n"
        "  n2 -> n3;\n"
        "}\n");
}

TEST_CASE("no graph, and a leaf alone") {
  const Variable w = parameter(Tensor::zeros({2}));
  {
    const NoGrad no_grad;
    CHECK(graph(sum(w * w)).empty());
  }
  CHECK(graph(w).size() == 1);
  CHECK(graph(Variable(Tensor::zeros({2}))).empty());
}
