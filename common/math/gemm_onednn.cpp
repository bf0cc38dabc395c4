// The product by oneDNN: code is generated for one shape at a time, so each shape is compiled once
// and kept. Only where B is large, oneDNN's older sgemm, which needs no compiling, is the faster
// one.
#include <fmt/core.h>

#include <algorithm>
#include <dnnl.hpp>
#include <list>
#include <type_traits>
#include <unordered_map>

#include "common/core/error.hpp"
#include "common/core/parallel.hpp"
#include "common/math/gemm_backends.hpp"

namespace dls::math {
namespace {

/// All that the generated code depends on.
struct Key {
  std::int64_t m, n, k, lda, ldb, ldc;
  bool transpose_a, transpose_b;
  bool bf16;        // the factors are bfloat16
  bool scaled;      // alpha is not 1
  bool accumulate;  // C is added to rather than overwritten
  int threads;      // oneDNN cuts the work for a number of threads when it compiles
  bool operator==(const Key&) const = default;
};

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    const std::int64_t flags =
        key.transpose_a + 2 * key.transpose_b + 4 * key.scaled + 8 * key.accumulate + 16 * key.bf16;
    std::uint64_t hash = 0;
    for (const std::int64_t part :
         {key.m, key.n, key.k, key.lda, key.ldb, key.ldc, flags, std::int64_t{key.threads}}) {
      hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

/// oneDNN takes as many threads as OpenMP is set to: for the time of one product, this many.
class ThreadLimit {
 public:
  explicit ThreadLimit(int count) : before_(threads()), changed_(count != before_) {
    if (changed_) set_threads(count);
  }
  ~ThreadLimit() {
    if (changed_) set_threads(before_);
  }
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  int before_;
  bool changed_;
};

/// A matrix (rows,cols) as oneDNN sees it; a transposed one is stored as (cols,rows).
dnnl::memory::desc describe(std::int64_t rows, std::int64_t cols, bool transposed, std::int64_t ld,
                            bool bf16) {
  const auto strides = transposed ? dnnl::memory::dims{1, ld} : dnnl::memory::dims{ld, 1};
  using Type = dnnl::memory::data_type;
  return {{rows, cols}, bf16 ? Type::bf16 : Type::f32, strides};
}

/// What oneDNN is told of one matrix: its layout, once, and where it lies, when that changes. In a
/// training with a step arena it lies at the same place step after step.
class Place {
 public:
  Place(const dnnl::memory::desc& layout, const dnnl::engine& engine)
      : memory_(layout, engine, nullptr) {}

  dnnl_memory_t at(const void* data, const dnnl::stream& stream) {
    // oneDNN has one type for what it reads and what it writes.
    if (data != data_) memory_.set_data_handle(const_cast<void*>(data), stream);
    data_ = data;
    return memory_.get();
  }
  dnnl::memory::desc layout() const { return memory_.get_desc(); }

 private:
  dnnl::memory memory_;
  const void* data_ = nullptr;
};

/// The compiled product of one shape, and its arguments, whose pointers change from call to call.
class CompiledProduct {
 public:
  CompiledProduct(const Key& key, const dnnl::engine& engine)
      : key(key),
        a_(describe(key.m, key.k, key.transpose_a, key.lda, key.bf16), engine),
        b_(describe(key.k, key.n, key.transpose_b, key.ldb, key.bf16), engine),
        c_(describe(key.m, key.n, false, key.ldc, false), engine),
        alpha_({{1}, dnnl::memory::data_type::f32, dnnl::memory::dims{1}}, engine) {
    dnnl::primitive_attr options;
    if (key.scaled) options.set_output_scales(0, {DNNL_RUNTIME_F32_VAL});
    if (key.accumulate) {
      dnnl::post_ops sum;
      sum.append_sum(1);
      options.set_post_ops(sum);
    }
    const dnnl::matmul::desc what(a_.layout(), b_.layout(), c_.layout());
    code_ = dnnl::matmul(dnnl::matmul::primitive_desc(what, options, engine));
  }

  template <class In>
  void run(const Product<float, In>& product, const dnnl::stream& stream) {
    // The C interface: the C++ one builds a hash map at each call, as long as a small product
    // takes.
    const dnnl_exec_arg_t arguments[] = {
        {DNNL_ARG_SRC, a_.at(product.a, stream)},
        {DNNL_ARG_WEIGHTS, b_.at(product.b, stream)},
        {DNNL_ARG_DST, c_.at(product.c, stream)},
        {DNNL_ARG_ATTR_OUTPUT_SCALES, alpha_.at(&product.alpha, stream)}};
    const int count = key.scaled ? 4 : 3;
    dnnl::error::wrap_c_api(dnnl_primitive_execute(code_.get(), stream.get(), count, arguments),
                            "could not execute the product");
  }

  const Key key;

 private:
  Place a_, b_, c_, alpha_;
  dnnl::matmul code_;
};

/// The products used last, the latest first.
class ProductCache {
 public:
  CompiledProduct& find(const Key& key) {
    const auto found = places_.find(key);
    if (found != places_.end()) {
      products_.splice(products_.begin(), products_, found->second);
      return products_.front();
    }
    products_.emplace_front(key, engine_);
    places_.emplace(key, products_.begin());
    if (products_.size() > kMaxCachedProducts) {
      places_.erase(products_.back().key);
      products_.pop_back();
    }
    return products_.front();
  }

  const dnnl::stream& stream() const { return stream_; }
  std::size_t size() const { return std::max(products_.size(), places_.size()); }

 private:
  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  std::list<CompiledProduct> products_;
  std::unordered_map<Key, std::list<CompiledProduct>::iterator, KeyHash> places_;
};

/// One cache per thread: no lock, and threads that multiply the same shape at once (the ranks of a
/// group) do not wait for each other. oneDNN shares the generated code between them by itself.
ProductCache& cache() {
  thread_local ProductCache cache;
  return cache;
}

/// The compiled product walks down the columns of a B stored as (k,n): once B is larger than the
/// second-level cache (1 MiB), each step is a page away, and a third of the speed is lost. sgemm
/// copies B into order first, which pays from 16 rows of C on. Measured on 16 to 1024 rows of the
/// sizes of GPT-2.
bool better_packed(const Product<float>& p) {
  constexpr std::int64_t cache = (std::int64_t{1} << 20) / sizeof(float);
  return p.transpose_b == Transpose::no && p.m >= 16 && p.n > cache / p.k;
}

/// Each thread multiplies its part of C by itself: the threads of sgemm would wait for each other
/// many times.
void gemm_packed(const Product<float>& product) {
  const std::int64_t longer = std::max(product.m, product.n);
  const std::int64_t blocks = (longer + 63) / 64;
  const std::int64_t grain = (blocks + dls::threads() - 1) / dls::threads() * 64;
  parallel_for(longer, grain, [&](std::int64_t begin, std::int64_t end) {
    const ThreadLimit limit(1);
    const Product<float> p = part_of(product, begin, end);
    const char a = p.transpose_a == Transpose::yes ? 'T' : 'N';
    const char b = p.transpose_b == Transpose::yes ? 'T' : 'N';
    dnnl::error::wrap_c_api(
        dnnl_sgemm(a, b, p.m, p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb, p.beta, p.c, p.ldc),
        "could not multiply");
  });
}

template <class In>
void gemm_compiled(const Product<float, In>& p) {
  // A beta other than 0 and 1 is rare and would be compiled in: C is scaled beforehand instead.
  if (p.beta != 0 && p.beta != 1) scale_matrix(p.beta, p.c, p.m, p.n, p.ldc);
  const bool small = p.m * p.n <= kWorthAThread / p.k;
  const int threads = small ? 1 : dls::threads();
  const Key key{.m = p.m,
                .n = p.n,
                .k = p.k,
                .lda = p.lda,
                .ldb = p.ldb,
                .ldc = p.ldc,
                .transpose_a = p.transpose_a == Transpose::yes,
                .transpose_b = p.transpose_b == Transpose::yes,
                .bf16 = std::is_same_v<In, BF16>,
                .scaled = p.alpha != 1,
                .accumulate = p.beta != 0,
                .threads = threads};
  const ThreadLimit limit(threads);
  cache().find(key).run(p, cache().stream());
}

/// Runs `multiply`, whose errors become a sentence.
template <class In, class F>
void explaining(const Product<float, In>& p, F multiply) {
  try {
    multiply();
  } catch (const dnnl::error& error) {
    throw Error(
        fmt::format("oneDNN failed in a product of sizes m={}, n={}, k={}: {}. "
                    "DLS_GEMM=eigen uses Eigen instead.",
                    p.m, p.n, p.k, error.what()));
  }
}

}  // namespace

std::size_t cached_products() { return cache().size(); }

void gemm_onednn(const Product<float>& product) {
  explaining(product, [&] {
    if (better_packed(product)) {
      gemm_packed(product);
    } else {
      gemm_compiled(product);
    }
  });
}

void gemm_onednn(const Product<float, BF16>& product) {
  explaining(product, [&] { gemm_compiled(product); });
}

}  // namespace dls::math
