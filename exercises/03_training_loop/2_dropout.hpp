// 03.2  Dropout (about 25 min)
//
// In training, each number of a layer is set to 0 with probability p, so that no neuron can rely on
// one particular other. The numbers that are left are divided by 1 - p: then their mean stays what
// it was, and in evaluation nothing has to be done at all.
//
//     training:     y[i] = 0               with probability p
//                   y[i] = x[i] / (1 - p)  otherwise
//     evaluation:   y[i] = x[i]            the same bits, and no random number drawn
//
// The way back: dx[i] = dy[i] times the factor that x[i] was multiplied by, 0 or 1 / (1 - p), in
// the LAST forward(), or 1 if that was an evaluation. (The caller may have changed `training`
// between forward() and backward().)
//
// Write the constructor and the two functions below, and add the members that you need:
//
//   Dropout(p)         throws dls::Error unless 0 <= p < 1
//   forward(x, rng)    in training, draws one number u = rng.uniform() for each x[i], in order;
//                      x[i] is dropped when u < p
//   backward(dy)       dy has as many numbers as the last x
//
// Check it:  ./learn check 03.2        Stuck:  ./learn hint 03.2
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/rng.hpp"

class Dropout {
 public:
  explicit Dropout([[maybe_unused]] double p) {
    throw dls::NotDone("03.2 dropout: write the constructor, forward() and backward()");
  }

  bool training = true;  // false: evaluation

  std::vector<double> forward([[maybe_unused]] const std::vector<double>& x,
                              [[maybe_unused]] dls::Rng& rng) {
    throw dls::NotDone("03.2 dropout: write forward()");
  }

  std::vector<double> backward([[maybe_unused]] const std::vector<double>& dy) const {
    throw dls::NotDone("03.2 dropout: write backward()");
  }
};
