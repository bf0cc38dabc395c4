// From tensors to the comparison of numbers.
#pragma once
#include "common/core/compare.hpp"
#include "common/core/tensor.hpp"

namespace dls {

/// The elements of `tensor` with its shape and format, for compare() and CHECK_SAME.
Numbers numbers(const Tensor& tensor);

}  // namespace dls
