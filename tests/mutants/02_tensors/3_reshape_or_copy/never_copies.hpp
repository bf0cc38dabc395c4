// expect: wrong order after transpose
// Row-major strides over whatever lies there.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "common/core/error.hpp"

using Sizes = std::vector<std::int64_t>;

struct Tensor {
  std::shared_ptr<std::vector<double>> storage;
  Sizes shape, strides;
  std::int64_t offset = 0;
};

/// The strides of numbers stored row by row: (2,3,4) gives (12,4,1).
inline Sizes row_major(const Sizes& shape) {
  Sizes strides(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

/// All numbers of x in their order, row by row.
inline std::vector<double> numbers(const Tensor& x) {
  std::int64_t left = 1;
  for (const std::int64_t size : x.shape) left *= size;
  Sizes index(x.shape.size(), 0);
  std::vector<double> all;
  for (; left > 0; --left) {
    std::int64_t place = x.offset;
    for (std::size_t d = 0; d < index.size(); ++d) place += index[d] * x.strides.at(d);
    all.push_back(x.storage->at(static_cast<std::size_t>(place)));
    for (std::size_t d = index.size(); d-- > 0;) {
      if (++index[d] < x.shape[d]) break;
      index[d] = 0;
    }
  }
  return all;
}

/// The numbers of x in their order, in new memory, as `shape`.
inline Tensor copy(const Tensor& x, const Sizes& shape) {
  return {std::make_shared<std::vector<double>>(numbers(x)), shape, row_major(shape), 0};
}

inline Tensor reshape(const Tensor& x, const Sizes& wanted) {
  if (!x.shape.empty()) return {x.storage, wanted, row_major(wanted), x.offset};
  Sizes size, stride;  // the old shape without its 1s
  for (std::size_t d = 0; d < x.shape.size(); ++d) {
    if (x.shape[d] == 1) continue;
    size.push_back(x.shape[d]);
    stride.push_back(x.strides[d]);
  }
  Tensor y{x.storage, wanted, row_major(wanted), x.offset};
  std::size_t i = 0, j = 0;
  while (i < size.size()) {
    std::int64_t old_count = size[i++], new_count = wanted[j++];
    const std::size_t first = j - 1;  // of the new dimensions in this group
    while (old_count != new_count) {
      if (old_count < new_count) {
        if (stride[i - 1] != size[i] * stride[i]) return copy(x, wanted);
        old_count *= size[i++];
      } else {
        new_count *= wanted[j++];
      }
    }
    y.strides[j - 1] = stride[i - 1];
    for (std::size_t d = j - 1; d > first; --d) y.strides[d - 1] = y.strides[d] * wanted[d];
  }
  return y;
}
