// exp, log, sigmoid and tanh of every instruction set against the C library in higher precision.
#include <cmath>
#include <vector>

#include "common/math/elementwise.hpp"
#include "tests/common/isa_cases.hpp"

namespace {

using namespace dls_test;
using dls::math::Isa, dls::math::KernelTable;

/// float is checked against double, double against long double (80 bits on x86).
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

/// What every function must be tried on besides random numbers.
template <class T>
std::vector<T> special() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> list = {0,
                         1,
                         Limits::denorm_min(),
                         Limits::min() / 3,
                         Limits::min(),
                         Limits::epsilon(),
                         T(0.5),
                         T(0.7071),
                         T(1.4142),
                         T(1e-3),
                         2,
                         10,
                         Limits::max(),
                         kInfinity<T>};
  const std::size_t positive = list.size();
  for (std::size_t i = 0; i < positive; ++i) list.push_back(-list[i]);
  list.push_back(kNan<T>);
  return list;
}

/// Inputs: the special ones, a fine sweep of [low, high] and random numbers of every magnitude.
template <class T>
std::vector<T> inputs(double low, double high) {
  std::vector<T> x = special<T>();
  const int steps = 40'001;
  for (int i = 0; i < steps; ++i) x.push_back(static_cast<T>(low + (high - low) * i / (steps - 1)));
  dls::Rng rng(seed(), "inputs");
  for (int i = 0; i < 20'000; ++i) {
    const double magnitude = std::ldexp(1 + rng.uniform(), static_cast<int>(rng.below(200)) - 150);
    x.push_back(static_cast<T>(rng.below(2) ? magnitude : -magnitude));
  }
  return x;
}

template <class T, class Reference>
void check_function(typename KernelTable<T>::Map1* KernelTable<T>::* function, Reference reference,
                    double low, double high, double ulps) {
  const std::vector<T> x = inputs<T>(low, high);
  const auto n = static_cast<std::int64_t>(x.size());
  // The reference is rounded to T twice at most: half an ulp more.
  std::vector<T> want(n);
  for (std::int64_t i = 0; i < n; ++i)
    want[i] = static_cast<T>(reference(static_cast<Wide<T>>(x[i])));
  std::vector<T> first;
  for (const Isa isa : available_isas()) {
    CAPTURE(dls::math::name(isa));
    std::vector<T> y(n);
    (dls::math::kernels_for<T>(isa).*function)(x.data(), y.data(), n);
    CHECK_SAME(y, want, dls::ulps(ulps));
    if (first.empty()) first = y;
    CHECK_SAME(y, first, dls::bitwise());
    for (std::int64_t tail : {1, 3, 5, 11, 15}) {  // a short array gives the same as a long one
      std::vector<T> part(tail);
      (dls::math::kernels_for<T>(isa).*function)(x.data() + n - tail, part.data(), tail);
      CHECK_SAME(part, (std::vector<T>(y.end() - tail, y.end())), dls::bitwise());
    }
  }
}

template <class T>
void check_all_functions(double exp_low, double exp_high) {
  using W = Wide<T>;
  check_function<T>(&KernelTable<T>::exp, [](W x) { return std::exp(x); }, exp_low, exp_high, 2);
  check_function<T>(&KernelTable<T>::exp, [](W x) { return std::exp(x); }, -2, 2, 2);
  check_function<T>(&KernelTable<T>::log, [](W x) { return std::log(x); }, 0, 1e6, 2);
  check_function<T>(&KernelTable<T>::log, [](W x) { return std::log(x); }, 0.5, 2, 2);
  check_function<T>(
      &KernelTable<T>::sigmoid, [](W x) { return 1 / (1 + std::exp(-x)); }, exp_low, -exp_low, 3);
  check_function<T>(&KernelTable<T>::tanh, [](W x) { return std::tanh(x); }, -25, 25, 3);
  check_function<T>(&KernelTable<T>::tanh, [](W x) { return std::tanh(x); }, -1, 1, 3);
}

}  // namespace

TEST_CASE("float functions on every instruction set") { check_all_functions<float>(-105, 90); }

TEST_CASE("double functions on every instruction set") { check_all_functions<double>(-750, 711); }

TEST_CASE("long arrays, shared by threads, give what the loops give") {
  const std::int64_t n = 100'003;
  const std::vector<float> x = uniform<float>(n, "x");
  std::vector<float> y(n), want(n);
  dls::math::kernels_for<float>(available_isas().front()).tanh(x.data(), want.data(), n);
  dls::math::tanh(x.data(), y.data(), n);
  CHECK_SAME(y, want, dls::bitwise());
  dls::math::kernels_for<float>(available_isas().front()).exp(x.data(), want.data(), n);
  dls::math::exp(x.data(), y.data(), n);
  CHECK_SAME(y, want, dls::bitwise());
}
