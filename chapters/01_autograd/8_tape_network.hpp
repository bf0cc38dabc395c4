// The same network on the tape: only the forward pass is written.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/01_autograd/1_layers.hpp"
#include "chapters/01_autograd/2_network.hpp"
#include "chapters/01_autograd/6_ops.hpp"

namespace dls::ch01 {

/// Fully connected layers with ReLU between them; the last one gives logits: raw numbers, which
/// sigmoid or softmax turns into probabilities.
/// Starting values are those of HandNetwork with the same sizes and seed, times `spread` / 0.01.
class TapeNetwork {
 public:
  TapeNetwork(const std::vector<int>& sizes, std::uint64_t seed, double spread = 0.01) {
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
      const std::string name = "layer" + std::to_string(i + 1);
      parameters_.push_back(
          random_parameter(seed, name + ".weight", sizes[i], sizes[i + 1], spread));
      parameters_.push_back(random_parameter(seed, name + ".bias", 1, sizes[i + 1], spread));
    }
  }

  // [forward]
  /// x (B,in) -> logits (B,out), recorded on x's tape.
  Value forward(Value x) {
    Tape& tape = *x.tape();
    for (std::size_t i = 0; i < parameters_.size(); i += 2) {
      if (i > 0) x = relu(x);
      x = add_row(matmul(x, tape.parameter(parameters_[i])), tape.parameter(parameters_[i + 1]));
    }
    return x;
  }
  // [/forward]

  std::vector<Parameter*> parameters() {
    std::vector<Parameter*> all;
    all.reserve(parameters_.size());
    for (Parameter& p : parameters_) all.push_back(&p);
    return all;
  }

 private:
  std::vector<Parameter> parameters_;
};

// [train]
/// train_epoch of 2_network.hpp, with the gradient from the tape.
inline double train_epoch(TapeNetwork& net, const Matrix& x, const Matrix& y, double rate) {
  const std::vector<Parameter*> parameters = net.parameters();
  Tape tape;
  double sum = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    tape.clear();
    zero_grad(parameters);
    const Value loss = cross_entropy(sigmoid(net.forward(tape.constant(x.row(i)))), y.row(i));
    tape.backward(loss);
    sgd_step(parameters, rate);
    sum += loss.item();
  }
  return sum / static_cast<double>(x.rows());
}
// [/train]

}  // namespace dls::ch01
