// Guesses at what went wrong: each looks for the trace of one common mistake in the numbers.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "common/core/compare.hpp"

namespace dls {
namespace {

// Both arrays with what it takes to call two of their elements close.
struct Pair {
  const Numbers& got_numbers;
  const Numbers& want_numbers;
  const std::vector<double>& got;
  const std::vector<double>& want;
  Tolerance tolerance;
  double scale = 0;
  Format format = Format::f64;

  bool same(double g, double w) const { return close(g, w, scale, format, tolerance); }
  std::size_t size() const { return want.size(); }
  const Numbers::Shape& shape() const {
    return want_numbers.shape().empty() ? got_numbers.shape() : want_numbers.shape();
  }
};

std::string not_finite(const Pair& p) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (std::isfinite(p.got[i]) || !std::isfinite(p.want[i])) continue;
    if (std::isinf(p.got[i])) {
      return "infinite where a number belongs: an overflow, a division by zero, log(0), or exp of "
             "something large";
    }
    return "NaN where a number belongs: uninitialised (poisoned) memory, 0/0, inf - inf, or the "
           "root "
           "or log of something negative";
  }
  return "";
}

std::string only_zeros(const Pair& p) {
  const bool zeros = std::all_of(p.got.begin(), p.got.end(), [](double v) { return v == 0; });
  return zeros ? "every element is 0: the result was never written" : "";
}

std::string only_zero_signs(const Pair& p) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    const bool both_nan = std::isnan(p.got[i]) && std::isnan(p.want[i]);
    if (p.got[i] != p.want[i] && !both_nan) return "";
  }
  return "only the sign of zero differs";
}

std::string negated(const Pair& p) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!p.same(-p.got[i], p.want[i])) return "";
  }
  return "the sign is flipped everywhere";
}

// got[i] == want[i + shift] for all i that have a partner.
bool shifted_by(const Pair& p, std::ptrdiff_t shift) {
  std::size_t compared = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto j = static_cast<std::ptrdiff_t>(i) + shift;
    if (j < 0 || j >= static_cast<std::ptrdiff_t>(p.size())) continue;
    if (!p.same(p.got[i], p.want[static_cast<std::size_t>(j)])) return false;
    ++compared;
  }
  return compared >= 2;
}

std::string shifted(const Pair& p) {
  std::vector<std::ptrdiff_t> shifts = {1, -1, 2, -2};
  if (!p.shape().empty()) {
    const auto row = static_cast<std::ptrdiff_t>(p.shape().back());
    shifts.insert(shifts.end(), {row, -row});
  }
  for (const std::ptrdiff_t s : shifts) {
    if (shifted_by(p, s)) {
      return fmt::format("shifted: element i holds what belongs at i{:+d}", s);
    }
  }
  return "";
}

std::string transposed(const Pair& p) {
  if (p.shape().size() != 2) return "";
  const auto rows = static_cast<std::size_t>(p.shape()[0]);
  const auto columns = static_cast<std::size_t>(p.shape()[1]);
  if (rows < 2 || columns < 2) return "";
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      if (!p.same(p.got[c * rows + r], p.want[r * columns + c])) return "";
    }
  }
  return "transposed: rows and columns are swapped";
}

std::string reversed(const Pair& p) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!p.same(p.got[i], p.want[p.size() - 1 - i])) return "";
  }
  return "reversed: the last element stands first";
}

// The factor between the arrays, if there is one for all of them. Judged a little wider than the
// tolerance, since the factor itself is rounded.
std::optional<double> common_factor(const Pair& p) {
  std::size_t largest = 0;
  for (std::size_t i = 1; i < p.size(); ++i) {
    if (std::abs(p.want[i]) > std::abs(p.want[largest])) largest = i;
  }
  if (p.want[largest] == 0 || p.got[largest] == 0) return std::nullopt;
  const double factor = p.got[largest] / p.want[largest];
  const double slack = std::max({1e-12, 8 * epsilon(p.format), 2 * p.tolerance.relative});
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double expected = factor * p.want[i];
    const double allowed = slack * std::max(std::abs(expected), std::abs(factor) * p.scale);
    if (!(std::abs(p.got[i] - expected) <= allowed)) return std::nullopt;
  }
  return factor;
}

