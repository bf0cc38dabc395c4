#include "common/core/tensor_numbers.hpp"

namespace dls {
namespace {

Format format_of(DType dtype) {
  switch (dtype) {
    case DType::f32:
      return Format::f32;
    case DType::f64:
      return Format::f64;
    case DType::bf16:
      return Format::bf16;
    case DType::f16:
      return Format::f16;
    default:
      return Format::integer;
  }
}

}  // namespace

Numbers numbers(const Tensor& tensor) {
  const Shape& shape = tensor.shape();
  return Numbers(tensor.to(DType::f64).to_vector<double>(), format_of(tensor.dtype()),
                 Numbers::Shape(shape.begin(), shape.end()));
}

}  // namespace dls
