#include "common/nn/layers.hpp"

#include <cmath>

#include "common/autograd/kernels.hpp"
#include "common/core/check.hpp"
#include "common/nn/init.hpp"

namespace dls {

Linear::Linear(std::int64_t in, std::int64_t out, Rng& rng, bool bias, DType dtype) {
  DLS_CHECK(in >= 1 && out >= 1, "Linear({}, {}): both sizes must be at least 1", in, out);
  const double bound = 1 / std::sqrt(static_cast<double>(in));
  weight_ = add_parameter("weight", uniform({out, in}, -bound, bound, rng, dtype));
  if (bias) bias_ = add_parameter("bias", uniform({out}, -bound, bound, rng, dtype));
}

Linear::Linear(Tensor weight, Tensor bias)
    : weight_(add_parameter("weight", std::move(weight))),
      bias_(bias.defined() ? add_parameter("bias", std::move(bias)) : Variable()) {}

LayerNorm::LayerNorm(std::int64_t n, DType dtype, double eps)
    : weight_(add_parameter("weight", Tensor::full({n}, 1, dtype))),
      bias_(add_parameter("bias", Tensor::zeros({n}, dtype))),
      eps_(eps) {}

Dropout::Dropout(double p, std::uint64_t seed, std::uint32_t layer)
    : p_(p),
      seed_(seed),
      layer_(layer),
      calls_(add_buffer("calls", Tensor::zeros({1}, DType::i64))) {
  DLS_CHECK(p >= 0 && p < 1, "Dropout({}): the probability must be at least 0 and below 1", p);
}

Variable Dropout::forward(const Variable& x) {
  if (!training() || p_ == 0) return x;
  std::int64_t& calls = *calls_.mutable_data<std::int64_t>();
  const std::uint64_t id = (std::uint64_t{layer_} << 32) | static_cast<std::uint32_t>(calls++);
  return dropout(x, p_, Rng(seed_, "dropout", id));
}

namespace {
/// A function as a layer.
class FunctionLayer : public Layer {
 public:
  explicit FunctionLayer(Variable (*f)(const Variable&)) : function_(f) {}
  Variable forward(const Variable& x) override { return function_(x); }

 private:
  Variable (*function_)(const Variable&);
};
}  // namespace

Sequential& Sequential::add(Variable (*function)(const Variable&)) {
  return append(std::make_unique<FunctionLayer>(function));
}

Sequential& Sequential::append(std::unique_ptr<Layer> layer) {
  add_module(std::to_string(layers_.size()), *layer);
  layers_.push_back(std::move(layer));
  return *this;
}

Variable Sequential::forward(const Variable& x) {
  Variable y = x;
  for (const auto& layer : layers_) y = layer->forward(y);
  return y;
}

double accuracy(const Tensor& logits, const Tensor& labels) {
  const Tensor best = kernels::argmax(logits, -1);
  const std::vector<std::int64_t> got = best.to_vector<std::int64_t>();
  const std::vector<std::int64_t> want = labels.to(DType::i64).to_vector<std::int64_t>();
  DLS_CHECK(got.size() == want.size() && !got.empty(),
            "accuracy of logits {} with labels {}: one label is needed for each row",
            to_string(logits.shape()), to_string(labels.shape()));
  std::int64_t right = 0;
  for (std::size_t i = 0; i < got.size(); ++i) right += got[i] == want[i];
  return static_cast<double>(right) / static_cast<double>(got.size());
}

}  // namespace dls
