// 02.5  Predict, then run: solution
//
//   bytes         200 numbers of 4 bytes: 800.
//   slice_bytes   a view: 0.
//   offset        3 rows of 20 and 5 more: 65. Offsets add up, slice after slice.
//   stride        (2,3,4) has strides (12,4,1); swapping sizes swaps strides: (1,4,12), the last
//   is 12. flat_bytes    no strides walk through columns as one even row: a copy, 800. wide_bytes
//   the stride of the new dimension is 0, the storage is that of the row: 16. version       three
//   writes, two of them through a view; reading does not count: 3. value         b is a second name
//   for a, c has numbers of its own: 10.
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

inline Prediction prediction() { return {800, 0, 65, 12, 800, 16, 3, 10}; }
