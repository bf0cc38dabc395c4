// expect: height and width
// The planes are right, and transposed.
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
  const dls::Tensor x = pictures.copy();
  const dls::Tensor shown = x.select(0, 0).copy();
  const dls::Tensor batch = x.permute({0, 3, 2, 1});
  for (std::size_t c = 0; c < means.size(); ++c) {
    dls::Tensor plane = batch.select(1, static_cast<std::int64_t>(c));  // (N,H,W)
    const std::vector<double> before = plane.to_vector<double>();
    std::vector<double> after;
    for (const double value : before) after.push_back(value - means[c]);
    plane.copy_from(dls::Tensor::of(plane.shape(), after));
  }
  return {batch, shown};
}
