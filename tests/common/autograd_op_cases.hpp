// Every operation of common/autograd/ops.hpp with inputs to check its derivatives at.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "common/autograd/ops.hpp"
#include "common/core/rng.hpp"
#include "common/nn/init.hpp"
#include "tests/support/check.hpp"

namespace dls_test {

struct OpCase {
  std::string op;     // the name in ops.hpp
  std::string about;  // what is special about the inputs
  std::vector<dls::Tensor> inputs;
  std::function<dls::Variable(const std::vector<dls::Variable>&)> f;
};

/// Seeded float64 numbers in [low, high), different for each call.
class Draw {
 public:
  dls::Tensor operator()(const dls::Shape& shape, double low = -2, double high = 2) {
    dls::Rng rng(seed(), "op cases", calls_++);
    return dls::uniform(shape, low, high, rng, dls::DType::f64);
  }
  /// Numbers at least 0.1 away from 0, where relu has its kink.
  dls::Tensor away_from_zero(const dls::Shape& shape) {
    dls::Tensor t = (*this)(shape);
    double* data = t.first_data<double>();
    for (std::int64_t i = 0; i < t.elements(); ++i) data[i] += data[i] < 0 ? -0.1 : 0.1;
    return t;
  }

 private:
  std::uint64_t calls_ = 0;
};

inline std::vector<OpCase> op_cases() {
  using namespace dls;
  using V = std::vector<Variable>;
  Draw draw;
  const Tensor labels = Tensor::of<std::int64_t>({3}, {4, 0, 2});
  const Tensor picks = Tensor::of<std::int64_t>({4}, {2, 0, 2, 1});  // one of them twice
  const Tensor columns = Tensor::of<std::int64_t>({3, 2}, {4, 1, 0, 0, 3, 2});
  const Tensor rows = Tensor::of<std::int64_t>({2, 3}, {1, 0, 1, 2, 2, 0});
  const Tensor grid = Tensor::of<std::int64_t>({2, 3}, {3, 0, 3, 1, 1, 3});  // 2 never
  const Rng stream(seed(), "dropout case");
  return {
      {"add", "same shapes", {draw({2, 3}), draw({2, 3})}, [](const V& x) { return x[0] + x[1]; }},
      {"add", "broadcast row", {draw({2, 3}), draw({3})}, [](const V& x) { return x[0] + x[1]; }},
      {"add", "broadcast both", {draw({2, 1}), draw({3})}, [](const V& x) { return x[0] + x[1]; }},
      {"add", "one variable twice", {draw({2, 3})}, [](const V& x) { return x[0] + x[0]; }},
      {"sub",
       "broadcast column",
       {draw({2, 3}), draw({2, 1})},
       [](const V& x) { return x[0] - x[1]; }},
      {"sub", "number minus", {draw({2, 3})}, [](const V& x) { return 1.5 - x[0]; }},
      {"mul", "same shapes", {draw({2, 3}), draw({2, 3})}, [](const V& x) { return x[0] * x[1]; }},
      {"mul", "broadcast", {draw({2, 1, 3}), draw({4, 1})}, [](const V& x) { return x[0] * x[1]; }},
      {"mul", "one variable twice", {draw({3})}, [](const V& x) { return x[0] * x[0]; }},
      {"div",
       "same shapes",
       {draw({2, 3}), draw({2, 3}, 0.5, 2)},
       [](const V& x) { return x[0] / x[1]; }},
      {"div",
       "broadcast",
       {draw({3}), draw({2, 1}, -2, -0.5)},
       [](const V& x) { return x[0] / x[1]; }},
      {"scale", "", {draw({2, 3})}, [](const V& x) { return x[0] * 2.5 + x[0] / 4.0; }},
      {"add_scalar", "", {draw({2, 3})}, [](const V& x) { return x[0] + 2.5 - 1.0; }},
      {"neg", "", {draw({2, 3})}, [](const V& x) { return -x[0]; }},
      {"broadcast_to",
       "",
       {draw({2, 1})},
       [](const V& x) { return broadcast_to(x[0], {4, 2, 3}); }},
      {"sum_to", "", {draw({4, 2, 3})}, [](const V& x) { return sum_to(x[0], {2, 1}); }},

      {"pow", "cube", {draw({5})}, [](const V& x) { return pow(x[0], 3); }},
      {"pow", "fraction", {draw({5}, 0.5, 2)}, [](const V& x) { return pow(x[0], -1.5); }},
      {"exp", "", {draw({2, 3})}, [](const V& x) { return exp(x[0]); }},
      {"log", "", {draw({2, 3}, 0.5, 3)}, [](const V& x) { return log(x[0]); }},
      {"sqrt", "", {draw({2, 3}, 0.5, 3)}, [](const V& x) { return sqrt(x[0]); }},
      {"sigmoid", "", {draw({2, 3})}, [](const V& x) { return sigmoid(x[0]); }},
      {"tanh", "", {draw({2, 3})}, [](const V& x) { return tanh(x[0]); }},
      {"relu", "", {draw.away_from_zero({4, 3})}, [](const V& x) { return relu(x[0]); }},
      {"relu",
       "squared, so that it has a second derivative",
       {draw.away_from_zero({4, 3})},
       [](const V& x) { return pow(relu(x[0]), 2); }},
      {"relu_backward",
       "",
       {draw.away_from_zero({4, 3}), draw({4, 3})},
       [](const V& x) { return relu_backward(x[0], x[1]); }},
      {"gelu", "", {draw({5, 7}, -4, 4)}, [](const V& x) { return gelu(x[0]); }},
      {"dropout", "", {draw({3, 5})}, [=](const V& x) { return dropout(x[0], 0.4, stream); }},

      {"sum", "all", {draw({2, 3})}, [](const V& x) { return sum(x[0]); }},
      {"sum", "middle", {draw({2, 4, 3})}, [](const V& x) { return sum(x[0], 1); }},
      {"sum", "last, kept", {draw({2, 4})}, [](const V& x) { return sum(x[0], -1, true); }},
      {"mean", "all", {draw({2, 3})}, [](const V& x) { return mean(x[0]); }},
      {"mean", "first, kept", {draw({4, 3})}, [](const V& x) { return mean(x[0], 0, true); }},
      {"max", "last", {draw({3, 5})}, [](const V& x) { return max(x[0], -1); }},
      {"max", "first, kept", {draw({5, 3})}, [](const V& x) { return max(x[0], 0, true); }},
      {"log_softmax", "", {draw({3, 5})}, [](const V& x) { return log_softmax(x[0]); }},
      {"softmax", "", {draw({2, 2, 3})}, [](const V& x) { return softmax(x[0]); }},

      {"embedding", "", {draw({4, 3})}, [=](const V& x) { return embedding(x[0], grid); }},
      {"layer_norm",
       "",
       {draw({2, 2, 5}), draw({5}, 0.5, 2), draw({5})},
       [](const V& x) { return layer_norm(x[0], x[1], x[2]); }},
      {"layer_norm",
       "of a view, large eps",
       {draw({3, 4}), draw({3}), draw({3})},
       [](const V& x) { return layer_norm(transpose(x[0]), x[1], x[2], 0.3); }},
      {"causal_softmax",
       "square",
       {draw({2, 4, 4})},
       [](const V& x) { return causal_softmax(x[0], 0.7); }},
      {"causal_softmax",
       "more keys than queries",
       {draw({2, 5})},
       [](const V& x) { return causal_softmax(x[0]); }},
      {"causal_attention",
       "",
       {draw({2, 3, 4}), draw({2, 3, 4}), draw({2, 3, 2})},
       [](const V& x) { return causal_attention(x[0], x[1], x[2]); }},
      {"causal_attention",
       "views, more keys than queries",
       {draw({2, 3, 2}), draw({2, 4, 3}), draw({3, 2, 4})},
       [](const V& x) {
         return causal_attention(transpose(x[0]), x[1], permute(x[2], {1, 2, 0}));
       }},

      {"matmul",
       "matrices",
       {draw({2, 3}), draw({3, 4})},
       [](const V& x) { return matmul(x[0], x[1]); }},
      {"matmul",
       "stacks, one broadcast",
       {draw({2, 3, 2}), draw({2, 4})},
       [](const V& x) { return matmul(x[0], x[1]); }},
      {"matmul",
       "both broadcast, transposed",
       {draw({2, 1, 3, 2}), draw({3, 4, 3})},
       [](const V& x) { return matmul(transpose(x[0]), transpose(x[1])); }},
      {"linear",
       "with bias",
       {draw({3, 4}), draw({2, 4}), draw({2})},
       [](const V& x) { return linear(x[0], x[1], x[2]); }},
      {"linear",
       "without bias, more dimensions",
       {draw({2, 3, 4}), draw({5, 4})},
       [](const V& x) { return linear(x[0], x[1]); }},

      {"reshape", "", {draw({2, 6})}, [](const V& x) { return reshape(x[0], {3, -1}); }},
      {"reshape",
       "must copy",
       {draw({2, 6})},
       [](const V& x) { return reshape(transpose(x[0]), {4, 3}); }},
      {"transpose", "", {draw({2, 3, 4})}, [](const V& x) { return transpose(x[0], 0, 2); }},
      {"permute", "", {draw({2, 3, 4})}, [](const V& x) { return permute(x[0], {2, 0, -2}); }},
      {"slice", "", {draw({3, 7})}, [](const V& x) { return slice(x[0], 1, 1, -1, 3); }},
      {"unslice",
       "",
       {draw({3, 2})},
       [](const V& x) { return unslice(x[0], {3, 7}, 1, 1, -1, 3); }},
      {"select", "", {draw({3, 4})}, [](const V& x) { return select(x[0], 0, -1); }},
      {"concat",
       "",
       {draw({2, 3}), draw({2, 1}), draw({2, 2})},
       [](const V& x) { return concat({x[0], x[1], x[2], x[1]}, 1); }},

      {"index_select",
       "rows",
       {draw({3, 2})},
       [=](const V& x) { return index_select(x[0], 0, picks); }},
      {"index_select",
       "columns",
       {draw({2, 3})},
       [=](const V& x) { return index_select(x[0], -1, picks); }},
      {"gather", "last", {draw({3, 5})}, [=](const V& x) { return gather(x[0], -1, columns); }},
      {"gather", "first", {draw({3, 3})}, [=](const V& x) { return gather(x[0], 0, rows); }},

      {"nll_loss", "", {draw({3, 5})}, [=](const V& x) { return nll_loss(x[0], labels); }},
      {"cross_entropy",
       "",
       {draw({3, 5})},
       [=](const V& x) { return cross_entropy(x[0], labels); }},
      {"mse_loss",
       "",
       {draw({2, 3}), draw({2, 3})},
       [](const V& x) { return mse_loss(x[0], x[1]); }},
      {"binary_cross_entropy",
       "",
       {draw.away_from_zero({4}), draw({4}, 0, 1)},
       [](const V& x) { return binary_cross_entropy(x[0], x[1]); }},
  };
}

}  // namespace dls_test
