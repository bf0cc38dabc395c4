#include "common/core/compare.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "common/core/check.hpp"

namespace dls {
namespace {

struct FormatFacts {
  const char* name;
  int fraction_bits;      // stored bits of the significand
  int smallest_exponent;  // of the smallest normal number
};

FormatFacts facts(Format format) {
  switch (format) {
    case Format::f64:
      return {"float64", 52, -1022};
    case Format::f32:
      return {"float32", 23, -126};
    case Format::tf32:
      return {"tf32", 10, -126};
    case Format::f16:
      return {"float16", 10, -14};
    case Format::bf16:
      return {"bfloat16", 7, -126};
    case Format::e4m3:
      return {"float8 e4m3", 3, -6};
    case Format::e5m2:
      return {"float8 e5m2", 2, -14};
    case Format::integer:
      return {"integer", 0, 0};
  }
  return {"unknown", 0, 0};
}

// Differences are judged in the coarser of the two formats: a float computed against a double
// reference can only be as good as a float.
Format coarser(Format a, Format b) { return epsilon(a) >= epsilon(b) ? a : b; }

// Finite distance for ordering; NaN against a number, or the wrong infinity, is infinitely far.
double distance(double got, double want) {
  if (std::isnan(got) && std::isnan(want)) return 0;
  if (got == want) return 0;
  const double d = std::abs(got - want);
  return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

std::string shape_text(const Numbers& n) {
  if (n.shape().empty()) return fmt::format("({})", n.values().size());
  std::string text = "(";
  for (std::size_t i = 0; i < n.shape().size(); ++i) {
    text += fmt::format("{}{}", i ? "," : "", n.shape()[i]);
  }
  return text + ")";
}

std::string element_text(const Numbers& got, const Numbers& want, std::int64_t flat, double ulps) {
  const auto i = static_cast<std::size_t>(flat);
  const double g = got.values()[i];
  const double w = want.values()[i];
  // Enough digits that two different numbers never print the same.
  const int digits = coarser(got.format(), want.format()) == Format::f64 ? 17 : 9;
  std::string text =
      fmt::format("{}: got {:.{}g}, want {:.{}g}", (want.shape().empty() ? got : want).index(i), g,
                  digits, w, digits);
  if (std::isfinite(g) && std::isfinite(w)) {
    text += fmt::format(" (off by {:.3g}", std::abs(g - w));
    if (ulps > 0) text += fmt::format(", {:.4g} ulps", ulps);
    text += ")";
  }
  return text;
}

}  // namespace

double epsilon(Format format) {
  return format == Format::integer ? 0 : std::ldexp(1.0, -facts(format).fraction_bits);
}

double ulp(Format format, double value) {
  if (format == Format::integer) return 1;
  if (!std::isfinite(value)) return std::numeric_limits<double>::infinity();
  const FormatFacts f = facts(format);
  const int exponent = value == 0 ? f.smallest_exponent : std::ilogb(value);
  return std::ldexp(1.0, std::max(exponent, f.smallest_exponent) - f.fraction_bits);
}

const char* name(Format format) { return facts(format).name; }

Numbers::Numbers(std::vector<double> values, Format format, Shape shape)
    : values_(std::move(values)), shape_(std::move(shape)), format_(format) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape_) count *= size;
  DLS_CHECK(shape_.empty() || count == static_cast<std::int64_t>(values_.size()),
            "Numbers: the shape {} holds {} elements, but {} values were given", shape_text(*this),
            count, values_.size());
  if (format_ != Format::integer) return;
  for (const double v : values_) {
    DLS_CHECK(
        std::abs(v) <= 0x1p53,
        "Numbers: the whole number {} is above 2^53 and would be rounded; compare it with ==", v);
  }
}

std::string Numbers::index(std::size_t flat) const {
  if (shape_.empty()) return fmt::format("[{}]", flat);
  std::string text;
  for (std::size_t axis = shape_.size(); axis-- > 0;) {
    const auto size = static_cast<std::size_t>(shape_[axis]);
    text.insert(0, fmt::format("[{}]", flat % size));
    flat /= size;
  }
  return text;
}

