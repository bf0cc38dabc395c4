// 03.6: the stated numbers against the network, the optimiser and loops.
#include DLS_EXERCISE

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/autograd/graph.hpp"
#include "common/nn/layers.hpp"
#include "common/optim/optimizer.hpp"
#include "tests/support/check.hpp"

namespace {

constexpr int kPictures = 55000, kBatch = 32;

/// The chapter's network.
class Net : public dls::Sequential {
 public:
  Net() {
    dls::Rng rng(dls_test::seed(), "03.6");
    add<dls::Linear>(784, 64, rng).add(dls::relu).add<dls::Linear>(64, 64, rng).add(dls::relu);
    add<dls::Linear>(64, 10, rng);
  }
};

/// Two FLOPs for each product in (B,in) times (in,out).
double product(int rows, int inner, int cols) { return 2.0 * rows * inner * cols; }

}  // namespace

TEST_CASE("parameters") {
  const double got = prediction().parameters;
  if (got == 54912)
    FAIL("the biases are missing: every neuron has one more number than its inputs");
  CHECK_SAME(got, static_cast<double>(Net().parameter_count()), dls::bitwise());
}

TEST_CASE("mult_adds") {
  double want = 0;
  for (const dls::Variable& p : Net().parameters())
    if (p.value().rank() == 2) want += static_cast<double>(p.value().elements());
  const double got = prediction().mult_adds;
  if (got == 55050) FAIL("a bias is added, not multiplied: one product for each WEIGHT");
  if (got == 2 * want) FAIL("a product and its addition count as one here: mult-adds, not FLOPs");
  CHECK_SAME(got, want, dls::bitwise());
}

TEST_CASE("flops") {
  const int sizes[] = {784, 64, 64, 10};
  double forward = 0, want = 0;
  for (int layer = 0; layer < 3; ++layer) {
    const int in = sizes[layer], out = sizes[layer + 1];
    forward += product(kBatch, in, out);              // y = x W'
    want += product(out, kBatch, in);                 // dW = dy' x
    if (layer > 0) want += product(kBatch, out, in);  // dx = dy W
  }
  want += forward;
  const double got = prediction().flops;
  if (got == 3 * forward)
    FAIL(
        "nobody asks for the gradient of the pictures: the first layer, the largest, needs two "
        "products, not three");
  if (got == forward) FAIL("that is the forward pass alone; the backward pass multiplies, too");
  if (got == want / 2) FAIL("a product and its addition are two FLOPs");
  if (got == want / kBatch) FAIL("a step computes a batch of 32 pictures, not one");
  CHECK_SAME(got, want, dls::bitwise());
}

TEST_CASE("state_bytes") {
  Net net;
  dls::Adam adam(net.named_parameters(), 2e-4);
  double want = 0;
  for (const dls::NamedTensor& t : net.state())
    want += 4.0 * static_cast<double>(t.value.elements());
  const double weights = want;
  for (const dls::NamedTensor& t : adam.state())
    if (t.value.dtype() == dls::DType::f32) want += 4.0 * static_cast<double>(t.value.elements());
  const double got = prediction().state_bytes;
  if (got == weights) FAIL("Adam's two moments are missing: without them training cannot go on");
  if (got == 2 * weights) FAIL("Adam keeps TWO numbers for each parameter, beside the parameter");
  CHECK_SAME(got, want, dls::bitwise());
}

TEST_CASE("steps") {
  int want = 0;
  for (int used = 0; used < kPictures; used += kBatch) ++want;
  const double got = prediction().steps;
  const int whole = kPictures / kBatch;
  if (got == whole) FAIL("the last batch is missing: 24 pictures are left over");
  CHECK_SAME(got, static_cast<double>(want), dls::bitwise());
}

TEST_CASE("first_move") {
  dls::Variable w(dls::Tensor::full({1}, 3, dls::DType::f64), true);
  dls::Adam adam({{"w", w}}, 2e-4);
  dls::backward(dls::sum(w * dls::Variable(dls::Tensor::full({1}, 50, dls::DType::f64))));
  adam.step();
  const double got = prediction().first_move;
  if (std::abs(std::abs(got) - 0.01) < 1e-4)
    FAIL(
        "that is learning rate times gradient, which is what SGD does; Adam divides the gradient "
        "by its own size");
  CHECK_SAME(std::abs(got), 3 - w.value().item(),
             dls::within(2e-3, 0, "three digits are asked for"));
}

TEST_CASE("stop_epoch") {
  const double losses[] = {0.50, 0.40, 0.45, 0.40, 0.42, 0.41, 0.38};
  double best = 1e9;
  int epoch = 0, without = 0;
  while (without < 3) {
    const double loss = losses[epoch++];
    without = loss < best ? 0 : without + 1;
    best = std::min(best, loss);
  }
  const double got = prediction().stop_epoch;
  if (got == 7) FAIL("a tie is no progress: epoch 4 does not start the count again");
  if (got == 6)
    FAIL("epochs 3, 4 and 5 are three without a smaller loss: patience is over after 5");
  CHECK_SAME(got, static_cast<double>(epoch), dls::bitwise());
}

TEST_CASE("tape_nodes") {
  Net net;
  const dls::NoGrad off;
  const dls::Variable y = net(dls::Variable(dls::Tensor::full({1, 784}, 0.5)));
  const double got = prediction().tape_nodes;
  if (got > 0) FAIL("in inference mode nothing is recorded, since nothing will go back");
  CHECK_SAME(got, static_cast<double>(dls::graph(y).size()), dls::bitwise());
}
