// The hand-written layers: every gradient against finite differences, the batch, the corner cases.
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "chapters/01_autograd/2_network.hpp"
#include "tests/chapters/01_autograd/helpers.hpp"

using namespace ch01_test;
using namespace dls::ch01;

namespace {

/// The gradients of sum(weights * layer(x)) with respect to x and to the layer's parameters.
void check_layer(const std::string& name, Layer& layer, const Matrix& input, Index out) {
  Parameter x("x", input);
  const Matrix weights = random_matrix(77, static_cast<int>(input.rows()), static_cast<int>(out));
  std::vector<Parameter*> parameters = layer.parameters();
  parameters.push_back(&x);
  const auto loss = [&] { return layer.forward(x.value).cwiseProduct(weights).sum(); };
  const auto gradient = [&] {
    zero_grad(parameters);
    layer.forward(x.value);
    x.grad = layer.backward(weights);
  };
  check_gradient(name, grad_check(parameters, loss, gradient));
}

}  // namespace

TEST_CASE("every layer's gradient agrees with finite differences, every number of it") {
  for (const int batch : {1, 5}) {
    CAPTURE(batch);
    Linear linear(Parameter("W", random_matrix(1, 4, 3)), Parameter("b", random_matrix(2, 1, 3)));
    check_layer("Linear", linear, random_matrix(3, batch, 4), 3);
    Relu relu;
    check_layer("Relu", relu, random_matrix(4, batch, 7), 7);
    Sigmoid sigmoid;
    check_layer("Sigmoid", sigmoid, random_matrix(5, batch, 7), 7);

    // The loss: probabilities in (0, 1).
    Parameter p("p", (random_matrix(6, batch, 1).array() * 0.4 + 0.5).matrix());
    Matrix y(batch, 1);
    for (int i = 0; i < batch; ++i) y(i, 0) = i % 2;
    CrossEntropy entropy;
    check_gradient("CrossEntropy", grad_check(
                                       {&p}, [&] { return entropy.forward(p.value, y); },
                                       [&] {
                                         entropy.forward(p.value, y);
                                         p.grad = entropy.backward();
                                       }));
  }
}

TEST_CASE("the whole network 81-56-1, all 4,649 parameters; and a deeper one") {
  for (const std::vector<int>& sizes : {std::vector<int>{81, 56, 1}, {7, 6, 5, 1}}) {
    HandNetwork net(sizes, dls_test::seed());
    for (Parameter* p : net.parameters()) p->value *= 20;  // well away from the ReLU's corner
    const Matrix x = random_matrix(8, 3, sizes[0]);
    Matrix y(3, 1);
    y << 1, 0, 1;
    const auto report = grad_check(
        net.parameters(), [&] { return net.loss(x, y); },
        [&] {
          zero_grad(net.parameters());
          net.loss(x, y);
          net.backward();
        });
    check_gradient("HandNetwork", report);
    Index count = 0;
    for (const GradientError& e : report) count += e.count;
    CHECK(count == (sizes[0] == 81 ? 4649 : 7 * 6 + 6 + 6 * 5 + 5 + 5 + 1));
  }
}

TEST_CASE("known values") {
  Linear linear(Parameter("W", (Matrix(2, 3) << 1, 2, 3, 4, 5, 6).finished()),
                Parameter("b", (Matrix(1, 3) << 10, 20, 30).finished()));
  CHECK_SAME(numbers(linear.forward((Matrix(2, 2) << 1, 0, 2, -1).finished())),
             dls::Numbers({11, 22, 33, 8, 19, 30}, {2, 3}), dls::bitwise());
  Relu relu;
  CHECK_SAME(numbers(relu.forward((Matrix(1, 3) << -2, 0, 3).finished())),
             dls::Numbers({0, 0, 3}, {1, 3}), dls::bitwise());
  // At exactly 0 the gradient is 0.
  CHECK_SAME(numbers(relu.backward((Matrix(1, 3) << 7, 8, 9).finished())),
             dls::Numbers({0, 0, 9}, {1, 3}), dls::bitwise());
  CrossEntropy entropy;
  CHECK_SAME(entropy.forward(Matrix::Constant(4, 1, 0.5), (Matrix(4, 1) << 0, 1, 1, 0).finished()),
             std::log(2.0), dls::ulps(2));
  // Certain and wrong: expensive, but finite.
  CHECK(std::isfinite(entropy.forward(Matrix::Ones(1, 1), Matrix::Zero(1, 1))));
  CHECK(entropy.backward().allFinite());
}

