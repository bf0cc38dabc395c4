// The network: its numbers, its graph, its loss, its pieces.
#include <cmath>
#include <set>
#include <vector>

#include "chapters/03_training_loop/flops.hpp"
#include "common/autograd/gradcheck.hpp"
#include "common/autograd/graph.hpp"
#include "common/nn/init.hpp"
#include "common/optim/optimizer.hpp"
#include "tests/chapters/03_training_loop/helpers.hpp"

using namespace dls;
using namespace dls::ch03;

namespace {

int operations(const Variable& root) {
  int count = 0;
  for (const GraphEntry& entry : graph(root)) count += entry.leaf ? 0 : 1;
  return count;
}

Variable loss_of(Classifier& net, std::int64_t batch) {
  return nll_loss(net(Variable(Tensor::full({batch, 784}, 0.5))),
                  Tensor::zeros({batch}, DType::i64));
}

}  // namespace

TEST_CASE("784-64-64-10 has 55,050 parameters and 54,912 weight multiply-adds") {
  std::int64_t parameters = 0, multiply_add = 0;
  for (const LayerRow& row : summary({784, 64, 64, 10})) {
    parameters += row.parameters;
    multiply_add += row.multiply_add;
  }
  CHECK(parameters == 55050);
  CHECK(multiply_add == 54912);
  CHECK(Classifier({784, 64, 64, 10}, 0.1, 1).parameter_count() == 55050);
}

TEST_CASE("the summary's layers are those of the network") {
  const Classifier net({7, 5, 3, 2}, 0.1, 1);
  std::vector<std::string> names;
  std::int64_t parameters = 0;
  for (const LayerRow& row : summary(net.sizes())) {
    if (row.kind == "Linear") names.push_back(row.name);
    parameters += row.parameters;
  }
  CHECK(names == std::vector<std::string>{"layer1", "layer2", "layer3"});
  CHECK(net.parameter_count() == parameters);
  std::vector<std::string> weights;
  for (const auto& [name, weight] : net.named_parameters())
    if (name.find("weight") != std::string::npos) weights.push_back(name);
  CHECK(weights == std::vector<std::string>{"layer1.weight", "layer2.weight", "layer3.weight"});
}

TEST_CASE("the tape as a DOT file is the golden one") {
  Classifier net({784, 64, 64, 10}, 0.1, 1);
  const std::string golden =
      dls_test::get(std::string(DLS_ROOT) + "/tests/chapters/03_training_loop/net.dot");
  CHECK(graph_dot(loss_of(net, 32), net.named_parameters()) == golden);
}

TEST_CASE("the tape holds operations in training and none in inference mode") {
  Classifier net({784, 64, 64, 10}, 0.1, 1);
  CHECK(operations(loss_of(net, 4)) == 12);
  net.train(false);
  const NoGrad off;
  CHECK(operations(loss_of(net, 4)) == 0);
}

TEST_CASE("FLOP of a step: counted on the graph as by formula") {
  for (const std::vector<std::int64_t>& sizes :
       {std::vector<std::int64_t>{784, 64, 64, 10}, {784, 10}, {784, 17, 13, 10}}) {
    for (const std::int64_t batch : {1, 5, 32}) {
      Classifier net(sizes, 0.1, 1);
      const Variable loss = loss_of(net, batch);
      BackwardOptions record_it;
      record_it.create_graph = true;
      Variable all = loss;
      for (const Variable& g : gradients(loss, net.parameters(), {}, record_it)) all = all + sum(g);
      const FlopFormula formula = flop_formula(sizes, batch);
      CHECK(product_flops(loss) == formula.forward);
      CHECK(product_flops(all) - product_flops(loss) == formula.backward);
    }
  }
  const FlopFormula f = flop_formula({784, 64, 64, 10}, 32);
  CHECK(f.forward == 3514368);
  CHECK(f.forward + f.backward == 7331840);
}

TEST_CASE("the gradient of NLL after log-softmax is (softmax - onehot) / B") {
  const std::int64_t rows = 7, classes = 5;
  Rng rng(dls_test::seed(), "logits");
  const Variable logits = parameter(normal({rows, classes}, 0, 3, rng, DType::f64));
  Tensor labels = Tensor::zeros({rows}, DType::i64);
  for (std::int64_t i = 0; i < rows; ++i) labels.set<std::int64_t>({i}, (2 * i + 1) % classes);
  backward(nll_loss(log_softmax(logits), labels));
  std::vector<double> want;
  for (std::int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::int64_t c = 0; c < classes; ++c) sum += std::exp(logits.value().at<double>({i, c}));
    for (std::int64_t c = 0; c < classes; ++c)
      want.push_back((std::exp(logits.value().at<double>({i, c})) / sum -
                      (labels.at<std::int64_t>({i}) == c ? 1 : 0)) /
                     static_cast<double>(rows));
  }
  CHECK_SAME(logits.grad().value().to_vector<double>(), want, rounding(Format::f64, classes));
  const GradCheck check =
      gradcheck([&](const std::vector<Variable>& x) { return nll_loss(log_softmax(x[0]), labels); },
                {logits.value()});
  CHECK_MESSAGE(check.ok, check.message);
}

TEST_CASE("logits of 1,000 give a finite loss and finite gradients") {
  const Variable logits = parameter(Tensor::of<float>({2, 3}, {1000, 0, -1000, -1000, 0, 1000}));
  const Variable loss = nll_loss(log_softmax(logits), Tensor::of<std::int64_t>({2}, {0, 0}));
  backward(loss);
  CHECK_SAME(loss.item(), 1000.0, ulps(1));  // the mean of 0 and 2000
  CHECK_SAME(numbers(logits.grad().value()), Numbers({0, 0, 0, -0.5, 0, 0.5}, {2, 3}),
             within(0, 1e-7, "all but saturated"));
}

TEST_CASE("dropout keeps the mean, drops the share it should, and rests in evaluation mode") {
  const std::int64_t n = 100000;
  for (const double p : {0.1, 0.5}) {
    Dropout drop(p, dls_test::seed());
    const Variable ones(Tensor::full({n}, 1));
    const std::vector<float> y = drop(ones).value().to_vector<float>();
    double sum = 0, zeros = 0;
    for (const float v : y) {
      sum += v;
      zeros += v == 0 ? 1 : 0;
    }
    const double sigma = std::sqrt(p / (1 - p) / static_cast<double>(n));
    CHECK_SAME(sum / static_cast<double>(n), 1.0, within(0, 3 * sigma, "3 standard errors"));
    CHECK_SAME(zeros / static_cast<double>(n), p, within(0, 3 * sigma, "3 standard errors"));
    CHECK(drop(ones).value().to_vector<float>() != y);  // the next call drops others
    drop.train(false);
    CHECK(drop(ones) == ones);
  }
}

TEST_CASE("the first step of Adam is the learning rate, whatever the gradient's scale") {
  for (const double gradient : {1e-3, -1.0, 1e5}) {
    Variable w = parameter(Tensor::full({3}, 0.25, DType::f64));
    w.set_grad(Variable(Tensor::full({3}, gradient, DType::f64)));
    Adam({{"w", w}}, 2e-4).step();
    const double step = gradient > 0 ? -2e-4 : 2e-4;
    CHECK_SAME(w.value().to_vector<double>(), Numbers(std::vector<double>(3, 0.25 + step)),
               within(0, 2e-4 * 1e-8 / std::abs(gradient) * 1.01 + 1e-16, "epsilon of Adam"));
  }
}
