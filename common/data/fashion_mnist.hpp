// Fashion-MNIST: 70,000 grey pictures of ten kinds of clothes (Xiao et al., arXiv:1708.07747).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace dls {

/// Pictures with the class of each.
struct LabelledImages {
  int count = 0;                     // N
  int height = 0;                    // H
  int width = 0;                     // W
  std::vector<float> pixels;         // (N,H,W), 0 black to 1 white
  std::vector<std::uint8_t> labels;  // (N), 0 to 9

  /// The H*W pixels of picture `index`.
  const float* picture(int index) const {
    return pixels.data() + static_cast<std::size_t>(index) * height * width;
  }

  /// The first `n` pictures (all of them when there are fewer).
  LabelledImages first(int n) const;
};

struct TrainTest {
  LabelledImages train, test;
};

/// The names of the ten classes, by label.
inline constexpr std::array<const char*, 10> kFashionClasses = {
    "T-shirt", "trousers", "pullover", "dress", "coat",
    "sandal",  "shirt",    "sneaker",  "bag",   "ankle boot"};

/// Reads {train,t10k}-{images-idx3,labels-idx1}-ubyte from a folder, each plain or with .gz.
/// Throws Error when a file is missing or damaged, when pictures and labels are not as many, when a
/// picture is not 28 x 28, and when a label is not 0 to 9.
TrainTest load_fashion_mnist(const std::filesystem::path& folder);

}  // namespace dls
