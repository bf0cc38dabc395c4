// 02.5  Predict, then run (about 15 min)
//
// State these numbers before you run anything. x is float32 (4 bytes a number), made by
// reshape(arange(200), (10,20)), unless it says otherwise.
//
//   bytes         how many bytes do the numbers of x take?
//   slice_bytes   how many more for  x[:, 1:9:3]?
//   offset        the offset of  x[3:][:, 5:]
//   stride        a tensor (2,3,4), stored row by row; its dimensions 0 and 2 are swapped, which
//   gives
//                 (4,3,2). The stride of the LAST dimension?
//   flat_bytes    how many more bytes for  reshape(transpose(x), (200))?
//   wide_bytes    a row of 4 numbers is stretched to (1000,4). How many bytes does the stretched
//   tensor's
//                 storage hold?
//   version       y = zeros(2,3).  r = y[0].  r.fill(1).  y.fill(2).  add_in_place(r, r).  A sum of
//   y is
//                 read.  The version of y?
//   value         a = ones(4).  b = a.  c = copy(a).  b.fill(10).  c.fill(20).  What is a[0]?
//
// Replace the throw by   return {..., ..., ..., ..., ..., ..., ..., ...};   in this order.
//
// Check it:  ./learn check 02.5        Stuck:  ./learn hint 02.5
#pragma once
#include "common/core/error.hpp"

struct Prediction {
  double bytes;
  double slice_bytes;
  double offset;
  double stride;
  double flat_bytes;
  double wide_bytes;
  double version;
  double value;
};

inline Prediction prediction() {
  throw dls::NotDone("02.5 predict: eight numbers, stated before the run");
}
