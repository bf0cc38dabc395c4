// The small tape of the page against the tape that later chapters stand on, number by number.
#include <vector>

#include "chapters/01_autograd/8_tape_network.hpp"
#include "common/autograd/ops.hpp"
#include "tests/chapters/01_autograd/helpers.hpp"

using namespace ch01_test;
using dls::ch01::Matrix;
using dls::ch01::Parameter;
using dls::ch01::Tape;
using dls::ch01::TapeNetwork;
using dls::ch01::Value;

namespace {

dls::Tensor tensor(const Matrix& m) {
  return dls::Tensor::of({m.rows(), m.cols()}, std::vector<double>(m.data(), m.data() + m.size()));
}

/// The network's forward pass on common's tape; `leaves` receives a leaf for each parameter.
dls::Variable forward(TapeNetwork& net, const Matrix& x, std::vector<dls::Variable>& leaves) {
  for (Parameter* p : net.parameters()) leaves.push_back(dls::parameter(tensor(p->value)));
  dls::Variable y(tensor(x));
  for (std::size_t i = 0; i < leaves.size(); i += 2) {
    if (i > 0) y = dls::relu(y);
    y = dls::matmul(y, leaves[i]) + leaves[i + 1];
  }
  return y;
}

void check_leaves(TapeNetwork& net, const std::vector<dls::Variable>& leaves) {
  for (std::size_t k = 0; k < leaves.size(); ++k)
    CHECK_SAME(numbers(net.parameters()[k]->grad),
               dls::Numbers(leaves[k].grad().value().to_vector<double>(), dls::Format::f64,
                            {net.parameters()[k]->value.rows(), net.parameters()[k]->value.cols()}),
               dls::rounding(dls::Format::f64, 64));
}

}  // namespace

TEST_CASE("yes or no: loss and every gradient agree with common/autograd") {
  TapeNetwork net({9, 7, 5, 1}, 3, 0.5);
  const Matrix x = random_matrix(1, 6, 9);
  const Matrix y = (Matrix(6, 1) << 1, 0, 0, 1, 1, 0).finished();
  Tape tape;
  const Value loss = dls::ch01::cross_entropy(sigmoid(net.forward(tape.constant(x))), y);
  tape.backward(loss);

  std::vector<dls::Variable> leaves;
  const dls::Variable other =
      dls::binary_cross_entropy(forward(net, x, leaves), dls::Variable(tensor(y)));
  dls::backward(other);
  CHECK_SAME(loss.item(), other.item(), dls::rounding(dls::Format::f64, 64));
  check_leaves(net, leaves);
}

TEST_CASE("several classes: loss and every gradient agree with common/autograd") {
  TapeNetwork net({9, 7, 4}, 5, 0.5);
  const Matrix x = random_matrix(2, 6, 9);
  const std::vector<int> labels = {3, 0, 1, 2, 2, 0};
  Tape tape;
  const Value loss = dls::ch01::softmax_cross_entropy(net.forward(tape.constant(x)), labels);
  tape.backward(loss);

  std::vector<dls::Variable> leaves;
  const dls::Tensor index =
      dls::Tensor::of({6}, std::vector<std::int32_t>(labels.begin(), labels.end()));
  const dls::Variable other = dls::cross_entropy(forward(net, x, leaves), index);
  dls::backward(other);
  CHECK_SAME(loss.item(), other.item(), dls::rounding(dls::Format::f64, 64));
  check_leaves(net, leaves);
}
