// The first data set: nearly white pictures, with a black square in every second one or so.
#pragma once
#include <cstdint>
#include <vector>

#include "common/core/rng.hpp"

namespace dls {

/// Where the black square may be.
enum class PatchPlace {
  diagonal,  // one random number serves as row and as column, as in the book's program: 5 places
  anywhere   // row and column are drawn apart: all 49 places
};

/// Pictures of 9 x 9 pixels with their label: 1 with a black 3 x 3 square, 0 without.
struct BlackPatch {
  static constexpr int kSide = 9;
  static constexpr int kPatch = 3;
  static constexpr int kPixels = kSide * kSide;

  int count = 0;               // N
  std::vector<double> pixels;  // (N,81), 0 black to 1 white
  std::vector<int> labels;     // (N)
};

/// Draws `count` pictures: all pixels 0.996, in half of the pictures (a fair coin each) a square of
/// zeros, and over everything a breath of noise, |normal(-1e-4, 1e-4)|. Picture i depends on (seed,
/// purpose, i) alone, so a longer set begins with the shorter one. Source: the generator of Mall,
/// Deep Learning at Scale, chapter 2; `diagonal` keeps its slip.
BlackPatch black_patch_images(std::uint64_t seed, int count, PatchPlace place,
                              const char* purpose = "black patch");

}  // namespace dls
