// 03.4  Stop early, keep the best (about 25 min)
//
// After each epoch the loss on the validation set is measured. It falls, and some day it rises
// again, while the network learns its training pictures by heart. So two things are kept: the
// weights of the best epoch in a file, and a count of how long nothing has become better.
//
// Write the class and the function below. Add the members that you need.
//
//   EarlyStop(best_file, patience)     nothing was measured yet; writes no file
//   after_epoch(epoch, loss, weights)  returns true when training should stop.
//       - If `loss` is smaller than every loss before, the epoch is the best one so far: its number
//         and its weights go into `best_file`, in place of what was there, before the function
//         returns.
//       - If not (a tie included), the file stays as it is. When this has happened `patience` times
//         in a row, return true.
//       - A loss of NaN or infinity is never the best.
//   load_best(best_file)               reads the file: epoch and weights, for the final test
//
// patience is at least 1. Between after_epoch() and load_best() the process may have ended, and the
// caller may have gone on training with its weights.
//
// Use common/io/checkpoint.hpp, which replaces files in one piece and throws dls::Error for one
// that is missing or damaged:
//
//     dls::Checkpoint c;
//     c.tensors.push_back({"weights", dls::Tensor::of({n}, vector)});  // n numbers
//     c.notes["epoch"] = "3";
//     dls::save_checkpoint(path, c);
//     dls::load_checkpoint(path).tensor("weights").to_vector<float>()
//     dls::load_checkpoint(path).note("epoch")
//
// Check it:  ./learn check 03.4        Stuck:  ./learn hint 03.4
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
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
  EarlyStop([[maybe_unused]] const std::filesystem::path& best_file,
            [[maybe_unused]] int patience) {
    throw dls::NotDone("03.4 early_stop_best: write the class and load_best()");
  }

  bool after_epoch([[maybe_unused]] int epoch, [[maybe_unused]] double loss,
                   [[maybe_unused]] const std::vector<float>& weights) {
    throw dls::NotDone("03.4 early_stop_best: write after_epoch()");
  }
};

inline Best load_best([[maybe_unused]] const std::filesystem::path& best_file) {
  throw dls::NotDone("03.4 early_stop_best: write load_best()");
}
