// NF4: its sixteen numbers, its error beside INT4's, and the bits that a weight takes.
#include <fmt/core.h>

#include <cmath>
#include <string>
#include <vector>

#include "chapters/04_floating_point/4_encode.hpp"
#include "chapters/04_floating_point/8_nf4.hpp"
#include "chapters/04_floating_point/sections.hpp"
#include "common/core/rng.hpp"
#include "common/report/plot.hpp"

namespace dls::ch04 {

namespace {

Grid int4(const std::vector<float>& x) { return symmetric_grid(x, 4); }

/// FP4 with the largest of its numbers, 6, at the block's maximum.
std::vector<float> fp4_round_trip(const std::vector<float>& x, std::size_t block) {
  const std::vector<float> maxima = block_maxima(x, block);
  std::vector<float> result;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double scale = static_cast<double>(maxima[i / block]) / 6;
    result.push_back(
        static_cast<float>(round_to(kE2m1, static_cast<double>(x[i]) / scale) * scale));
  }
  return result;
}

void codebook(Lesson& lesson) {
  const auto code = nf4_codebook();
  lesson.say("The sixteen numbers:");
  for (std::size_t row = 0; row < 16; row += 4)
    lesson.say("{:10.6f} {:10.6f} {:10.6f} {:10.6f}", code[row], code[row + 1], code[row + 2],
               code[row + 3]);
  lesson.say();
}

void errors(Lesson& lesson, const std::vector<float>& x) {
  const std::size_t block = 64;
  const std::vector<float> maxima = block_maxima(x, block);
  lesson.say("{} normal numbers in blocks of {}, each divided by its largest magnitude:", x.size(),
             block);
  Table table({"format", "block maxima in", "bits a weight", "relative error"});
  const auto row = [&](const char* name, const char* scale, double bits,
                       const std::vector<float>& got) {
    const double error = relative_rms(got, x);
    table.row({name, scale, fmt::format("{:.3f}", bits), fmt::format("{:.4f}", error)});
    lesson.metric({{"what", name}, {"scale", scale}, {"bits", bits}, {"error", error}});
  };
  row("int8, symmetric", "fp32", bits_per_weight(8, block, 32),
      round_trip(x, block, [](const std::vector<float>& b) { return symmetric_grid(b, 8); }));
  row("int4, symmetric", "fp32", bits_per_weight(4, block, 32), round_trip(x, block, int4));
  row("fp4 e2m1", "fp32", bits_per_weight(4, block, 32), fp4_round_trip(x, block));
  row("nf4", "fp32", bits_per_weight(4, block, 32), nf4_round_trip(x, block, maxima));
  row("nf4", "int8, double quantisation", bits_per_weight(4, block, 8, 256),
      nf4_round_trip(x, block, quantised_maxima(maxima)));
  lesson.show(table);
}

/// Where the numbers of INT4 and NF4 lie under the bell curve of the weights in a block.
void picture(Lesson& lesson) {
  Plot plot("Sixteen numbers for the weights of a block");
  plot.axes("weight / largest of the block", "how many weights are near").size(900, 420);
  plot.y_range(-0.35, 1.05);
  std::vector<double> x, y, even, curved;
  for (int i = -100; i <= 100; ++i) {
    x.push_back(i / 100.0);
    y.push_back(std::exp(-0.5 * std::pow(2.45 * x.back(), 2)));  // the largest of 64 is near 2.45
  }
  for (int q = -7; q <= 7; ++q) even.push_back(q / 7.0);
  for (const double value : nf4_codebook()) curved.push_back(value);
  plot.line("weights", x, y);
  plot.points("INT4: evenly spaced", even, std::vector<double>(even.size(), -0.22));
  plot.points("NF4: closer where more weights are", curved,
              std::vector<double>(curved.size(), -0.1));
  lesson.picture(plot, "four_bits.png",
                 "A bell curve of weights, and two rows of dots below it: 15 evenly spaced ones, "
                 "INT4; and 16 that are dense in the middle and sparse at the ends, NF4");
}

}  // namespace

void nf4(Lesson& lesson) {
  codebook(lesson);
  std::vector<float> x(1 << 21);
  Rng rng(lesson.seed(), "nf4");
  for (float& value : x) value = static_cast<float>(rng.normal());
  errors(lesson, x);
  picture(lesson);
}

}  // namespace dls::ch04
