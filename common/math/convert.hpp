#pragma once

#include <cstdint>

#include "common/core/dtype.hpp"

/// Whole arrays from one number format to another.
///
/// The bits are those of to_bf16, to_f16 and to_float (common/core/dtype.hpp) on every instruction
/// set: to nearest, ties to even; too large becomes infinity; NaN stays NaN. x and y (n) must not
/// overlap; an n of 0 or less converts nothing. Long arrays are shared by threads.
namespace dls::math {

void convert(const float* x, BF16* y, std::int64_t n);
void convert(const float* x, F16* y, std::int64_t n);
void convert(const BF16* x, float* y, std::int64_t n);
void convert(const F16* x, float* y, std::int64_t n);

}  // namespace dls::math
