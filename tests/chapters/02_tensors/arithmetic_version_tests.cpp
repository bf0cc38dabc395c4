// Stretching equals loops, its way back equals finite differences; and the version counter.
#include <memory>

#include "chapters/02_tensors/7_version.hpp"
#include "tests/chapters/02_tensors/helpers.hpp"

using namespace ch02_test;
using namespace dls::ch02;

namespace {

struct Pair {
  Sizes a, b, result;
};

const Pair kPairs[] = {
    {{2, 3}, {3}, {2, 3}},
    {{3}, {2, 3}, {2, 3}},
    {{3, 1}, {4}, {3, 4}},
    {{3, 1}, {1, 5}, {3, 5}},
    {{2, 1, 4}, {3, 1}, {2, 3, 4}},
    {{1}, {2, 3}, {2, 3}},
    {{}, {4}, {4}},
    {{}, {}, {}},
    {{1, 3}, {0, 3}, {0, 3}},
};

/// The number of x that is used at `index` of the stretched shape: no strides, only the rule.
double used(const Tensor<double>& x, const Sizes& index) {
  Sizes own;
  const std::size_t front = index.size() - x.shape().size();
  for (std::size_t d = 0; d < x.shape().size(); ++d)
    own.push_back(x.shape()[d] == 1 ? 0 : index[front + d]);
  return x.at(own);
}

double sum_of_products(const Tensor<double>& a, const Tensor<double>& b, const Sizes& shape) {
  double sum = 0;
  each_index(shape, [&](const Sizes& i) { sum += used(a, i) * used(b, i); });
  return sum;
}

std::shared_ptr<Value> value(Tensor<double> x) { return std::make_shared<Value>(std::move(x)); }

}  // namespace

TEST_CASE("a stretched sum equals loops, from transposed views, too") {
  std::uint64_t id = 0;
  for (const Pair& p : kPairs) {
    const auto a = random_tensor(++id, p.a), b = random_tensor(++id, p.b);
    std::vector<double> sum, product;
    each_index(p.result, [&](const Sizes& i) {
      sum.push_back(used(a, i) + used(b, i));
      product.push_back(used(a, i) * used(b, i));
    });
    CHECK(broadcast(p.a, p.b) == p.result);
    CHECK_SAME(numbers(a + b), dls::Numbers(sum, p.result), dls::bitwise());
    CHECK_SAME(numbers(a * b), dls::Numbers(product, p.result), dls::bitwise());
  }
  const auto m = random_tensor(77, {3, 4});
  const auto square = slice(m, 1, 1);  // (3,3) with gaps
  std::vector<double> want;
  each_index({3, 3}, [&](const Sizes& i) {
    want.push_back(m.at({i[1], i[0] + 1}) + m.at({i[0], i[1] + 1}));
  });
  CHECK_SAME(numbers(transpose(square) + square), dls::Numbers(want, {3, 3}), dls::bitwise());
  CHECK(holds(error_of([] { broadcast({2, 3}, {2}); }), "(2,3) and (2)"));
  CHECK(holds(error_of([] { broadcast({0}, {3}); }), "(0) and (3)"));
}

TEST_CASE("in place into a view, and from an overlapping one") {
  const auto x = reshape(Tensor<double>::arange(9), {3, 3});
  auto y = x;
  add_in_place(y, transpose(x));  // must read all of it before it writes
  CHECK_SAME(numbers(x), dls::Numbers({0, 4, 8, 4, 8, 12, 8, 12, 16}, {3, 3}), dls::bitwise());
  auto column = slice(x, 1, 2);
  add_in_place(column, Tensor<double>::full({}, 100));
  CHECK_SAME(numbers(x), dls::Numbers({0, 4, 108, 4, 8, 112, 8, 12, 116}, {3, 3}), dls::bitwise());
  CHECK(x.version() == 2);
  copy_from(y, Tensor<float>::of({3}, {1, 2, 3}));
  CHECK_SAME(numbers(x), dls::Numbers({1, 2, 3, 1, 2, 3, 1, 2, 3}, {3, 3}), dls::bitwise());
  CHECK(holds(error_of([&] { add_in_place(column, x); }), "(3,3) cannot be stretched to (3,1)"));
  CHECK(x.version() == 3);
  auto turned = transpose(x);
  copy_from(turned,
            x);  // the same numbers in another order: what is written must not be read again
  CHECK_SAME(numbers(x), dls::Numbers({1, 1, 1, 2, 2, 2, 3, 3, 3}, {3, 3}), dls::bitwise());
}

