// 02.1  Slices as views: solution
//
// Where does the new view begin? `start` steps further along the dimension, from where x begins:
// the offset grows by start * strides[dim]. How far is one step of the new view? `step` steps of x:
// the stride is multiplied. How many numbers: with n = stop - start numbers in between, every
// step-th of them, the first included: (n - 1) / step + 1. Nothing else changes.
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

inline View select(const View& x, int dim, std::int64_t index) {
  const std::int64_t size = x.shape[dim];
  if (index < -size || index >= size) throw dls::Error("select: index outside the dimension");
  if (index < 0) index += size;
  View y = x;
  y.offset = x.offset + index * x.strides[dim];
  y.shape.erase(y.shape.begin() + dim);
  y.strides.erase(y.strides.begin() + dim);
  return y;
}

inline View slice(const View& x, int dim, std::int64_t start, std::int64_t stop,
                  std::int64_t step) {
  if (step < 1) throw dls::Error("slice: the step must be 1 or more");
  const std::int64_t size = x.shape[dim];
  if (start < 0) start += size;
  if (stop < 0) stop += size;
  start = std::clamp<std::int64_t>(start, 0, size);
  stop = std::clamp<std::int64_t>(stop, start, size);
  View y = x;
  y.shape[dim] = stop == start ? 0 : (stop - start - 1) / step + 1;
  y.strides[dim] = x.strides[dim] * step;
  y.offset = x.offset + start * x.strides[dim];
  return y;
}
