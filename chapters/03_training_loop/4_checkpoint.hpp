// The whole state of a training in one file: written so that a kill at any moment does no harm.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "chapters/03_training_loop/3_training.hpp"
#include "common/io/checkpoint.hpp"

namespace dls::ch03 {

/// A number as a note, with all its digits: reading it back gives the same bits.
inline std::string exact(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// A note as a number. Throws Error when it is none.
inline double number(const Checkpoint& checkpoint, const std::string& name) {
  const std::string& text = checkpoint.note(name);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0)
    throw Error("the checkpoint's note '" + name + "' should be a number and reads '" + text + "'");
  return value;
}

constexpr std::int64_t kMostEpochs = 1'000'000;

/// A note as a whole number from 0 to `most`. Throws Error when it is none.
inline std::int64_t whole_number(const Checkpoint& checkpoint, const std::string& name,
                                 std::int64_t most = std::int64_t{1} << 53) {
  const double value = number(checkpoint, name);
  if (!(value >= 0 && value <= static_cast<double>(most) && value == std::floor(value)))
    throw Error("the checkpoint's note '" + name + "' should be a whole number from 0 to " +
                std::to_string(most) + " and reads '" + checkpoint.note(name) + "'");
  return static_cast<std::int64_t>(value);
}

/// Tensors under a prefix, so that those of the network and of the optimiser do not meet.
inline void put(Checkpoint& checkpoint, const std::string& prefix,
                const std::vector<NamedTensor>& tensors) {
  for (const NamedTensor& t : tensors) checkpoint.tensors.push_back({prefix + t.name, t.value});
}
inline std::vector<NamedTensor> take(const Checkpoint& checkpoint, const std::string& prefix) {
  std::vector<NamedTensor> found;
  for (const NamedTensor& t : checkpoint.tensors)
    if (t.name.compare(0, prefix.size(), prefix) == 0)
      found.push_back({t.name.substr(prefix.size()), t.value});
  return found;
}

/// A number for people.
inline std::string plain(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

/// A recipe in one line: two trainings with the same line take the same steps.
inline std::string text(const Recipe& r) {
  std::string sizes;
  for (const std::int64_t size : r.sizes)
    sizes += (sizes.empty() ? "" : "-") + std::to_string(size);
  return sizes + ", dropout " + plain(r.dropout) + ", rate " + plain(r.rate) +
         (r.cosine ? " cosine" : "") + ", batch " + std::to_string(r.batch) + ", epochs " +
         std::to_string(r.epochs) + ", seed " + std::to_string(r.seed) + ", " + r.data;
}

// [save]
/// Everything that a step changes. What is forgotten here is what a resumed run does differently.
inline void Training::save(Checkpoint& checkpoint) const {
  put(checkpoint, "net.", net_.state());
  put(checkpoint, "adam.", optimizer_.state());
  checkpoint.notes["recipe"] = text(recipe_);
  checkpoint.notes["pictures"] = std::to_string(batches_.size());
  checkpoint.notes["shuffle.stream"] = std::to_string(batches_.stream());
  checkpoint.notes["shuffle.used"] = std::to_string(batches_.used());
  checkpoint.notes["steps"] = std::to_string(steps_);
  checkpoint.notes["epoch"] = std::to_string(epoch_);
  checkpoint.notes["epoch.loss_sum"] = exact(loss_sum_);
  checkpoint.notes["epoch.right"] = std::to_string(right_);
}
// [/save]

// [load]
/// Throws Error when the checkpoint belongs to a training with another recipe or other pictures.
inline void Training::load(const Checkpoint& checkpoint) {
  for (const auto& [note, mine] : {std::pair<std::string, std::string>("recipe", text(recipe_)),
                                   {"pictures", std::to_string(batches_.size())}})
    if (checkpoint.note(note) != mine)
      throw Error("this checkpoint belongs to another training. Its " + note + ": " +
                  checkpoint.note(note) + "; here: " + mine);
  net_.load_state(take(checkpoint, "net."));
  optimizer_.load_state(take(checkpoint, "adam."));
  batches_.seek(static_cast<std::uint64_t>(whole_number(checkpoint, "shuffle.stream")),
                whole_number(checkpoint, "shuffle.used", batches_.size()));
  steps_ = whole_number(checkpoint, "steps");
  epoch_ = static_cast<int>(whole_number(checkpoint, "epoch", recipe_.epochs));
  loss_sum_ = number(checkpoint, "epoch.loss_sum");
  right_ = whole_number(checkpoint, "epoch.right", batches_.size());
}
// [/load]

}  // namespace dls::ch03
