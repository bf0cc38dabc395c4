// 00.5  One function for all number types (about 8 min)
//
// A Python function takes whatever you hand it and finds out at run time whether that works. A C++
// template is a pattern: for each type you use it with, the compiler writes one function and checks
// it. Write the value of a polynomial,
//
//     y  =  c[0] + c[1] x + c[2] x^2 + ...
//
// for T = float, double, int and any other number type, and any count N of coefficients, 0 included
// (then y is 0). Horner's scheme needs no powers. From the last coefficient to the first:
//
//     y = 0;   for each c from the back:   y = y * x + c
//
// Two things to mind:
//
//   - Compute in T. A double on the way would round a float only once at the end, and give another
//     number than float arithmetic does. T{} is the zero of the type.
//   - Keep `constexpr`: the compiler may then run the function itself, so that a table costs
//   nothing
//     at run time. It can run loops and arithmetic. It cannot print, and no std::pow in C++20.
//
// std::array<T, N> is an array whose length is part of its type: c.size(), c[i], and like every
// container c.rbegin() to c.rend() from the back.
//
// Check it:  ./learn check 00.5        Stuck:  ./learn hint 00.5
#pragma once
#include <array>
#include <cstddef>

#include "common/core/error.hpp"

template <class T, std::size_t N>
constexpr T polynomial([[maybe_unused]] const std::array<T, N>& c, [[maybe_unused]] T x) {
  throw dls::NotDone("00.5 one_for_all_types: Horner's scheme in the type T");
}
