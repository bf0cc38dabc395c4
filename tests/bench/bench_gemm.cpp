// How close gemm() comes to the machine's multiply-adds, from 1024^3 down to the products of a
// small network.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/bench/peaks.hpp"
#include "tests/bench/peers.hpp"

namespace {

using namespace dls_bench;
using dls::Transpose;

struct Measured {
  GemmShape shape;
  int threads;
  std::optional<double> bar = {};  // of the peak of fp32 multiply-adds, for both formats
  bool bf16 = false;
  std::string metric() const {
    return fmt::format("gemm_{}_{}_t{}", bf16 ? "bf16" : "f32", shape.name, threads);
  }
};

std::vector<Measured> products() {
  constexpr auto n = Transpose::no, t = Transpose::yes;
  const GemmShape square = {"1024", n, n, 1024, 1024, 1024};
  // GPT-2 124M, four sequences of 64 tokens: query, key and value; then one linear layer's three
  // products.
  const GemmShape qkv = {"gpt2_qkv", n, t, 256, 2304, 768};
  const GemmShape mlp = {"gpt2_mlp", n, t, 256, 3072, 768};
  const GemmShape mlp_dx = {"gpt2_mlp_dx", n, n, 256, 768, 3072};
  const GemmShape mlp_dw = {"gpt2_mlp_dw", t, n, 3072, 768, 256};
  // A 784-64-64-10 network at batch 32: first layer, its weights' gradient, last layer.
  const GemmShape first = {"32x64x784", n, n, 32, 64, 784};
  const GemmShape first_dw = {"784x64x32", t, n, 784, 64, 32};
  const GemmShape last = {"32x10x64", n, n, 32, 10, 64};
  return {{square, 1, 0.85},
          {square, 2, 0.85},
          {qkv, 2},
          {mlp, 2},
          {mlp_dx, 2},
          {mlp_dw, 2},
          {first, 1},
          {first_dw, 1},
          {last, 1},
          {square, 1, 1.55, true},
          {square, 2, 1.55, true}};
}

struct Operands {
  std::vector<float> a, b, c;  // filled, so that every page is there before the clock starts

  explicit Operands(const GemmShape& s) : a(s.m * s.k), b(s.k * s.n), c(s.m * s.n) {
    dls::Rng rng(1, s.name);
    for (float& x : a) x = static_cast<float>(rng.uniform(-1, 1));
    for (float& x : b) x = static_cast<float>(rng.uniform(-1, 1));
  }
};

struct NarrowOperands {
  std::vector<dls::BF16> a, b;
  std::vector<float> c;

  explicit NarrowOperands(const Operands& x) : c(x.c) {
    for (const float value : x.a) a.push_back(dls::to_bf16(value));
    for (const float value : x.b) b.push_back(dls::to_bf16(value));
  }
};

template <class Numbers>
void our_gemm(const GemmShape& s, Numbers& x) {
  const std::int64_t lda = s.transpose_a == Transpose::no ? s.k : s.m;
  const std::int64_t ldb = s.transpose_b == Transpose::no ? s.n : s.k;
  dls::gemm(s.transpose_a, s.transpose_b, s.m, s.n, s.k, 1.0f, x.a.data(), lda, x.b.data(), ldb,
            0.0f, x.c.data(), s.n);
}

void measure(Session& session, const Measured& product, const OpenBlas* blas) {
  const GemmShape s = product.shape;
  const int threads = product.threads;
  const double operations = 2.0 * static_cast<double>(s.m * s.n * s.k);
  const auto x = std::make_shared<Operands>(s);
  if (product.bf16) {
    const auto narrow = std::make_shared<NarrowOperands>(*x);
    session.measure(product.metric(), threads, operations, [=] { our_gemm(s, *narrow); });
    return;  // neither peer has this product
  }
  session.measure(product.metric(), threads, operations, [=] { our_gemm(s, *x); });
  if (!session.peer()) return;
  session.measure(product.metric() + " Eigen", threads, operations,
                  [=] { eigen_gemm(s, threads, x->a.data(), x->b.data(), x->c.data()); });
  if (!blas) return;
  session.measure(product.metric() + " OpenBLAS", threads, operations,
                  [=] { blas->gemm(s, threads, x->a.data(), x->b.data(), x->c.data()); });
}

void report(Session& session, const Measured& product) {
  const std::optional<double> rate = session.giga_per_second(product.metric());
  if (!rate) return;  // filtered out
  Row row{.metric = product.metric(),
          .value = *rate,
          .unit = "GFLOP/s",
          .ceiling = fma_peak(session, product.threads),
          .bar = product.bar};
  // The first peer stands in the row itself, a second one in a row of its own.
  for (const std::string peer : {"OpenBLAS", "Eigen"}) {
    const std::optional<double> its_rate = session.giga_per_second(product.metric() + " " + peer);
    if (!its_rate) continue;
    if (row.peer_value) {
      session.row(row);
      row.metric = product.metric() + "_vs_eigen";
      row.bar = {};
    }
    row.peer = peer;
    row.peer_value = its_rate;
  }
  session.row(row);
}

}  // namespace

int main(int argc, char** argv) {
  return guarded([&] {
    Session session(
        argc, argv,
        "Products of matrices against the machine's multiply-adds, measured in the same run");
    const std::shared_ptr<OpenBlas> blas = session.peer() ? OpenBlas::open() : nullptr;
    measure_fma(session);
    for (const Measured& product : products()) {
      if (product.threads <= hardware_threads()) measure(session, product, blas.get());
    }
    session.run();
    for (const Measured& product : products()) report(session, product);
    session.finish();
    if (session.peer()) {
      fmt::print(
          "peers: {}; {}\n", eigen_name(),
          blas ? blas->name() : "OpenBLAS is not installed (apt install libopenblas0-openmp)");
    }
  });
}
