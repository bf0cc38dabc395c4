// 02.2: stretched products against loops, their gradients against finite differences.
#include DLS_EXERCISE

#include <string>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

Array random_array(dls::Rng& rng, const Sizes& shape) {
  Array a{shape, {}};
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  for (std::int64_t i = 0; i < count; ++i) a.values.push_back(rng.uniform(0.5, 1.5));
  return a;
}

dls::Numbers shaped(const Array& a) { return {a.values, dls::Format::f64, a.shape}; }

std::string text(const Sizes& shape) {
  std::string out = "(";
  for (std::size_t d = 0; d < shape.size(); ++d) out += (d ? "," : "") + std::to_string(shape[d]);
  return out + ")";
}

/// The element of `a` that is used at `index` of the stretched shape: no strides, only the rule.
double used(const Array& a, const Sizes& index) {
  std::size_t flat = 0;
  const std::size_t front = index.size() - a.shape.size();
  for (std::size_t d = 0; d < a.shape.size(); ++d)
    flat = flat * static_cast<std::size_t>(a.shape[d]) +
           static_cast<std::size_t>(a.shape[d] == 1 ? 0 : index[front + d]);
  return a.values.at(flat);
}

Array mul_by_loops(const Array& a, const Array& b, const Sizes& shape) {
  Array y{shape, {}};
  each_index(shape, [&](const Sizes& i) { y.values.push_back(used(a, i) * used(b, i)); });
  return y;
}

struct Pair {
  Sizes a, b, result;
};

const Pair kPairs[] = {
    {{2, 3}, {3}, {2, 3}},
    {{3}, {2, 3}, {2, 3}},
    {{3, 1}, {4}, {3, 4}},
    {{3, 1}, {1, 5}, {3, 5}},
    {{2, 1, 4}, {3, 1}, {2, 3, 4}},
    {{5}, {5}, {5}},
    {{1}, {2, 3}, {2, 3}},
    {{}, {4}, {4}},
    {{}, {}, {}},
    {{2, 2}, {2, 2, 2}, {2, 2, 2}},
    {{1, 3}, {0, 3}, {0, 3}},
    {{0}, {1}, {0}},
};

}  // namespace

TEST_CASE("the shape of the result") {
  for (const Pair& p : kPairs) {
    Sizes got;
    try {
      got = broadcast_shape(p.a, p.b);
    } catch (const dls::Error&) {
      FAIL(text(p.a) << "+" << text(p.b)
                     << " refused: shapes are aligned at the last dimension, not at the first "
                        "((3)+(2,3) refused is the sign of it)");
    }
    CHECK_MESSAGE(got == p.result, text(p.a) << " and " << text(p.b) << ": got " << text(got)
                                             << ", want " << text(p.result));
  }
}

TEST_CASE("what does not fit is refused") {
  const std::pair<Sizes, Sizes> pairs[] = {
      {{2, 3}, {2}}, {{3}, {4}}, {{2, 3}, {3, 2}}, {{2, 3, 4}, {2, 1}}};
  for (const auto& [a, b] : pairs) {
    CAPTURE(text(a));
    CAPTURE(text(b));
    CHECK_THROWS_AS(broadcast_shape(a, b), dls::Error);
  }
  bool refused = false;
  try {
    broadcast_shape({0}, {3});
  } catch (const dls::Error&) {
    refused = true;
  }
  CHECK_MESSAGE(refused, "sizes 0 and 3 do not fit: only a size of 1 stretches");
}

TEST_CASE("strides of 0 where something stretches") {
  CHECK(stretched_strides({3}, {2, 3}) == Sizes{0, 1});
  CHECK(stretched_strides({3, 1}, {3, 4}) == Sizes{1, 0});
  CHECK(stretched_strides({2, 1, 4}, {5, 2, 3, 4}) == Sizes{0, 4, 0, 1});
  CHECK(stretched_strides({2, 3}, {2, 3}) == Sizes{3, 1});
  CHECK(stretched_strides({}, {2}) == Sizes{0});
}

TEST_CASE("stretched products equal loops") {
  dls::Rng rng(dls_test::seed(), "02.2");
  for (const Pair& p : kPairs) {
    const Array a = random_array(rng, p.a), b = random_array(rng, p.b);
    REQUIRE_SAME(shaped(mul(a, b)), shaped(mul_by_loops(a, b, p.result)), dls::bitwise());
  }
}

TEST_CASE("the way back adds over all uses: (3) stretched to (2,3)") {
  const Array dy{{2, 3}, {1, 2, 3, 10, 20, 30}};
  const Array got = sum_to(dy, {3});
  if (got.shape == dy.shape)
    FAIL("gradient (2,3), want (3): each number was used twice, and its gradients add up");
  if (got.values == std::vector<double>{10, 20, 30})
    FAIL("each number heard from its last use only: add (+=), do not overwrite");
  REQUIRE_SAME(shaped(got), dls::Numbers({11, 22, 33}, {3}), dls::bitwise());
  CHECK_SAME(shaped(sum_to(dy, {2, 1})), dls::Numbers({6, 60}, {2, 1}), dls::bitwise());
  CHECK_SAME(shaped(sum_to(dy, {})), dls::Numbers(std::vector<double>{66}, dls::Format::f64, {}),
             dls::bitwise());
  CHECK_SAME(shaped(sum_to(dy, {2, 3})), shaped(dy), dls::bitwise());
}

TEST_CASE("gradients of stretched products agree with finite differences") {
  dls::Rng rng(dls_test::seed(), "02.2 differences");
  for (const Pair& p : kPairs) {
    Array a = random_array(rng, p.a);
    const Array b = random_array(rng, p.b), weights = random_array(rng, p.result);
    // L = sum of weights (a b)^2, so dL/dy = 2 weights y.
    const auto loss = [&] {
      const Array y = mul_by_loops(a, b, p.result);
      double sum = 0;
      for (std::size_t i = 0; i < y.values.size(); ++i)
        sum += weights.values[i] * y.values[i] * y.values[i];
      return sum;
    };
    Array dy = mul_by_loops(a, b, p.result);
    for (std::size_t i = 0; i < dy.values.size(); ++i) dy.values[i] *= 2 * weights.values[i];
    const Array got = mul_backward_a(dy, a, b);
    std::vector<double> want;
    for (double& number : a.values) {
      const double kept = number, h = 1e-5;
      number = kept + h;
      const double above = loss();
      number = kept - h;
      want.push_back((above - loss()) / (2 * h));
      number = kept;
    }
    REQUIRE_SAME(shaped(got), dls::Numbers(want, dls::Format::f64, p.a),
                 dls::within(1e-6, 1e-9, "central differences with a step of 1e-5"));
  }
}
