// The black-patch pictures as matrices, and a network trained on them: what several sections need.
#pragma once
#include <cstdint>
#include <vector>

#include "chapters/01_autograd/2_network.hpp"
#include "chapters/01_autograd/3_metrics.hpp"
#include "common/data/black_patch.hpp"

namespace dls::ch01 {

/// x (N,81) pixels, y (N,1) labels: 1 when the picture has a black patch.
struct PatchData {
  Matrix x, y;
};

inline PatchData patch_data(std::uint64_t seed, int count, PatchPlace place, const char* purpose) {
  const BlackPatch set = black_patch_images(seed, count, place, purpose);
  PatchData d;
  d.x = Eigen::Map<const Matrix>(set.pixels.data(), count, BlackPatch::kPixels);
  d.y = Matrix(count, 1);
  for (int i = 0; i < count; ++i) d.y(i, 0) = set.labels[static_cast<std::size_t>(i)];
  return d;
}

/// 2,000 pictures to learn from and 600 to be tested on, with patches where the book's program puts
/// them: on the diagonal.
inline PatchData train_patches(std::uint64_t seed) {
  return patch_data(seed, 2000, PatchPlace::diagonal, "black patch train");
}
inline PatchData test_patches(std::uint64_t seed) {
  return patch_data(seed, 600, PatchPlace::diagonal, "black patch test");
}

inline const std::vector<int> kOneHidden = {81, 56, 1};
inline const std::vector<int> kTwoHidden = {81, 56, 48, 1};

/// A hand-written network after `epochs` passes over `data`.
inline HandNetwork train_by_hand(const PatchData& data, const std::vector<int>& sizes,
                                 std::uint64_t seed, double rate, int epochs = 50) {
  HandNetwork net(sizes, seed);
  for (int epoch = 0; epoch < epochs; ++epoch) train_epoch(net, data.x, data.y, rate);
  return net;
}

}  // namespace dls::ch01
