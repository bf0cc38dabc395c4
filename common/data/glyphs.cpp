#include "common/data/glyphs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "common/core/check.hpp"
#include "common/core/rng.hpp"

namespace dls {
namespace {

constexpr int kSide = 28;
constexpr int kRows = 7;
constexpr int kColumns = 5;

// The digits as rows of five dots.
constexpr std::array<std::array<const char*, kRows>, 10> kDigits = {{
    {" ### ", "#   #", "#  ##", "# # #", "##  #", "#   #", " ### "},
    {"  #  ", " ##  ", "  #  ", "  #  ", "  #  ", "  #  ", " ### "},
    {" ### ", "#   #", "    #", "  ## ", " #   ", "#    ", "#####"},
    {" ### ", "#   #", "    #", "  ## ", "    #", "#   #", " ### "},
    {"   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "},
    {"#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "},
    {" ### ", "#    ", "#    ", "#### ", "#   #", "#   #", " ### "},
    {"#####", "    #", "   # ", "  #  ", "  #  ", " #   ", " #   "},
    {" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "},
    {" ### ", "#   #", "#   #", " ####", "    #", "    #", " ### "},
}};

// 1 inside a dot of the digit, 0 elsewhere; (row, column) in dots.
double ink(const std::array<const char*, kRows>& digit, double row, double column) {
  const int r = static_cast<int>(std::floor(row));
  const int c = static_cast<int>(std::floor(column));
  if (r < 0 || r >= kRows || c < 0 || c >= kColumns) return 0;
  return digit[static_cast<std::size_t>(r)][c] == '#' ? 1 : 0;
}

}  // namespace

LabelledImages glyphs(std::uint64_t seed, int count) {
  DLS_CHECK(count >= 0, "glyphs: {} pictures cannot be drawn", count);
  LabelledImages set;
  set.count = count;
  set.height = set.width = kSide;
  set.pixels.resize(static_cast<std::size_t>(count) * kSide * kSide);
  set.labels.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    Rng rng(seed, "glyphs", static_cast<std::uint64_t>(i));
    const std::uint32_t label = rng.below(10);
    set.labels[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(label);
    const double dot = rng.uniform(2.4, 3.2);       // pixels per dot
    const double slant = rng.uniform(-0.25, 0.25);  // columns per row
    const double brightness = rng.uniform(0.6, 0.95);
    const double top = 0.5 * kSide + rng.uniform(-2, 2);  // the digit's centre, in pixels
    const double left = 0.5 * kSide + rng.uniform(-3, 3);
    float* pixels = set.pixels.data() + static_cast<std::size_t>(i) * kSide * kSide;
    for (int r = 0; r < kSide; ++r) {
      for (int c = 0; c < kSide; ++c) {
        // Four samples a pixel, so that edges are grey and a shift of half a pixel shows.
        double sum = 0;
        for (const double dr : {0.25, 0.75}) {
          for (const double dc : {0.25, 0.75}) {
            const double row = (r + dr - top) / dot;
            const double column = (c + dc - left) / dot + slant * row;
            sum += ink(kDigits[label], row + 0.5 * kRows, column + 0.5 * kColumns);
          }
        }
        const double noise = 0.05 * rng.uniform();
        pixels[r * kSide + c] = static_cast<float>(std::min(1.0, brightness * sum / 4 + noise));
      }
    }
  }
  return set;
}

}  // namespace dls
