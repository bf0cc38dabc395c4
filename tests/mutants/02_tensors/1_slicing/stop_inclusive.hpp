// expect: got 10
// stop was taken along.
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
  y.shape[dim] = stop == start ? 0 : (std::min(stop, size - 1) - start) / step + 1;
  y.strides[dim] = x.strides[dim] * step;
  y.offset = x.offset + start * x.strides[dim];
  return y;
}
