// The loss surface: its middle, its axes, its weights, its repeatability.
#include <cmath>
#include <vector>

#include "chapters/03_training_loop/9_landscape.hpp"
#include "tests/chapters/03_training_loop/helpers.hpp"

using namespace dls;
using namespace dls::ch03;
using namespace ch03_test;

namespace {

std::vector<float> weights_of(const Classifier& net) {
  std::vector<float> all;
  for (const auto& [name, w] : net.named_parameters())
    for (const float v : w.value().to_vector<float>()) all.push_back(v);
  return all;
}

double dot(const std::vector<Tensor>& a, const std::vector<Tensor>& b, std::size_t k) {
  double sum = 0;
  for (std::int64_t i = 0; i < a[k].elements(); ++i)
    sum += static_cast<double>(a[k].data<float>()[i]) * static_cast<double>(b[k].data<float>()[i]);
  return sum;
}

}  // namespace

TEST_CASE("the middle is the trained loss, bit by bit; again the same; the weights are untouched") {
  Training training(small_recipe(), glyph_part(200));
  for (int i = 0; i < 10; ++i) step(training);
  Classifier& net = training.net();
  const Part some = glyph_part(60, 1);
  const std::vector<float> before = weights_of(net);
  const double trained = evaluate(net, some).loss;
  const auto loss = [&] { return evaluate(net, some).loss; };
  const Landscape a = landscape(net, loss, 21, 1, 5), b = landscape(net, loss, 21, 1, 5);
  CHECK(a.losses.size() == 441);
  CHECK_SAME(a.centre(), trained, bitwise());
  CHECK_SAME(a.losses, b.losses, bitwise());
  CHECK(weights_of(net) == before);
  CHECK(landscape(net, loss, 3, 1, 6).losses != landscape(net, loss, 3, 1, 5).losses);
}

TEST_CASE("rows go along v, columns along u, from -reach to reach") {
  Classifier net({784, 5, 10}, 0, 3);
  const std::vector<float> w = weights_of(net);
  const std::vector<Tensor> u = direction(net.named_parameters(), Rng(5, "direction", 0));
  const std::vector<Tensor> v = direction(net.named_parameters(), Rng(5, "direction", 1));
  const auto first = [&] { return static_cast<double>(weights_of(net)[0]); };
  const Landscape l = landscape(net, first, 5, 2, 5);
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 5; ++column) {
      const double a = -2 + column, b = -2 + row;
      const double want = static_cast<double>(w[0]) +
                          a * static_cast<double>(u[0].data<float>()[0]) +
                          b * static_cast<double>(v[0].data<float>()[0]);
      CHECK_SAME(l.at(row, column), want, within(1e-5, 1e-7, "float32"));
    }
  CHECK_SAME(l.coordinate(2), 0.0, bitwise());
  CHECK_SAME(l.coordinate(0), -2.0, bitwise());
  CHECK_SAME(l.coordinate(4), 2.0, bitwise());
}

TEST_CASE("a direction is as long as the weights in each tensor, and two of them differ") {
  Classifier net({784, 5, 10}, 0, 3);
  std::vector<Tensor> w;
  for (const auto& [name, weight] : net.named_parameters()) w.push_back(weight.value());
  const std::vector<Tensor> u = direction(net.named_parameters(), Rng(5, "direction", 0));
  const std::vector<Tensor> v = direction(net.named_parameters(), Rng(5, "direction", 1));
  for (std::size_t k = 0; k < w.size(); ++k) {
    CHECK_SAME(dot(u, u, k), dot(w, w, k), within(1e-4, 0, "float32"));
    CHECK(std::abs(dot(u, v, k)) < 0.99 * dot(u, u, k));
  }
  CHECK(std::abs(dot(u, v, 0)) < 0.1 * dot(u, u, 0));  // 3,920 random numbers
}

TEST_CASE("weights of zero have a direction of zero") {
  Classifier net({784, 5, 10}, 0, 3);
  Tensor bias = net.parameters()[1].value();
  bias.fill(0);
  const std::vector<Tensor> u = direction(net.named_parameters(), Rng(5, "direction", 0));
  CHECK_SAME(dot(u, u, 1), 0.0, bitwise());
}

TEST_CASE("an exception on the way leaves the weights as they were; an even side is refused") {
  Classifier net({784, 5, 10}, 0, 3);
  const std::vector<float> before = weights_of(net);
  int calls = 0;
  const auto loss = [&]() -> double {
    if (++calls == 4) throw Error("enough");
    return 1;
  };
  CHECK(holds(error_of([&] { landscape(net, loss, 3, 1, 5); }), "enough"));
  CHECK(weights_of(net) == before);
  CHECK(holds(error_of([&] { landscape(net, loss, 20, 1, 5); }), "no middle"));
}
