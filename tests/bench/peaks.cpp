#include "tests/bench/peaks.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "common/core/parallel.hpp"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace dls_bench {
namespace {

constexpr int kSteps = 80'000;
constexpr int kChunks = 16;  // of each measurement and thread: so that threads end together

// Each x = x * 0.5 + 0.5 stays near 1, so no denormal number or infinity slows it down. Every
// function returns a number that depends on all its work, or the compiler would leave it out, and
// does kSteps * chains * lanes * 2 operations.
struct FmaKernel {
  const char* instructions;
  float (*run)();
  int chains, lanes;
  double operations() const { return 2.0 * kSteps * chains * lanes; }
};

/// Every chain starts elsewhere: equal ones would be computed once.
float start(int chain) { return 0.25f + 0.03125f * static_cast<float>(chain); }

#if defined(__x86_64__)
__attribute__((target("avx512f"))) float fma_avx512() {
  __m512 x[16];
  const __m512 half = _mm512_set1_ps(0.5f);
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) x[i] = _mm512_set1_ps(start(i));
  for (int i = 0; i < kSteps; ++i) {
#pragma GCC unroll 16
    for (auto& chain : x) chain = _mm512_fmadd_ps(chain, half, half);
    asm volatile("");  // or a clever compiler would find out where x goes
  }
  __m512 sum = x[0];
#pragma GCC unroll 16
  for (int i = 1; i < 16; ++i) sum = _mm512_add_ps(sum, x[i]);
  return _mm512_cvtss_f32(sum);
}

__attribute__((target("avx2,fma"))) float fma_avx2() {
  __m256 x[12];
  const __m256 half = _mm256_set1_ps(0.5f);
#pragma GCC unroll 12
  for (int i = 0; i < 12; ++i) x[i] = _mm256_set1_ps(start(i));
  for (int i = 0; i < kSteps; ++i) {
#pragma GCC unroll 12
    for (auto& chain : x) chain = _mm256_fmadd_ps(chain, half, half);
    asm volatile("");
  }
  __m256 sum = x[0];
#pragma GCC unroll 12
  for (int i = 1; i < 12; ++i) sum = _mm256_add_ps(sum, x[i]);
  return _mm256_cvtss_f32(sum);
}
#endif

/// A multiplication and an addition each, in registers of 16 bytes.
float fma_baseline() {
  typedef float Vector __attribute__((vector_size(16)));
  Vector x[8];
  const Vector half = {0.5f, 0.5f, 0.5f, 0.5f};
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) x[i] = half * start(i);
  for (int i = 0; i < kSteps; ++i) {
#pragma GCC unroll 8
    for (auto& chain : x) chain = chain * half + half;
    asm volatile("");
  }
  Vector sum = x[0];
#pragma GCC unroll 8
  for (int i = 1; i < 8; ++i) sum += x[i];
  return sum[0];
}

FmaKernel fma_kernel() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return {"AVX-512", fma_avx512, 16, 16};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {"AVX2 with FMA", fma_avx2, 12, 8};
#endif
  return {"baseline", fma_baseline, 8, 4};
}

void keep(float value) {
  volatile float kept = value;
  (void)kept;
}

/// a = b + s c in registers of 16 bytes: memory is slower than these already.
void triad(float* a, const float* b, const float* c, std::int64_t n) {
  typedef float Vector __attribute__((vector_size(16)));
  for (std::int64_t i = 0; i < n; i += 4) {
    Vector x, y;
    __builtin_memcpy(&x, b + i, sizeof x);
    __builtin_memcpy(&y, c + i, sizeof y);
    const Vector z = x + 0.5f * y;
    __builtin_memcpy(a + i, &z, sizeof z);
  }
}

std::string with_threads(const char* name, int threads) {
  return std::string(name) + "_t" + std::to_string(threads);
}

}  // namespace

void measure_fma(Session& session) {
  const FmaKernel kernel = fma_kernel();
  for (int threads = 1; threads <= std::min(2, hardware_threads()); ++threads) {
    const int chunks = kChunks * threads;
    session.measure(with_threads("fma_f32", threads), threads, chunks * kernel.operations(), [=] {
      dls::parallel_for(chunks, 1, [&](std::int64_t, std::int64_t) { keep(kernel.run()); });
    });
  }
}

void measure_triad(Session& session) {
  constexpr std::int64_t n = 16 << 20;
  // Filled, so that every page is there before the clock starts.
  const auto a = std::make_shared<std::vector<float>>(n, 1.0f);
  const auto b = std::make_shared<std::vector<float>>(n, 2.0f);
  const auto c = std::make_shared<std::vector<float>>(n, 3.0f);
  for (int threads = 1; threads <= std::min(2, hardware_threads()); ++threads) {
    session.measure(with_threads("triad", threads), threads, 12.0 * n, [=] {
      dls::parallel_for(n, 1 << 17, [&](std::int64_t begin, std::int64_t end) {
        triad(a->data() + begin, b->data() + begin, c->data() + begin, end - begin);
      });
    });
  }
}

std::optional<double> fma_peak(const Session& session, int threads) {
  return session.giga_per_second(with_threads("fma_f32", threads));
}

std::optional<double> triad_peak(const Session& session, int threads) {
  return session.giga_per_second(with_threads("triad", threads));
}

std::string fma_instructions() { return fma_kernel().instructions; }

}  // namespace dls_bench