TEST_CASE("the gradient of a batch is the mean of its samples' gradients") {
  HandNetwork net({6, 5, 1}, 3);
  const Matrix x = random_matrix(9, 4, 6);
  const Matrix y = (Matrix(4, 1) << 1, 0, 0, 1).finished();
  std::vector<Matrix> sum;
  for (Parameter* p : net.parameters())
    sum.push_back(Matrix::Zero(p->value.rows(), p->value.cols()));
  for (Index i = 0; i < 4; ++i) {
    zero_grad(net.parameters());
    net.loss(x.row(i), y.row(i));
    net.backward();
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += net.parameters()[k]->grad / 4;
  }
  zero_grad(net.parameters());
  net.loss(x, y);
  net.backward();
  for (std::size_t k = 0; k < sum.size(); ++k)
    CHECK_SAME(numbers(net.parameters()[k]->grad), numbers(sum[k]),
               dls::rounding(dls::Format::f64, 32));
}

TEST_CASE("gradients add up until they are cleared") {
  HandNetwork net({6, 5, 1}, 3);
  const Matrix x = random_matrix(9, 4, 6), y = Matrix::Ones(4, 1);
  net.loss(x, y);
  net.backward();
  const Matrix once = net.parameters()[0]->grad;
  net.backward();
  CHECK_SAME(numbers(net.parameters()[0]->grad), numbers(2 * once), dls::bitwise());
  zero_grad(net.parameters());
  CHECK(net.parameters()[0]->grad.isZero(0));
}

TEST_CASE("the checker finds planted faults and leaves the parameters alone") {
  Parameter w("w", random_matrix(10, 2, 3));
  w.value(0, 0) = 3.3e-9;  // far below h = 1e-5: it cannot be computed back, only put back
  const Matrix before = w.value;
  const auto loss = [&] { return w.value.array().cube().sum(); };
  const auto right = [&] { w.grad = (3 * w.value.array().square()).matrix(); };
  CHECK(grad_check({&w}, loss, right)[0].worst <= 1e-6);
  CHECK_SAME(numbers(w.value), numbers(before), dls::bitwise());

  const auto wrong = [&] {
    right();
    w.grad(1, 2) *= 1.25;
  };
  const GradientError e = grad_check({&w}, loss, wrong)[0];
  CHECK_SAME(e.worst, 0.2, dls::within(1e-5, 0, "the difference is good to about 1e-6"));
  CHECK((e.worst_row == 1 && e.worst_col == 2));

  const auto nan = [&] {
    right();
    w.grad(0, 1) = std::numeric_limits<double>::quiet_NaN();
  };
  CHECK(std::isnan(grad_check({&w}, loss, nan)[0].worst));
}

TEST_CASE("wrong shapes are refused with both shapes") {
  Linear linear(Parameter("W", Matrix(4, 3)), Parameter("b", Matrix(1, 3)));
  CHECK(holds(error_of([&] { linear.forward(Matrix(2, 5)); }), "got 2x5, expected 2x4"));
  linear.forward(Matrix::Zero(2, 4));
  CHECK(holds(error_of([&] { linear.backward(Matrix(2, 4)); }), "got 2x4, expected 2x3"));
  CHECK(holds(error_of([&] { Linear(Parameter("W", Matrix(4, 3)), Parameter("b", Matrix(1, 4))); }),
              "got 1x4, expected 1x3"));
  CrossEntropy entropy;
  CHECK(holds(error_of([&] { entropy.forward(Matrix(3, 1), Matrix(2, 1)); }), "got 2x1"));
  CHECK(holds(error_of([] { HandNetwork({81, 56}, 1); }), "one probability"));
}
