// 00.1  Copies, references, views (about 8 min)
//
// In Python a name is a label on an object, and y = x puts a second label on it. In C++ a variable
// IS the object: y = x makes a second vector with its own numbers. Whoever wants to share says so:
//
//     double&             a reference: another name for a number that lives elsewhere
//     const vector&       the same, to read only: nothing is copied, nothing can be changed
//     std::span<double>   a view: "these n numbers, which live elsewhere", as a slice in numpy
//
// Somebody translated three numpy functions word by word. Each does the wrong thing with values.
//
//     scale_in_place(x, f)      def f(x): x *= f           the caller's x changes
//     scaled(x, f)              def f(x): return x * f     x stays as it was, the result is new
//     row_of(m, columns, r)     m[r]                       a view: who writes into it writes into m
//                                                          (m is stored row by row)
//
// Mend them; you may change the types of parameters and results. One & is enough in one line, and
// std::span<double>(pointer, count) makes a view: m.data() + k points at number k of m.
//
// Delete the three lines that throw when you start.
//
// Check it:  ./learn check 00.1        Stuck:  ./learn hint 00.1
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "common/core/error.hpp"

inline void scale_in_place([[maybe_unused]] std::vector<double> x, double factor) {
  throw dls::NotDone("00.1 values_and_views: delete the lines that throw, mend three functions");
  for (double value : x) value *= factor;
}

inline std::vector<double> scaled(std::vector<double>& x, double factor) {
  throw dls::NotDone("00.1 values_and_views: scaled");
  std::vector<double>& y = x;
  for (double& value : y) value *= factor;
  return y;
}

inline std::vector<double> row_of(std::vector<double>& m, std::size_t columns, std::size_t r) {
  throw dls::NotDone("00.1 values_and_views: row_of");
  const auto first = m.begin() + static_cast<std::ptrdiff_t>(r * columns);
  return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(columns));
}
