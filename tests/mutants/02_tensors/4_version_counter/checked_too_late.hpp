// expect: before the first gradient
// The refusal comes when dx is half written.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "common/core/error.hpp"

struct Storage {
  std::vector<double> numbers;
  int version = 0;
};

struct Tensor {
  std::shared_ptr<Storage> storage;
  int rows = 0, cols = 0, offset = 0;  // number (r,c) is numbers[offset + r * cols + c]
};

struct Saved {
  Tensor tensor;
  int version = 0;
};

inline Tensor make(int rows, int cols, const std::vector<double>& numbers) {
  return {std::make_shared<Storage>(Storage{numbers, 0}), rows, cols, 0};
}

inline Tensor row(const Tensor& x, int i) { return {x.storage, 1, x.cols, x.offset + i * x.cols}; }

inline int version(const Tensor& x) { return x.storage->version; }

inline double read(const Tensor& x, int r, int c) {
  return x.storage->numbers.at(static_cast<std::size_t>(x.offset + r * x.cols + c));
}

inline void write(Tensor& x, int r, int c, double value) {
  x.storage->numbers.at(static_cast<std::size_t>(x.offset + r * x.cols + c)) = value;
  ++x.storage->version;
}

inline void add_in_place(Tensor& y, const Tensor& x) {
  const int before = version(y);
  for (int r = 0; r < y.rows; ++r)
    for (int c = 0; c < y.cols; ++c) write(y, r, c, read(y, r, c) + read(x, r, c));
  y.storage->version = before + 1;  // one write in all
}

inline Saved save(const Tensor& x) { return {x, version(x)}; }

inline void square_backward(const Saved& saved, const Tensor& dy, Tensor& dx) {
  const Tensor& x = saved.tensor;
  for (int r = 0; r < x.rows; ++r)
    for (int c = 0; c < x.cols; ++c) write(dx, r, c, 2 * read(x, r, c) * read(dy, r, c));
  if (version(x) != saved.version)
    throw dls::Error("square needs x as it was: version " + std::to_string(version(x)) +
                     ", expected " + std::to_string(saved.version));
}
