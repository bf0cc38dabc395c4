// Pictures for training: three parts that never mix, one scale, and batches in shuffled order.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "common/core/rng.hpp"
#include "common/core/tensor.hpp"
#include "common/data/fashion_mnist.hpp"

namespace dls::ch03 {

// [normalise]
/// What pixels are brought to before the network sees them: (pixel - mean) / deviation. The values
/// are those of handwritten digits (MNIST), which the original keeps, and so do we.
struct Scale {
  float mean = 0.1307F;
  float deviation = 0.3081F;
  float operator()(float pixel) const { return (pixel - mean) / deviation; }
};
// [/normalise]

/// Pictures in one block of memory, with their classes.
struct Pictures {
  Tensor x;                          ///< (N,784) float32, scaled
  std::vector<std::int64_t> labels;  ///< (N), 0 to 9
};

/// Scales pictures as they come from a file: in place, so that their numbers are there once.
inline Pictures scaled(LabelledImages images, Scale scale = {}) {
  auto pixels = std::make_shared<std::vector<float>>(std::move(images.pixels));
  for (float& pixel : *pixels) pixel = scale(pixel);
  Pictures p;
  p.x = Tensor::wrap(pixels->data(), {images.count, images.height * images.width}, pixels);
  p.labels.assign(images.labels.begin(), images.labels.end());
  return p;
}

/// Some of the pictures: a list of numbers, and a second name for the pictures themselves.
struct Part {
  Pictures pictures;
  std::vector<std::int64_t> members;  ///< numbers of rows of pictures.x
  std::int64_t size() const { return static_cast<std::int64_t>(members.size()); }
};

// [split]
/// All pictures, or two parts that share none: the second gets `second` of them, drawn at random.
/// Throws Error when there are fewer.
inline Part whole(const Pictures& pictures) {
  Part p{pictures, std::vector<std::int64_t>(pictures.labels.size())};
  std::iota(p.members.begin(), p.members.end(), 0);
  return p;
}
inline std::pair<Part, Part> split(const Pictures& pictures, std::int64_t second,
                                   std::uint64_t seed) {
  Part first = whole(pictures);
  if (second < 0 || second > first.size())
    throw Error("split: " + std::to_string(second) + " of " + std::to_string(first.size()) +
                " pictures cannot be set aside");
  Rng rng(seed, "split");
  shuffle(rng, first.members);
  Part other{pictures, {first.members.end() - second, first.members.end()}};
  first.members.resize(static_cast<std::size_t>(first.size() - second));
  return {std::move(first), std::move(other)};
}
// [/split]

/// What one step of training sees.
struct Batch {
  Tensor x;       ///< (B,784)
  Tensor labels;  ///< (B) int64
};

// [batches]
/// Batches of a part in an order that is drawn anew for each epoch from one stream of random
/// numbers. Two numbers say where it stands: where the stream was when this epoch's order was
/// drawn, and how many pictures of that order are used up.
class Batches {
 public:
  Batches(Part part, std::int64_t batch, std::uint64_t seed)
      : part_(std::move(part)), batch_(batch), rng_(seed, "shuffle") {
    if (batch < 1 || part_.members.empty())
      throw Error("Batches: " + std::to_string(part_.size()) + " pictures in batches of " +
                  std::to_string(batch) + "; both must be at least 1");
    memory_.x = Tensor::zeros({batch, part_.pictures.x.size(1)});
    memory_.labels = Tensor::zeros({batch}, DType::i64);
    next_epoch();
  }

  /// A new order for a new epoch.
  void next_epoch() { seek(rng_.position(), 0); }

  /// Goes to where another Batches stood: the same order, as many pictures used up.
  void seek(std::uint64_t stream, std::int64_t used) {
    stream_ = stream;
    used_ = used;
    rng_.seek(stream);
    order_ = part_.members;  // each order starts from the same list: it depends on the stream alone
    shuffle(rng_, order_);
  }
  std::uint64_t stream() const { return stream_; }
  std::int64_t used() const { return used_; }
  std::int64_t left() const { return part_.size() - used_; }

  /// The next pictures, the last batch of an epoch being what is left. They lie in the same memory
  /// each time: use them before you ask again. Throws Error at the end of the epoch.
  Batch next() {
    const std::int64_t n = std::min(batch_, left());
    if (n == 0) throw Error("Batches::next: the epoch is over; call next_epoch() first");
    const std::int64_t row = part_.pictures.x.size(1);
    const float* from = part_.pictures.x.data<float>();
    float* to = memory_.x.mutable_data<float>();
    std::int64_t* labels = memory_.labels.mutable_data<std::int64_t>();
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t which = order_[static_cast<std::size_t>(used_ + i)];
      std::memcpy(to + i * row, from + which * row, static_cast<std::size_t>(row) * sizeof(float));
      labels[i] = part_.pictures.labels[static_cast<std::size_t>(which)];
    }
    used_ += n;
    return {memory_.x.slice(0, 0, n), memory_.labels.slice(0, 0, n)};
  }
  // [/batches]

  /// Pictures in an epoch, and in a batch.
  std::int64_t size() const { return part_.size(); }
  std::int64_t batch() const { return batch_; }

 private:
  Part part_;
  std::int64_t batch_;
  Rng rng_;
  std::uint64_t stream_ = 0;
  std::int64_t used_ = 0;
  std::vector<std::int64_t> order_;
  Batch memory_;
};

}  // namespace dls::ch03
