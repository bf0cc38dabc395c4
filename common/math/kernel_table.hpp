// Private to common/math and its tests: the elementwise loops of one instruction set, as a table of
// functions.
#pragma once
#include <cstdint>

namespace dls::math {

/// The instruction sets that the loops are compiled for. baseline is what every machine of the
/// architecture has.
enum class Isa { baseline, avx2, avx512 };

/// The factors of an Adam step, computed once in double.
template <class T>
struct AdamFactors {
  T beta1, one_minus_beta1;
  T beta2, one_minus_beta2;
  T step_size;     // lr / (1 - beta1^step)
  T inverse_root;  // 1 / sqrt(1 - beta2^step)
  T eps;
  T l2;      // Adam: added to the gradient, times w
  T shrink;  // AdamW: w is multiplied by this first; 1 for Adam
};

/// Each function works on one thread. See elementwise.hpp for what they compute.
template <class T>
struct KernelTable {
  using Map1 = void(const T* x, T* y, std::int64_t n);
  using Map2 = void(const T* a, const T* b, T* y, std::int64_t n);
  using MapScalar = void(T alpha, const T* x, T* y, std::int64_t n);
  using Reduce = T(const T* x, std::int64_t n);

  Map2 *add, *sub, *mul, *div;
  MapScalar *scale, *add_scalar, *axpy;
  Map1 *accumulate, *relu;
  Map2* relu_backward;
  Map1 *exp, *log, *sigmoid, *tanh, *sqrt, *gelu;
  Map2* gelu_backward;
  Reduce *sum, *max;
  void (*log_softmax)(const T* x, T* y, std::int64_t rows, std::int64_t cols);
  void (*log_softmax_backward)(const T* y, const T* dy, T* dx, std::int64_t rows,
                               std::int64_t cols);
  void (*add_bias)(const T* x, const T* bias, T* y, std::int64_t rows, std::int64_t cols);
  /// Sums `cols` neighbouring columns of a matrix whose rows are `ld` apart.
  void (*column_sums)(const T* x, T* y, std::int64_t rows, std::int64_t cols, std::int64_t ld);
  void (*sgd)(T lr, T weight_decay, const T* g, T* w, std::int64_t n);
  void (*momentum)(T lr, T momentum, T weight_decay, const T* g, T* v, T* w, std::int64_t n);
  void (*adam)(const AdamFactors<T>& adam, const T* g, T* m, T* v, T* w, std::int64_t n);

  // rows.hpp:
  void (*layer_norm)(const T* x, const T* weight, const T* bias, T eps, T* y, T* mean, T* scale,
                     std::int64_t rows, std::int64_t cols);
  void (*layer_norm_backward)(const T* x, const T* weight, const T* mean, const T* scale,
                              const T* dy, T* dx, std::int64_t rows, std::int64_t cols);
  /// For `cols` neighbouring columns of matrices whose rows are `ld` apart.
  void (*layer_norm_sums)(const T* x, const T* mean, const T* scale, const T* dy, T* dweight,
                          T* dbias, std::int64_t rows, std::int64_t cols, std::int64_t ld);
  /// Row 0 is query `first` of its matrix.
  void (*causal_softmax)(T scale, const T* x, T* y, std::int64_t first, std::int64_t rows,
                         std::int64_t queries, std::int64_t keys);
  void (*causal_softmax_backward)(T scale, const T* y, const T* dy, T* dx, std::int64_t first,
                                  std::int64_t rows, std::int64_t queries, std::int64_t keys);
};

/// Whether this build has the loops for `isa` and this machine can run them.
bool isa_available(Isa isa);

/// The loops for an available instruction set. Throws dls::Error when it is not available.
template <class T>
const KernelTable<T>& kernels_for(Isa isa);

/// "baseline", "avx2" or "avx512".
const char* name(Isa isa);

/// What DLS_ISA (its value is `wish`; nullptr: unset) asks for, else the best that is available.
/// Throws dls::Error when that cannot be had.
Isa choose_isa(const char* wish);

/// The instruction set that DLS_ISA asks for, else the best this machine has. Asked once.
Isa chosen_isa();

/// The loops of chosen_isa().
template <class T>
const KernelTable<T>& chosen_kernels();

namespace baseline {
template <class T>
KernelTable<T> kernels();
}
namespace avx2 {
template <class T>
KernelTable<T> kernels();
}
namespace avx512 {
template <class T>
KernelTable<T> kernels();
}

}  // namespace dls::math
