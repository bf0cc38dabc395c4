#include "common/data/black_patch.hpp"

#include <cmath>
#include <cstddef>

#include "common/core/check.hpp"

namespace dls {

namespace {

constexpr double kWhite = 0.996;  // the background
constexpr double kNoise = 1e-4;   // so little that no two pictures are equal, and no more

void draw_patch(Rng& rng, PatchPlace place, double* pixels) {
  constexpr int kSide = BlackPatch::kSide;
  constexpr int kPatch = BlackPatch::kPatch;
  int row = 0;
  int column = 0;
  if (place == PatchPlace::diagonal) {
    // The slip: one random index for both, and only five of the seven places that fit.
    row = column = 1 + static_cast<int>(rng.below(5));
  } else {
    row = static_cast<int>(rng.below(kSide - kPatch + 1));
    column = static_cast<int>(rng.below(kSide - kPatch + 1));
  }
  for (int r = row; r < row + kPatch; ++r) {
    for (int c = column; c < column + kPatch; ++c) pixels[r * kSide + c] = 0.0;
  }
}

}  // namespace

BlackPatch black_patch_images(std::uint64_t seed, int count, PatchPlace place,
                              const char* purpose) {
  DLS_CHECK(count >= 0, "black_patch_images: {} pictures cannot be drawn", count);
  BlackPatch set;
  set.count = count;
  set.pixels.resize(static_cast<std::size_t>(count) * BlackPatch::kPixels);
  set.labels.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    Rng rng(seed, purpose, static_cast<std::uint64_t>(i));
    double* pixels = set.pixels.data() + static_cast<std::size_t>(i) * BlackPatch::kPixels;
    for (int p = 0; p < BlackPatch::kPixels; ++p) pixels[p] = kWhite;
    const int label = static_cast<int>(rng.below(2));
    set.labels[static_cast<std::size_t>(i)] = label;
    if (label == 1) draw_patch(rng, place, pixels);
    for (int p = 0; p < BlackPatch::kPixels; ++p) {
      pixels[p] += std::abs(kNoise * (rng.normal() - 1.0));
    }
  }
  return set;
}

}  // namespace dls
