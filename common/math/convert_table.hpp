// Private to common/math and its tests: the conversions of one instruction set, as a table of
// functions.
#pragma once
#include "common/core/dtype.hpp"
#include "common/math/kernel_table.hpp"

namespace dls::math {

/// Each function works on one thread. See convert.hpp for what they compute.
struct ConvertTable {
  void (*f32_to_bf16)(const float* x, BF16* y, std::int64_t n);
  void (*f32_to_f16)(const float* x, F16* y, std::int64_t n);
  void (*bf16_to_f32)(const BF16* x, float* y, std::int64_t n);
  void (*f16_to_f32)(const F16* x, float* y, std::int64_t n);
};

/// The conversions for an available instruction set. Throws dls::Error when it is not available.
ConvertTable conversions_for(Isa isa);

namespace baseline {
ConvertTable conversions();
}
namespace avx2 {
ConvertTable conversions();
}
namespace avx512 {
ConvertTable conversions();
}

}  // namespace dls::math
