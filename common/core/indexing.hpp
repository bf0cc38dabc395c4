// Picking elements of a tensor by index tensors and by masks (C++17: notebooks include this file).
//
// Unlike slices, picked elements lie nowhere in even steps: so these functions return new memory.
#pragma once
#include <vector>

#include "common/core/tensor.hpp"

namespace dls {

/// Element i of the result is x[indices[0][i], indices[1][i], ...]: one index tensor (n), of any
/// integer format, for each of the first dimensions of x; dimensions that are left over stay, so
/// the result is (n,...). Negative indices count from the end. Throws Error on an index outside.
Tensor index(const Tensor& x, const std::vector<Tensor>& indices);

/// The elements of x where `mask` (uint8, same shape) is not 0, row by row: shape (count).
Tensor masked_select(const Tensor& x, const Tensor& mask);

/// Writes `value`, converted as by Tensor::to, where `mask` is not 0. Counts as one write.
void masked_fill(Tensor& x, const Tensor& mask, double value);

/// A mask of the shape of x: 1 where x is larger (smaller) than `limit`, else 0.
Tensor greater(const Tensor& x, double limit);
Tensor less(const Tensor& x, double limit);

}  // namespace dls
