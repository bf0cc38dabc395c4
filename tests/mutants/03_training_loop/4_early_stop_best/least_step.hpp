// expect: each loss is 1e-9 below the one before
// Asks for an improvement of 1e-4 at least.
#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/tensor.hpp"
#include "common/io/checkpoint.hpp"

struct Best {
  int epoch = 0;
  std::vector<float> weights;
};

class EarlyStop {
 public:
  EarlyStop(std::filesystem::path best_file, int patience)
      : best_file_(std::move(best_file)), patience_(patience) {}

  bool after_epoch(int epoch, double loss, const std::vector<float>& weights) {
    if (loss < best_loss_ - 1e-4) {
      best_loss_ = loss;
      without_progress_ = 0;
      dls::Checkpoint c;
      c.notes["epoch"] = std::to_string(epoch);
      const auto n = static_cast<std::int64_t>(weights.size());
      c.tensors.push_back({"weights", dls::Tensor::of({n}, weights)});
      dls::save_checkpoint(best_file_, c);
    } else {
      ++without_progress_;
    }
    return without_progress_ >= patience_;
  }

 private:
  std::filesystem::path best_file_;
  int patience_;
  double best_loss_ = std::numeric_limits<double>::infinity();
  int without_progress_ = 0;  // epochs since the best one
};

inline Best load_best(const std::filesystem::path& best_file) {
  const dls::Checkpoint c = dls::load_checkpoint(best_file);
  return {std::stoi(c.note("epoch")), c.tensor("weights").to_vector<float>()};
}
