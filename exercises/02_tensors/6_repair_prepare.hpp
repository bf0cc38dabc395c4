// 02.6  Repair the preparation of a batch (about 30 min)
//
// A colleague wrote prepare() below. It gets N colour pictures as cameras and files deliver them,
// (N,H,W,C): height, width, and last the C colours of a pixel. Networks want (N,C,H,W), each colour
// a plane of its own, with the mean of each colour subtracted. The first picture is kept as it was,
// for the report.
//
//     batch (N,C,H,W)     batch[n][c][h][w] = pictures[n][h][w][c] - means[c]
//     shown (H,W,C)       the first picture, unchanged, whatever anyone writes to anything later
//
//     and the caller's `pictures` stay as they are.
//
// It runs, the shapes are right, the network even learns something. It holds THREE faults, each
// about who shares memory with whom, or about order in memory. Find and mend them. Each mend is one
// line.
//
// The tensor is the one of common/core/tensor.hpp, with the same operations as the chapter's, as
// members: x.select(dim, index), x.reshape(shape), x.permute(order) (dimension i of the result is
// dimension order[i] of x), x.copy().
//
// Delete the first line of prepare() when you start.
//
// Check it:  ./learn check 02.6        Stuck:  ./learn hint 02.6
#pragma once
#include <cstdint>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/tensor.hpp"

struct Prepared {
  dls::Tensor batch;  // (N,C,H,W)
  dls::Tensor shown;  // (H,W,C)
};

// pictures (N,H,W,C) float64, means (C).
inline Prepared prepare(const dls::Tensor& pictures, const std::vector<double>& means) {
  throw dls::NotDone("02.6 repair_prepare: three faults; delete this line and find them");

  const dls::Tensor x = pictures;
  const dls::Tensor shown = x.select(0, 0);
  const dls::Tensor batch = x.reshape({x.size(0), x.size(3), x.size(1), x.size(2)});
  for (std::size_t c = 0; c < means.size(); ++c) {
    dls::Tensor plane = batch.select(1, static_cast<std::int64_t>(c));  // (N,H,W)
    const std::vector<double> before = plane.to_vector<double>();
    std::vector<double> after;
    for (const double value : before) after.push_back(value - means[c]);
    plane.copy_from(dls::Tensor::of(plane.shape(), after));
  }
  return {batch, shown};
}
