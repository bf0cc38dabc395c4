// expect: was divided by p, not by 1 - p
// The two probabilities mixed up where the rest is scaled.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/rng.hpp"

class Dropout {
 public:
  explicit Dropout(double p) : p_(p) {
    if (!(p >= 0 && p < 1))  // written so that NaN is refused as well
      throw dls::Error("dropout with p = " + std::to_string(p) +
                       ": it must be at least 0 and below 1, else nothing would be left");
  }

  bool training = true;  // false: evaluation

  std::vector<double> forward(const std::vector<double>& x, dls::Rng& rng) {
    factor_.assign(x.size(), 1.0);
    if (!training) return x;
    for (double& f : factor_) f = rng.uniform() < p_ ? 0 : 1 / p_;
    return times_factor(x);
  }

  std::vector<double> backward(const std::vector<double>& dy) const { return times_factor(dy); }

 private:
  std::vector<double> times_factor(std::vector<double> x) const {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= factor_[i];
    return x;
  }

  double p_;
  std::vector<double> factor_;  // of the last forward()
};
