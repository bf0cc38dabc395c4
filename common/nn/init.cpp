#include "common/nn/init.hpp"

namespace dls {
namespace {

template <class Draw>
Tensor drawn(const Shape& shape, DType dtype, Draw draw) {
  Tensor numbers = Tensor::empty(shape, DType::f64);
  double* data = numbers.first_data<double>();
  for (std::int64_t i = 0; i < numbers.elements(); ++i) data[i] = draw();
  return numbers.to(dtype);  // so that float32 gets the same numbers as float64, rounded
}

}  // namespace

Tensor uniform(const Shape& shape, double low, double high, Rng& rng, DType dtype) {
  return drawn(shape, dtype, [&] { return rng.uniform(low, high); });
}

Tensor normal(const Shape& shape, double mean, double deviation, Rng& rng, DType dtype) {
  return drawn(shape, dtype, [&] { return mean + deviation * rng.normal(); });
}

}  // namespace dls
