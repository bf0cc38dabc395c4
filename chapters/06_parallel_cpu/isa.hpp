// The vector instructions that this machine has and the environment allows.
#pragma once
#include <cstdlib>
#include <vector>

#include "chapters/06_parallel_cpu/simd.hpp"
#include "common/math/kernel_table.hpp"  // choose_isa: DLS_ISA=baseline|avx2|avx512

namespace dls::ch06 {

/// Whether this processor can run functions of that kind.
inline bool available(Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx512) return math::isa_available(math::Isa::avx512);
  if (simd == Simd::avx2)
    return math::isa_available(math::Isa::avx2) && __builtin_cpu_supports("fma");
#endif
  return simd == Simd::portable;
}

/// All that this machine can run, the plainest first.
inline std::vector<Simd> available_simd() {
  std::vector<Simd> all;
  for (const Simd simd : {Simd::portable, Simd::avx2, Simd::avx512})
    if (available(simd)) all.push_back(simd);
  return all;
}

/// The best that is available, or what DLS_ISA asks for. Throws Error when that cannot be had.
inline Simd best_simd() {
  const math::Isa isa = math::choose_isa(std::getenv("DLS_ISA"));
  const Simd wish = isa == math::Isa::avx512 ? Simd::avx512
                    : isa == math::Isa::avx2 ? Simd::avx2
                                             : Simd::portable;
  return available(wish) ? wish : Simd::portable;
}

}  // namespace dls::ch06
