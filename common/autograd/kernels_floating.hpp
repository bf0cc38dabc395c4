// From a format known at run time to code for float or double: for the kernels only.
#pragma once
#include <fmt/core.h>

#include "common/core/check.hpp"
#include "common/core/tensor.hpp"

namespace dls::kernels {

[[noreturn]] inline void refuse_format(const char* what, const Tensor& x) {
  throw Error(fmt::format(
      "{} computes in float32 or float64, but got {} of shape {}: convert it with to(DType::f32)",
      what, name(x.dtype()), to_string(x.shape())));
}

/// Calls f(float{}) or f(double{}), by the format of x; `what` names the operation in the error.
template <class F>
decltype(auto) floating(const char* what, const Tensor& x, F&& f) {
  if (x.defined() && x.dtype() == DType::f32) return f(float{});
  DLS_CHECK(x.defined(), "{} got a tensor that was declared but never given a value", what);
  if (x.dtype() != DType::f64) refuse_format(what, x);
  return f(double{});
}

inline void check_same_format(const char* what, const Tensor& a, const Tensor& b) {
  DLS_CHECK(a.dtype() == b.dtype(),
            "{} of {} and {}: both operands must have the same format; convert one with to()", what,
            name(a.dtype()), name(b.dtype()));
}

}  // namespace dls::kernels
