// The network and the pictures that several sections of the lesson look at.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "common/autograd/ops.hpp"
#include "common/core/memory.hpp"
#include "common/core/profile_hook.hpp"
#include "common/data/fashion_mnist.hpp"
#include "common/nn/layers.hpp"
#include "common/optim/optimizer.hpp"
#include "common/report/lesson.hpp"

namespace dls::ch05 {

/// Fashion-MNIST where it is, else generated pictures (which it says); with --quick these, too.
TrainTest load_pictures(Lesson& lesson);

/// 784 pixels, hidden layers with ReLU, ten classes; cross-entropy; Adam. One thread or more: as
/// set_threads() says.
class PictureTraining {
 public:
  PictureTraining(const LabelledImages& pictures, std::int64_t batch,
                  const std::vector<std::int64_t>& hidden, double rate, std::uint64_t seed)
      : pictures_(&pictures),
        order_(seed, "order"),
        sizes_(sizes(hidden)),
        net_(sizes_, seed),
        adam_(net_.named_parameters(), rate) {
    x_ = Tensor::zeros({batch, 784});
    labels_ = Tensor::zeros({batch}, DType::i64);
  }

  // [step]
  double step() {
    const auto memory = arena_.scope();
    const ProfileScope all("step");
    {
      const ProfileScope part("data");
      load();
    }
    Variable loss;
    {
      const ProfileScope part("forward");
      loss = cross_entropy(net_(Variable(x_)), labels_);
    }
    {
      const ProfileScope part("backward");
      adam_.zero_grad();
      backward(loss);
    }
    const ProfileScope part("update");
    adam_.step();
    return loss.item();
  }
  // [/step]

  /// Operations of the products of a step, forward and backward; nobody asks for the gradient of
  /// the pictures.
  double flops() const {
    double products = 0;
    for (std::size_t i = 0; i + 1 < sizes_.size(); ++i)
      products += static_cast<double>(sizes_[i] * sizes_[i + 1] * (i == 0 ? 2 : 3));
    return 2 * static_cast<double>(x_.size(0)) * products;
  }
  std::int64_t parameters() const { return net_.parameter_count(); }

 private:
  struct Net : Sequential {
    Net(const std::vector<std::int64_t>& sizes, std::uint64_t seed) {
      Rng rng(seed, "weights");
      for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        add<Linear>(sizes[i], sizes[i + 1], rng);
        if (i + 2 < sizes.size()) add(relu);
      }
    }
  };

  static std::vector<std::int64_t> sizes(std::vector<std::int64_t> hidden) {
    hidden.insert(hidden.begin(), 784);
    hidden.push_back(10);
    return hidden;
  }

  /// Pictures drawn at random into the same memory each time.
  void load() {
    float* to = x_.mutable_data<float>();
    std::int64_t* label = labels_.mutable_data<std::int64_t>();
    for (std::int64_t i = 0; i < x_.size(0); ++i) {
      const int which =
          static_cast<int>(order_.below(static_cast<std::uint32_t>(pictures_->count)));
      std::memcpy(to + 784 * i, pictures_->picture(which), 784 * sizeof(float));
      label[i] = pictures_->labels[static_cast<std::size_t>(which)];
    }
  }

  const LabelledImages* pictures_;
  Rng order_;
  std::vector<std::int64_t> sizes_;
  Net net_;
  Adam adam_;
  StepArena arena_;
  Tensor x_, labels_;
};

}  // namespace dls::ch05
