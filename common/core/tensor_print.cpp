#include <algorithm>
#include <cmath>

#include "common/core/check.hpp"
#include "common/core/tensor.hpp"

namespace dls {
namespace {

constexpr std::int64_t kShown = 12;  // longer dimensions are cut to their ends
constexpr std::int64_t kEnds = 4;

/// The numbers with as many digits as they need, at most four after the point.
class Printer {
 public:
  explicit Printer(const Tensor& values) : whole_(!is_floating(values.dtype())) {
    const Tensor doubles = values.to(DType::f64);
    text_ = rows(doubles, 0);
  }

  const std::string& text() const { return text_; }

 private:
  std::string number(double value) const {
    return whole_ ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
  }

  std::string rows(const Tensor& t, int depth) const {
    if (t.rank() == 0) return number(t.item());
    // Vectors stand in one line, their numbers separated by blanks; what holds vectors takes a line
    // for each, indented below the opening bracket.
    const std::string separator =
        t.rank() == 1 ? ", "
                      : "," + std::string(static_cast<std::size_t>(t.rank()) - 1, '\n') +
                            std::string(static_cast<std::size_t>(depth) + 1, ' ');
    const std::int64_t n = t.size(0);
    std::string text = "[";
    for (std::int64_t i = 0; i < n; ++i) {
      if (i > 0) text += separator;
      if (n > kShown && i == kEnds) {
        text += "..." + separator;
        i = n - kEnds;
      }
      text += rows(t.select(0, i), depth + 1);
    }
    return text + "]";
  }

  bool whole_;
  std::string text_;
};

}  // namespace

std::string to_string(const Tensor& tensor) {
  if (!tensor.defined()) return "(no tensor)";
  if (tensor.device() != Device::cpu) {
    return fmt::format("(tensor of shape {} on {})", to_string(tensor.shape()),
                       name(tensor.device()));
  }
  return Printer(tensor).text();
}

}  // namespace dls
