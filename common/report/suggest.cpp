#include "common/report/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dls {

int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> cost((a.size() + 1) * width);  // cost[i][j]: first i letters of a, first j of b
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i * width] = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) cost[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      int& best = cost[i * width + j];
      best = std::min({cost[(i - 1) * width + j] + 1, cost[i * width + j - 1] + 1,
                       cost[(i - 1) * width + j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        best = std::min(best, cost[(i - 2) * width + j - 2] + 1);
      }
    }
  }
  return cost.back();
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const int far = std::max<int>(1, static_cast<int>(word.size()) / 3) + 1;
  int nearest = far;
  std::string best;
  for (const std::string& candidate : known) {
    // A beginning ("sol" for "solution") is as good as one wrong letter.
    const bool beginning = word.size() >= 2 && candidate.rfind(word, 0) == 0;
    const int distance = beginning ? 1 : edit_distance(word, candidate);
    if (distance < nearest && distance < static_cast<int>(candidate.size())) {
      nearest = distance;
      best = candidate;
    }
  }
  return best.empty() ? "" : fmt::format(" Did you mean '{}'?", best);
}

std::string in_words(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

}  // namespace dls
