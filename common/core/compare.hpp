// The one comparison of numbers in this code base: every test compares through it.
//
// A good comparison does three things that `abs(a - b) < 1e-5` does not. It cannot be passed by
// accident (NaN is never close to a number, an array of zeros is never close to anything else, a
// different shape is never equal). It knows why its tolerance has the size it has. And when it
// fails, it says where, by how much, and what probably went wrong.
#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace dls {

/// A number format, as far as a comparison must know it.
enum class Format { f64, f32, tf32, f16, bf16, e4m3, e5m2, integer };

/// The distance between 1 and the next number of the format (2^-23 for float32); 0 for integers.
double epsilon(Format format);

/// The distance between neighbouring numbers of the format at `value` (a unit in the last place).
double ulp(Format format, double value);

/// The name of a format in messages: "float32".
const char* name(Format format);

/// Numbers to compare: values, shape and the format they were computed in. Made implicitly from
/// what holds numbers: a vector, a span, a list, one number. Without a shape they are flat.
class Numbers {
 public:
  using Shape = std::vector<std::int64_t>;

  template <class T>
    requires std::is_arithmetic_v<T>
  Numbers(std::span<const T> values, Shape shape = {})  // NOLINT(*-explicit-*)
      : Numbers(std::vector<double>(values.begin(), values.end()), format_of<T>(),
                std::move(shape)) {}

  template <class T>
    requires std::is_arithmetic_v<T>
  Numbers(const std::vector<T>& values, Shape shape = {})  // NOLINT(*-explicit-*)
      : Numbers(std::vector<double>(values.begin(), values.end()), format_of<T>(),
                std::move(shape)) {}

  Numbers(std::initializer_list<double> values, Shape shape = {})  // NOLINT(*-explicit-*)
      : Numbers(std::vector<double>(values), Format::f64, std::move(shape)) {}

  template <class T>
    requires std::is_arithmetic_v<T>
  Numbers(T value)  // NOLINT(*-explicit-*)
      : Numbers(std::vector<double>{static_cast<double>(value)}, format_of<T>(), {}) {}

  /// Throws Error when the shape does not hold as many elements as there are values, or when a
  /// whole number is too large (above 2^53) to be compared exactly.
  Numbers(std::vector<double> values, Format format, Shape shape);

  const std::vector<double>& values() const { return values_; }
  const Shape& shape() const { return shape_; }
  Format format() const { return format_; }

  /// "[2][0]" for a flat index.
  std::string index(std::size_t flat) const;

 private:
  template <class T>
  static constexpr Format format_of() {
    if constexpr (std::is_same_v<T, float>) return Format::f32;
    return std::is_integral_v<T> ? Format::integer : Format::f64;
  }

  std::vector<double> values_;
  Shape shape_;
  Format format_;
};

/// How far `got` may be from `want`, and why that far. Two numbers are close when their distance is
/// at most relative * |want| + of_scale * (root mean square of want) + ulps * ulp(want) + absolute.
struct Tolerance {
  double relative = 0;
  double of_scale = 0;
  double absolute = 0;
  double ulps = 0;
  std::string reason;
};

/// Equal bits (so -0 is not +0; any NaN equals any NaN).
Tolerance bitwise();

/// At most `count` units in the last place: for one rounded operation, or a few.
Tolerance ulps(double count);

/// The rounding of a sum of `terms` products in `format`. Errors of a sum grow with the square root
/// of its length when they are independent, and their size follows the terms, not the result, which
/// may have cancelled; so the bound is epsilon * 4 * (1 + sqrt(terms)) of the array's scale.
/// Source: Higham and Mary, "A New Approach to Probabilistic Rounding Error Analysis", SISC 2019.
Tolerance rounding(Format format, std::int64_t terms = 1);

/// A tolerance of your own; `reason` says where the figures come from, and is printed.
Tolerance within(double relative, double absolute, std::string reason);

/// The result of a comparison.
struct Comparison {
  bool ok = false;
  std::int64_t count = 0;   ///< elements compared
  std::int64_t wrong = 0;   ///< elements outside the tolerance
  std::int64_t first = -1;  ///< flat index of the first wrong element; -1: none
  std::int64_t worst = -1;  ///< flat index of the element that is furthest off
  double worst_ulps = 0;    ///< its distance in units in the last place
  std::string cause;        ///< the likely cause in words; empty when nothing fits
  std::string message;      ///< all of it, for people

  explicit operator bool() const { return ok; }
};

/// Compares `got` with `want`. Never throws; a different shape or count is a failed comparison.
Comparison compare(const Numbers& got, const Numbers& want, const Tolerance& tolerance);

/// What probably went wrong, when `got` differs from `want` of the same count ("transposed", "every
/// element is 32 times too large", ...); empty when nothing fits.
std::string likely_cause(const Numbers& got, const Numbers& want, const Tolerance& tolerance);

/// The root mean square of the finite values; 0 when there are none.
double root_mean_square(const std::vector<double>& values);

/// Whether one number is close to another; `scale` is the root mean square of the wanted array.
bool close(double got, double want, double scale, Format format, const Tolerance& tolerance);

}  // namespace dls
