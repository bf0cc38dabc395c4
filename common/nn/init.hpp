// First values of parameters (C++17).
#pragma once
#include "common/core/rng.hpp"
#include "common/core/tensor.hpp"

namespace dls {

/// A new tensor of numbers uniform in [low, high), drawn row by row from `rng`.
Tensor uniform(const Shape& shape, double low, double high, Rng& rng, DType dtype = DType::f32);

/// A new tensor of normal numbers.
Tensor normal(const Shape& shape, double mean, double deviation, Rng& rng,
              DType dtype = DType::f32);

}  // namespace dls
