// The network: pixels -> hidden layers with ReLU and dropout -> logarithms of ten probabilities.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/nn/layers.hpp"

namespace dls::ch03 {

/// One row of the summary.
struct LayerRow {
  std::string name, kind;
  Shape output;               ///< for a batch of B, written as -1
  std::int64_t parameters;    ///< trained numbers
  std::int64_t multiply_add;  ///< products that are added up, per picture
};

// [net]
/// sizes {784,64,64,10}: three linear layers, ReLU and dropout between them, log-softmax at the
/// end. The results are logarithms of probabilities, (B,10).
class Classifier : public Layer {
 public:
  /// The same seed gives the same weights, and the same elements to drop.
  Classifier(const std::vector<std::int64_t>& sizes, double dropout, std::uint64_t seed)
      : sizes_(sizes) {
    if (sizes.size() < 2) throw Error("Classifier: it needs at least an input and an output size");
    Rng rng(seed, "weights");
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
      const std::string number = std::to_string(i + 1);
      linear_.push_back(std::make_unique<Linear>(sizes[i], sizes[i + 1], rng));
      add_module("layer" + number, *linear_.back());
      if (i + 2 == sizes.size()) break;
      dropout_.push_back(std::make_unique<Dropout>(dropout, seed, static_cast<std::uint32_t>(i)));
      add_module("dropout" + number, *dropout_.back());
    }
  }

  Variable forward(const Variable& x) override {
    Variable h = x;
    for (std::size_t i = 0; i < dropout_.size(); ++i) h = (*dropout_[i])(relu((*linear_[i])(h)));
    return log_softmax((*linear_.back())(h));
  }
  // [/net]

  const std::vector<std::int64_t>& sizes() const { return sizes_; }

 private:
  std::vector<std::int64_t> sizes_;
  std::vector<std::unique_ptr<Linear>> linear_;
  std::vector<std::unique_ptr<Dropout>> dropout_;
};

// [summary]
/// The layers of a Classifier of these sizes. A linear layer from n to m numbers has n m weights
/// and m biases, and multiplies and adds n m times for each picture.
inline std::vector<LayerRow> summary(const std::vector<std::int64_t>& sizes) {
  std::vector<LayerRow> rows;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
    const std::int64_t n = sizes[i], m = sizes[i + 1];
    const std::string number = std::to_string(i + 1);
    const Shape output{-1, m};
    rows.push_back({"layer" + number, "Linear", output, n * m + m, n * m});
    if (i + 2 < sizes.size()) {
      rows.push_back({"", "ReLU", output, 0, 0});
      rows.push_back({"dropout" + number, "Dropout", output, 0, 0});
    } else {
      rows.push_back({"", "LogSoftmax", output, 0, 0});
    }
  }
  return rows;
}
// [/summary]

}  // namespace dls::ch03