Tolerance bitwise() { return {.reason = "equal bits"}; }

Tolerance ulps(double count) {
  return {.ulps = count, .reason = fmt::format("{:g} units in the last place", count)};
}

Tolerance rounding(Format format, std::int64_t terms) {
  const double bound = epsilon(format) * 4 * (1 + std::sqrt(static_cast<double>(terms)));
  return {.of_scale = bound,
          .reason = fmt::format("rounding of {} with sums of {} terms: {:.2g} of the scale",
                                name(format), terms, bound)};
}

Tolerance within(double relative, double absolute, std::string reason) {
  return {.relative = relative, .absolute = absolute, .reason = std::move(reason)};
}

double root_mean_square(const std::vector<double>& values) {
  double largest = 0;
  for (const double v : values) {
    if (std::isfinite(v)) largest = std::max(largest, std::abs(v));
  }
  if (largest == 0) return 0;
  double sum = 0;  // of squares relative to the largest, which cannot overflow
  std::size_t count = 0;
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    sum += (v / largest) * (v / largest);
    ++count;
  }
  return largest * std::sqrt(sum / static_cast<double>(count));
}

bool close(double got, double want, double scale, Format format, const Tolerance& t) {
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) && std::isnan(want);
  if (got == want) {
    const bool exact = t.relative == 0 && t.of_scale == 0 && t.absolute == 0 && t.ulps == 0;
    return !exact || std::signbit(got) == std::signbit(want);
  }
  if (std::isinf(got) || std::isinf(want)) return false;
  double allowed = t.relative * std::abs(want) + t.of_scale * scale + t.absolute;
  if (t.ulps > 0) allowed += t.ulps * ulp(format, want);
  return std::abs(got - want) <= allowed;
}

Comparison compare(const Numbers& got, const Numbers& want, const Tolerance& tolerance) {
  Comparison result;
  const bool same_shape =
      got.shape().empty() || want.shape().empty() || got.shape() == want.shape();
  if (got.values().size() != want.values().size() || !same_shape) {
    result.cause = "the shape is wrong";
    result.message =
        fmt::format("the shape differs: got {}, want {}", shape_text(got), shape_text(want));
    return result;
  }
  const Format format = coarser(got.format(), want.format());
  const double scale = root_mean_square(want.values());
  result.count = static_cast<std::int64_t>(want.values().size());
  double worst_distance = -1;
  for (std::size_t i = 0; i < want.values().size(); ++i) {
    const double g = got.values()[i];
    const double w = want.values()[i];
    if (close(g, w, scale, format, tolerance)) continue;
    ++result.wrong;
    const auto flat = static_cast<std::int64_t>(i);
    if (result.first < 0) result.first = flat;
    if (distance(g, w) > worst_distance) {
      worst_distance = distance(g, w);
      result.worst = flat;
      result.worst_ulps =
          std::isfinite(g) && std::isfinite(w) ? worst_distance / ulp(format, w) : 0;
    }
  }
  result.ok = result.wrong == 0;
  if (result.ok) {
    result.message = fmt::format("{} elements agree ({})", result.count, tolerance.reason);
    return result;
  }
  const auto first = static_cast<std::size_t>(result.first);
  const double first_distance = distance(got.values()[first], want.values()[first]);
  result.message = fmt::format(
      "{} of {} elements differ (allowed: {})\n  first {}", result.wrong, result.count,
      tolerance.reason,
      element_text(
          got, want, result.first,
          std::isfinite(first_distance) ? first_distance / ulp(format, want.values()[first]) : 0));
  if (result.worst != result.first) {
    result.message += "\n  worst " + element_text(got, want, result.worst, result.worst_ulps);
  }
  result.cause = likely_cause(got, want, tolerance);
  if (!result.cause.empty()) result.message += "\n  likely cause: " + result.cause;
  return result;
}

}  // namespace dls
