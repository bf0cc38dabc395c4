// A trained network as a file, and one picture classified by it.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chapters/03_training_loop/1_data.hpp"
#include "chapters/03_training_loop/2_net.hpp"
#include "chapters/03_training_loop/4_checkpoint.hpp"

namespace dls::ch03 {

/// A network, and what must be done to a picture before it sees it.
struct SavedNet {
  std::unique_ptr<Classifier> net;
  Scale scale;
};

// [save_net]
/// The weights, and what they mean nothing without: the sizes, and the scale of the pixels.
inline void save_net(const std::filesystem::path& file, const Classifier& net, double dropout,
                     Scale scale = {}) {
  Checkpoint c;
  put(c, "net.", net.state());
  std::string sizes;
  for (const std::int64_t size : net.sizes()) sizes += std::to_string(size) + " ";
  c.notes["sizes"] = sizes;
  c.notes["dropout"] = exact(dropout);
  c.notes["pixel.mean"] = exact(static_cast<double>(scale.mean));
  c.notes["pixel.deviation"] = exact(static_cast<double>(scale.deviation));
  save_checkpoint(file, c);
}
// [/save_net]

/// Reads that file. The network is in evaluation mode: nothing is dropped. Throws Error when the
/// file is missing, damaged or no network.
inline SavedNet load_net(const std::filesystem::path& file) {
  const Checkpoint c = load_checkpoint(file);
  std::vector<std::int64_t> sizes;
  std::string text = c.note("sizes");
  for (std::size_t end = text.find(' '); end != std::string::npos; end = text.find(' ')) {
    sizes.push_back(std::strtoll(text.c_str(), nullptr, 10));
    text.erase(0, end + 1);
  }
  SavedNet saved;
  saved.net = std::make_unique<Classifier>(sizes, number(c, "dropout"), 0);
  saved.net->load_state(take(c, "net."));
  saved.net->train(false);
  saved.scale.mean = static_cast<float>(number(c, "pixel.mean"));
  saved.scale.deviation = static_cast<float>(number(c, "pixel.deviation"));
  return saved;
}

/// What a network says to a picture.
struct Answer {
  std::int64_t label = 0;
  std::vector<double> probabilities;
  bool recorded = false;  ///< whether operations were put on the tape: they should not be
};

// [classify]
/// One picture as it comes from a camera or a file: 0 black to 1 white, row by row.
inline Answer classify(SavedNet& saved, const std::vector<float>& picture) {
  std::vector<float> pixels = picture;
  for (float& pixel : pixels) pixel = saved.scale(pixel);  // as in training
  const NoGrad off;                                        // nobody will ask for a gradient
  const Variable y = (*saved.net)(
      Variable(Tensor::of<float>({1, static_cast<std::int64_t>(pixels.size())}, pixels)));
  Answer answer;
  answer.label = likeliest(y.value(), 0);
  for (const float logarithm : y.value().to_vector<float>())
    answer.probabilities.push_back(std::exp(static_cast<double>(logarithm)));
  answer.recorded = y.node() != nullptr;
  return answer;
}
// [/classify]

}  // namespace dls::ch03
