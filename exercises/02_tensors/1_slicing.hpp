// 02.1  Slices as views (about 25 min)
//
// A View says which numbers of a storage it shows, and in which order. Number (i,j,...) is
//
//     (*storage)[offset + i * strides[0] + j * strides[1] + ...]
//
// Write two functions that make a new View over the SAME storage. Neither reads or copies a number:
//
//   select(x, dim, index)   x[..., index, ...]: the dimension `dim` disappears. A negative index
//                           counts from the end: -1 is the last. Outside: throw dls::Error.
//   slice(x, dim, start, stop, step)   x[..., start:stop:step, ...] as in Python: start, start +
//   step,
//                           ... as long as they are below stop. Negative start and stop count from
//                           the end; both are then cut to 0 ... size. stop <= start is an empty
//                           dimension, no error. step < 1: throw dls::Error.
//
// x may be a view itself, with an offset and with strides of its own. dim is 0, 1, ... here, always
// valid. kEnd as stop means: to the end.
//
// A vector's element d goes away by  v.erase(v.begin() + d);
//
// Check it:  ./learn check 02.1        Stuck:  ./learn hint 02.1
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "common/core/error.hpp"

using Sizes = std::vector<std::int64_t>;
constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();

struct View {
  std::shared_ptr<std::vector<double>> storage;
  Sizes shape, strides;
  std::int64_t offset = 0;
};

inline View select([[maybe_unused]] const View& x, [[maybe_unused]] int dim,
                   [[maybe_unused]] std::int64_t index) {
  throw dls::NotDone("02.1 slicing: write select()");
}

inline View slice([[maybe_unused]] const View& x, [[maybe_unused]] int dim,
                  [[maybe_unused]] std::int64_t start, [[maybe_unused]] std::int64_t stop,
                  [[maybe_unused]] std::int64_t step) {
  throw dls::NotDone("02.1 slicing: write slice()");
}
