// One product of matrices, its inputs rounded to fewer bits; and the sums rounded as well.
#include <fmt/core.h>

#include <cmath>
#include <string>
#include <vector>

#include "chapters/04_floating_point/7_integers.hpp"
#include "chapters/04_floating_point/9_products.hpp"
#include "chapters/04_floating_point/sections.hpp"
#include "common/core/rng.hpp"

namespace dls::ch04 {

namespace {

std::vector<float> random_numbers(std::size_t n, Rng rng) {
  std::vector<float> x(n);
  for (float& value : x) value = static_cast<float>(rng.normal());
  return x;
}

/// A B for square A and B of `size` rows, every sum in T and in the order of the columns of A.
template <class T>
std::vector<T> product(const std::vector<T>& a, const std::vector<T>& b, std::size_t size) {
  std::vector<T> c(size * size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t j = 0; j < size; ++j) c[i * size + j] += a[i * size + k] * b[k * size + j];
  return c;
}

void inputs(Lesson& lesson) {
  const std::size_t size = 256, count = size * size;
  const std::vector<float> a = random_numbers(count, Rng(lesson.seed(), "product", 0));
  const std::vector<float> b = random_numbers(count, Rng(lesson.seed(), "product", 1));
  const std::vector<double> exact = product(std::vector<double>(a.begin(), a.end()),
                                            std::vector<double>(b.begin(), b.end()), size);
  const std::vector<float> want(exact.begin(), exact.end());
  lesson.say("A ({0},{0}) times B ({0},{0}), normal numbers, against the product in fp64:", size);
  Table table({"inputs", "added up in", "relative error", "half a step, relative"});
  for (const Format& f : {kFp32, kTf32, kFp16, kBf16, kE4m3, kE5m2}) {
    const double error = relative_rms(product(rounded(f, a), rounded(f, b), size), want);
    table.row({f.name, "fp32", fmt::format("{:.2g}", error),
               fmt::format("{:.2g}", std::ldexp(1.0, -f.fraction_bits - 1))});
    lesson.metric({{"what", "product"}, {"inputs", f.name}, {"error", error}});
  }
  lesson.show(table);
}

/// A dot product of n positive numbers of mean 1/2: the sum grows to n/4.
void accumulators(Lesson& lesson) {
  lesson.say(
      "n products of numbers from 0 to 1, inputs in fp16. Relative error when the sum is in");
  Table table({"n", "fp32", "fp16", "bf16"});
  for (const std::size_t n : {64, 1024, 16384}) {
    std::vector<float> a(n), b(n);
    Rng rng(lesson.seed(), "dot");
    for (float& value : a) value = static_cast<float>(round_to(kFp16, rng.uniform()));
    for (float& value : b) value = static_cast<float>(round_to(kFp16, rng.uniform()));
    const double exact = dot_in(kFp64, a.data(), b.data(), n);
    const auto error = [&](const Format& f) {
      return fmt::format("{:.2g}", std::abs(dot_in(f, a.data(), b.data(), n) - exact) / exact);
    };
    table.row({std::to_string(n), error(kFp32), error(kFp16), error(kBf16)});
  }
  lesson.show(table);
}

}  // namespace

void products(Lesson& lesson) {
  inputs(lesson);
  accumulators(lesson);
}

}  // namespace dls::ch04
