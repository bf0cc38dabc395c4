// INT8 with one scale, with one for each block, and with two different ends.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "chapters/04_floating_point/7_integers.hpp"
#include "chapters/04_floating_point/sections.hpp"
#include "common/core/rng.hpp"

namespace dls::ch04 {

namespace {

Grid symmetric(const std::vector<float>& x) { return symmetric_grid(x, 8); }
Grid asymmetric(const std::vector<float>& x) { return asymmetric_grid(x, 8); }

/// How many of the grid's integers occur among the numbers.
std::size_t used(const Grid& grid, const std::vector<float>& x) {
  std::set<int> seen;
  for (const float value : x) seen.insert(quantise(grid, static_cast<double>(value)));
  return seen.size();
}

}  // namespace

void integers(Lesson& lesson) {
  const std::size_t n = 65536;
  Rng rng(lesson.seed(), "integers");
  std::vector<float> weights(n), outliers(n), activations(n);
  for (std::size_t i = 0; i < n; ++i) {
    weights[i] = static_cast<float>(rng.normal());
    outliers[i] = i % 4096 == 1234 ? 60 * weights[i] / std::abs(weights[i]) : weights[i];
    activations[i] = std::max(weights[i], 0.0F);
  }
  lesson.say("{} numbers in 8 bits each; the error is relative to their root mean square.", n);
  Table table({"numbers", "symmetric", "asymmetric", "symmetric, blocks of 64"});
  const auto row = [&](const char* name, const std::vector<float>& x) {
    const double one = relative_rms(round_trip(x, n, symmetric), x);
    const double two = relative_rms(round_trip(x, n, asymmetric), x);
    const double blocks = relative_rms(round_trip(x, 64, symmetric), x);
    table.row({name, fmt::format("{:.4f}", one), fmt::format("{:.4f}", two),
               fmt::format("{:.4f}", blocks)});
    lesson.metric({{"what", name}, {"symmetric", one}, {"asymmetric", two}, {"blocks", blocks}});
  };
  row("normal", weights);
  row("normal, one in 4096 is 60", outliers);
  row("after ReLU", activations);
  lesson.show(table);

  const Grid s = symmetric(activations), a = asymmetric(activations);
  lesson.say(
      "Steps after ReLU: symmetric {:.4f}, with {} of its 255 integers in use; asymmetric {:.4f}, "
      "with {} of its 256.",
      s.scale, used(s, activations), a.scale, used(a, activations));
}

}  // namespace dls::ch04
