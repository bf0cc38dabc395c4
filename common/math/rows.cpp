// The loops over rows of the chosen instruction set, shared by threads where there is enough to do.
#include "common/math/rows.hpp"

#include <algorithm>

#include "common/core/parallel.hpp"
#include "common/math/kernel_table.hpp"

namespace dls::math {
namespace {

/// Rows for one thread: about as many numbers as take as long as waking it.
std::int64_t rows_for_a_thread(std::int64_t cols) {
  return std::max<std::int64_t>(1, 16384 / std::max<std::int64_t>(1, cols));
}

}  // namespace

template <class T>
void layer_norm(const T* x, const T* weight, const T* bias, T eps, T* y, T* mean, T* scale,
                std::int64_t rows, std::int64_t cols) {
  parallel_for(rows, rows_for_a_thread(cols), [=](std::int64_t begin, std::int64_t end) {
    chosen_kernels<T>().layer_norm(x + begin * cols, weight, bias, eps, y + begin * cols,
                                   mean + begin, scale + begin, end - begin, cols);
  });
}

template <class T>
void layer_norm_backward(const T* x, const T* weight, const T* mean, const T* scale, const T* dy,
                         T* dx, std::int64_t rows, std::int64_t cols) {
  parallel_for(rows, rows_for_a_thread(cols), [=](std::int64_t begin, std::int64_t end) {
    chosen_kernels<T>().layer_norm_backward(x + begin * cols, weight, mean + begin, scale + begin,
                                            dy + begin * cols, dx + begin * cols, end - begin,
                                            cols);
  });
}

template <class T>
void layer_norm_sums(const T* x, const T* mean, const T* scale, const T* dy, T* dweight, T* dbias,
                     std::int64_t rows, std::int64_t cols) {
  // Threads take columns: so each column is added up in the order of the rows.
  const std::int64_t grain = std::max<std::int64_t>(64, rows_for_a_thread(rows));
  parallel_for(cols, grain, [=](std::int64_t begin, std::int64_t end) {
    chosen_kernels<T>().layer_norm_sums(x + begin, mean, scale, dy + begin, dweight + begin,
                                        dbias + begin, rows, end - begin, cols);
  });
}

template <class T>
void causal_softmax(T scale, const T* x, T* y, std::int64_t matrices, std::int64_t queries,
                    std::int64_t keys) {
  const std::int64_t grain = rows_for_a_thread(keys);
  parallel_for(matrices * queries, grain, [=](std::int64_t begin, std::int64_t end) {
    chosen_kernels<T>().causal_softmax(scale, x + begin * keys, y + begin * keys, begin,
                                       end - begin, queries, keys);
  });
}

template <class T>
void causal_softmax_backward(T scale, const T* y, const T* dy, T* dx, std::int64_t matrices,
                             std::int64_t queries, std::int64_t keys) {
  const std::int64_t grain = rows_for_a_thread(keys);
  parallel_for(matrices * queries, grain, [=](std::int64_t begin, std::int64_t end) {
    chosen_kernels<T>().causal_softmax_backward(scale, y + begin * keys, dy + begin * keys,
                                                dx + begin * keys, begin, end - begin, queries,
                                                keys);
  });
}

template void layer_norm(const float*, const float*, const float*, float, float*, float*, float*,
                         std::int64_t, std::int64_t);
template void layer_norm_backward(const float*, const float*, const float*, const float*,
                                  const float*, float*, std::int64_t, std::int64_t);
template void layer_norm_sums(const float*, const float*, const float*, const float*, float*,
                              float*, std::int64_t, std::int64_t);
template void causal_softmax(float, const float*, float*, std::int64_t, std::int64_t, std::int64_t);
template void causal_softmax_backward(float, const float*, const float*, float*, std::int64_t,
                                      std::int64_t, std::int64_t);

template void layer_norm(const double*, const double*, const double*, double, double*, double*,
                         double*, std::int64_t, std::int64_t);
template void layer_norm_backward(const double*, const double*, const double*, const double*,
                                  const double*, double*, std::int64_t, std::int64_t);
template void layer_norm_sums(const double*, const double*, const double*, const double*, double*,
                              double*, std::int64_t, std::int64_t);
template void causal_softmax(double, const double*, double*, std::int64_t, std::int64_t,
                             std::int64_t);
template void causal_softmax_backward(double, const double*, const double*, double*, std::int64_t,
                                      std::int64_t, std::int64_t);

}  // namespace dls::math