std::string scaled(const Pair& p) {
  const std::optional<double> factor = common_factor(p);
  if (!factor || p.size() < 2) return "";
  const double size = std::abs(*factor);
  const char* sign = *factor < 0 ? " and has the wrong sign" : "";
  return size > 1 ? fmt::format("every element is {:.6g} times too large{}", size, sign)
                  : fmt::format("every element is {:.6g} times too small{}", 1 / size, sign);
}

std::string offset(const Pair& p) {
  if (p.size() < 2) return "";
  const double by = p.got[0] - p.want[0];
  if (by == 0 || !std::isfinite(by)) return "";
  const double slack = 16 * epsilon(p.format) * std::max(p.scale, std::abs(by));
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(std::abs(p.got[i] - p.want[i] - by) <= slack)) return "";
  }
  return fmt::format("every element is off by the same {:.6g}", by);
}

std::string wrong_places(const Pair& p) {
  if (p.size() < 2) return "";
  std::vector<double> got = p.got;
  std::vector<double> want = p.want;
  std::sort(got.begin(), got.end());
  std::sort(want.begin(), want.end());
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!p.same(got[i], want[i])) return "";
  }
  return "the right numbers in the wrong places";
}

std::string only_a_tail(const Pair& p) {
  std::size_t first = 0;
  while (first < p.size() && p.same(p.got[first], p.want[first])) ++first;
  if (first == 0 || first == p.size()) return "";
  for (std::size_t i = first; i < p.size(); ++i) {
    if (p.same(p.got[i], p.want[i])) return "";
  }
  return fmt::format(
      "all is right before element {} and wrong from there on: a tail that a block, "
      "a vector or a loop bound leaves out",
      first);
}

std::string only_rounding(const Pair& p) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (std::isnan(p.got[i]) && std::isnan(p.want[i])) continue;
    if (!(std::abs(p.got[i] - p.want[i]) <= 4 * ulp(p.format, p.want[i]))) return "";
  }
  return "only rounding, at most 4 ulps: another order of summation, a fused multiply-add, or a "
         "format change in between";
}

// Whether every element is what a shorter format would hold.
std::string short_format(const Pair& p) {
  for (const Format format : {Format::tf32, Format::f16, Format::bf16}) {
    if (epsilon(format) <= epsilon(p.format)) continue;
    bool fits = p.size() > 0;
    for (std::size_t i = 0; i < p.size() && fits; ++i) {
      const double unit = ulp(format, p.want[i]);
      const bool on_grid = std::remainder(p.got[i], unit) == 0;
      fits = on_grid && std::abs(p.got[i] - p.want[i]) <= unit;
    }
    if (fits) return fmt::format("every element was rounded to {}", name(format));
  }
  return "";
}

}  // namespace

std::string likely_cause(const Numbers& got, const Numbers& want, const Tolerance& tolerance) {
  if (got.values().size() != want.values().size()) return "the shape is wrong";
  const Format format =
      epsilon(got.format()) >= epsilon(want.format()) ? got.format() : want.format();
  const double scale = root_mean_square(want.values());
  // A bitwise comparison still recognises a transposed result by closeness.
  Tolerance loose = tolerance;
  loose.ulps = std::max(loose.ulps, 4.0);
  const Pair p{got, want, got.values(), want.values(), loose, scale, format};

  // The order matters: the more specific trace comes first.
  for (const auto& guess :
       {not_finite, only_zeros, only_zero_signs, only_rounding, negated, transposed, shifted,
        reversed, scaled, offset, short_format, wrong_places, only_a_tail}) {
    if (std::string cause = guess(p); !cause.empty()) return cause;
  }
  return "";
}

}  // namespace dls
