// The conversions of the chosen instruction set, shared by threads where there is enough to do.
#include "common/math/convert.hpp"

#include "common/core/check.hpp"
#include "common/core/parallel.hpp"
#include "common/math/convert_table.hpp"

namespace dls::math {

ConvertTable conversions_for(Isa isa) {
  DLS_CHECK(isa_available(isa), "this machine cannot run the {} loops; choose another with DLS_ISA",
            name(isa));
#ifdef DLS_X86
  if (isa == Isa::avx2) return avx2::conversions();
  if (isa == Isa::avx512) return avx512::conversions();
#endif
  return baseline::conversions();
}

namespace {

const ConvertTable& conversions() {
  static const ConvertTable table = conversions_for(chosen_isa());
  return table;
}

template <class From, class To>
void convert_by(void (*loop)(const From*, To*, std::int64_t), const From* x, To* y,
                std::int64_t n) {
  constexpr std::int64_t kConvertGrain = 32768;  // numbers that one thread takes at a time
  parallel_for(n, kConvertGrain, [=](std::int64_t begin, std::int64_t end) {
    loop(x + begin, y + begin, end - begin);
  });
}

}  // namespace

void convert(const float* x, BF16* y, std::int64_t n) {
  convert_by(conversions().f32_to_bf16, x, y, n);
}
void convert(const float* x, F16* y, std::int64_t n) {
  convert_by(conversions().f32_to_f16, x, y, n);
}
void convert(const BF16* x, float* y, std::int64_t n) {
  convert_by(conversions().bf16_to_f32, x, y, n);
}
void convert(const F16* x, float* y, std::int64_t n) {
  convert_by(conversions().f16_to_f32, x, y, n);
}

}  // namespace dls::math
