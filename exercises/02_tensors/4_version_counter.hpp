// 02.4  A version counter (about 30 min)
//
// An operation that needs a tensor again in its backward pass keeps a view of it, not a copy. Then
// nobody may write to those numbers in between. A counter notices: every write adds 1, and the
// backward pass compares. Write the eight functions below for matrices and their rows:
//
//   make(rows, cols, numbers)   a new tensor with these numbers (row by row), at version 0
//   row(x, i)                   row i as a view (1,cols) of the same numbers. No write.
//   version(x)                  how many writes there were, through WHICHEVER view
//   read(x, r, c)               one number. No write.
//   write(x, r, c, value)       one number, one write
//   add_in_place(y, x)          y += x, same shape, one write in all
//   save(x)                     keeps x (a view) and its version for later
//   square_backward(x, dy, dx)  for y = x x with saved x: dx = 2 x dy, number by number, written
//   into
//                               dx. If x was written to since it was saved: throw dls::Error with
//                               the words "version V, expected W", and leave dx as it was.
//
// The question is where the counter lives. Storage, Tensor and Saved are yours to complete: add the
// members that you need.
//
// Check it:  ./learn check 02.4        Stuck:  ./learn hint 02.4
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "common/core/error.hpp"

struct Storage {
  std::vector<double> numbers;
};

struct Tensor {
  std::shared_ptr<Storage> storage;
  int rows = 0, cols = 0, offset = 0;  // number (r,c) is numbers[offset + r * cols + c]
};

struct Saved {
  Tensor tensor;
};

inline Tensor make(int, int, const std::vector<double>&) {
  throw dls::NotDone("02.4 version_counter: write make() and the seven functions below");
}

inline Tensor row(const Tensor&, int) { throw dls::NotDone("02.4 version_counter: write row()"); }

inline int version(const Tensor&) { throw dls::NotDone("02.4 version_counter: write version()"); }

inline double read(const Tensor&, int, int) {
  throw dls::NotDone("02.4 version_counter: write read()");
}

inline void write(Tensor&, int, int, double) {
  throw dls::NotDone("02.4 version_counter: write write()");
}

inline void add_in_place(Tensor&, const Tensor&) {
  throw dls::NotDone("02.4 version_counter: write add_in_place()");
}

inline Saved save(const Tensor&) { throw dls::NotDone("02.4 version_counter: write save()"); }

inline void square_backward(const Saved&, const Tensor&, Tensor&) {
  throw dls::NotDone("02.4 version_counter: write square_backward()");
}
