// Ten classes instead of yes and no, and a batch of pictures a step: TapeNetwork on real pictures.
#pragma once
#include <cstddef>
#include <vector>

#include "chapters/01_autograd/8_tape_network.hpp"
#include "common/core/rng.hpp"

namespace dls::ch01 {

struct Pictures {
  Matrix x;                 ///< (N,pixels), 0 to 1
  std::vector<int> labels;  ///< (N), from 0
};

/// The class with the largest logit, for every row of x.
inline std::vector<int> predict(TapeNetwork& net, const Matrix& x) {
  Tape tape;
  const Value result = net.forward(tape.constant(x));
  const Matrix& logits = result.data();
  std::vector<int> out(static_cast<std::size_t>(x.rows()));
  for (Index i = 0; i < x.rows(); ++i) {
    Index best = 0;
    logits.row(i).maxCoeff(&best);
    out[static_cast<std::size_t>(i)] = static_cast<int>(best);
  }
  return out;
}

/// The share of answers that are right; 0 when there are none.
inline double accuracy(const std::vector<int>& said, const std::vector<int>& is) {
  if (said.size() != is.size())
    throw Error("accuracy: " + std::to_string(said.size()) + " answers for " +
                std::to_string(is.size()) + " labels");
  int right = 0;
  for (std::size_t i = 0; i < is.size(); ++i) right += said[i] == is[i] ? 1 : 0;
  return is.empty() ? 0.0 : static_cast<double>(right) / static_cast<double>(is.size());
}

// [epoch]
/// One pass in random order, `batch` pictures a step (what is left over at the end waits for the
/// next pass). Calls after_step() after each. Returns the mean loss.
template <class AfterStep>
double train_in_batches(TapeNetwork& net, const Pictures& data, Rng& rng, double rate,
                        AfterStep after_step, std::size_t batch = 50) {
  if (data.labels.size() < batch)
    throw Error("train_in_batches: " + std::to_string(data.labels.size()) +
                " pictures do not fill a batch of " + std::to_string(batch));
  std::vector<std::size_t> order(data.labels.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  shuffle(rng, order);

  const std::vector<Parameter*> parameters = net.parameters();
  Tape tape;
  Matrix x(static_cast<Index>(batch), data.x.cols());
  std::vector<int> labels(batch);
  double sum = 0;
  int steps = 0;
  for (std::size_t begin = 0; begin + batch <= order.size(); begin += batch) {
    for (std::size_t i = 0; i < batch; ++i) {
      x.row(static_cast<Index>(i)) = data.x.row(static_cast<Index>(order[begin + i]));
      labels[i] = data.labels[order[begin + i]];
    }
    tape.clear();
    zero_grad(parameters);
    const Value loss = softmax_cross_entropy(net.forward(tape.constant(x)), labels);
    tape.backward(loss);
    sgd_step(parameters, rate);
    sum += loss.item();
    ++steps;
    after_step();
  }
  return sum / steps;
}
// [/epoch]

}  // namespace dls::ch01