TEST_CASE("gradients through stretched products agree with finite differences") {
  std::uint64_t id = 100;
  for (const Pair& p : kPairs) {
    const auto a = value(random_tensor(++id, p.a)), b = value(random_tensor(++id, p.b));
    Products tape;
    tape.backward(tape.mul(a, b));
    for (const auto& v : {a, b}) {
      std::vector<double> want;
      each_index(v->data.shape(), [&](const Sizes& i) {
        double& number = v->data.raw(i);
        const double kept = number, h = 1e-5;
        number = kept + h;
        const double above = sum_of_products(a->data, b->data, p.result);
        number = kept - h;
        want.push_back((above - sum_of_products(a->data, b->data, p.result)) / (2 * h));
        number = kept;
      });
      CHECK_SAME(numbers(v->grad), dls::Numbers(want, dls::Format::f64, v->data.shape()),
                 dls::within(1e-6, 1e-9, "central differences with a step of 1e-5"));
    }
  }
}

TEST_CASE("an in-place add before backward: version 1, expected 0, and no gradient is written") {
  const auto w = value(random_tensor(1, {3})), x = value(random_tensor(2, {2, 3}));
  Products tape;
  const auto h = tape.mul(x, x);  // the first step needs x, the last one does not
  const auto y = tape.mul(h, w);
  add_in_place(x->data, Tensor<double>::full({1}, 1));
  const std::string said = error_of([&] { tape.backward(y); });
  CHECK(holds(said, "version 1, expected 0"));
  CHECK(holds(said, "first factor (2,3)"));
  // The step that is run first has nothing to do with x. Its gradients must not be there either.
  for (const auto& v : {w, x, h, y})
    CHECK_SAME(numbers(v->grad), numbers(Tensor<double>::full(v->data.shape(), 0)), dls::bitwise());
}

TEST_CASE("gradients go back through several products, last one first") {
  const auto a = value(Tensor<double>::of({2}, {3, 5})), b = value(Tensor<double>::of({2}, {7, 2}));
  Products tape;
  const auto square = tape.mul(a, a);
  tape.backward(tape.mul(square, b));  // a a b
  CHECK_SAME(numbers(a->grad), dls::Numbers({42, 20}, {2}), dls::bitwise());
  CHECK_SAME(numbers(b->grad), dls::Numbers({9, 25}, {2}), dls::bitwise());
}

TEST_CASE("a write to either factor is seen") {
  const auto a = value(random_tensor(5, {3})), b = value(random_tensor(6, {3}));
  Products tape;
  const auto y = tape.mul(a, b);
  b->data.fill(1);
  CHECK(holds(error_of([&] { tape.backward(y); }), "second factor (3)"));
}

TEST_CASE("a write through any view is seen; reads and writes into copies are not") {
  const auto check = [](auto disturb, const std::string& want) {
    const auto x = value(random_tensor(3, {2, 3}));
    Products tape;
    const auto y = tape.mul(x, x);
    disturb(x->data);
    const std::string said = error_of([&] { tape.backward(y); });
    CHECK_MESSAGE(holds(said, want), "got '" << said << "'");
    CHECK(said.empty() == want.empty());
  };
  using T = Tensor<double>;
  check([](T x) { select(x, 0, 1).fill(1); }, "version 1, expected 0");
  check([](T x) { transpose(x).set({2, 1}, x.at({1, 2})); }, "version 1, expected 0");
  check(
      [](T x) {
        T flat = reshape(x, {-1});
        copy_from(flat, T::arange(6));
        flat.fill(0);
      },
      "version 2, expected 0");
  check([](T x) { expand(x, {4, 2, 3}).fill(1); }, "version 1, expected 0");
  check([](T x) { copy(x).fill(1); }, "");
  check([](T x) { reshape(transpose(x), {6}).fill(1); }, "");  // a copy
  check([](T x) { (x + x).numbers(); }, "");
}

TEST_CASE("a change after backward is nobody's business") {
  const auto x = value(Tensor<double>::of({2}, {3, 5}));
  Products tape;
  tape.backward(tape.mul(x, x));
  add_in_place(x->data, Tensor<double>::full({1}, 1));
  CHECK_SAME(numbers(x->grad), dls::Numbers({6, 10}, {2}), dls::bitwise());
}
