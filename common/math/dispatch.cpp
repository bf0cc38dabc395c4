// Which of the compiled loops run on this machine.
#include <cstdlib>
#include <string>

#include "common/core/check.hpp"
#include "common/math/kernel_table.hpp"

namespace dls::math {

const char* name(Isa isa) {
  if (isa == Isa::avx512) return "avx512";
  return isa == Isa::avx2 ? "avx2" : "baseline";
}

bool isa_available(Isa isa) {
#ifdef DLS_X86
  if (isa == Isa::avx2) return __builtin_cpu_supports("avx2");
  if (isa == Isa::avx512) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  }
#endif
  return isa == Isa::baseline;
}

template <class T>
const KernelTable<T>& kernels_for(Isa isa) {
  DLS_CHECK(isa_available(isa),
            "this machine cannot run the {} loops; choose another with DLS_ISA, or unset it",
            name(isa));
#ifdef DLS_X86
  if (isa == Isa::avx2) {
    static const KernelTable<T> table = avx2::kernels<T>();
    return table;
  }
  if (isa == Isa::avx512) {
    static const KernelTable<T> table = avx512::kernels<T>();
    return table;
  }
#endif
  static const KernelTable<T> table = baseline::kernels<T>();
  return table;
}

template const KernelTable<float>& kernels_for(Isa);
template const KernelTable<double>& kernels_for(Isa);

Isa choose_isa(const char* variable) {
  const std::string wish = variable ? variable : "";
  if (wish.empty()) {
    for (const Isa isa : {Isa::avx512, Isa::avx2}) {
      if (isa_available(isa)) return isa;
    }
    return Isa::baseline;
  }
  for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
    if (wish != name(isa)) continue;
    DLS_CHECK(isa_available(isa),
              "the environment says DLS_ISA={}, which this machine cannot run: unset it, or use "
              "DLS_ISA=baseline",
              wish);
    return isa;
  }
  throw Error(fmt::format(
      "the environment says DLS_ISA={}: use baseline, avx2 or avx512, or unset it", wish));
}

Isa chosen_isa() {
  static const Isa isa = choose_isa(std::getenv("DLS_ISA"));
  return isa;
}

template <class T>
const KernelTable<T>& chosen_kernels() {
  static const KernelTable<T>& table = kernels_for<T>(chosen_isa());
  return table;
}

template const KernelTable<float>& chosen_kernels();
template const KernelTable<double>& chosen_kernels();

}  // namespace dls::math
