// The plain tensor of the page against the tensor that later chapters stand on, number by number.
#include "chapters/02_tensors/6_picking.hpp"
#include "common/autograd/ops.hpp"
#include "common/core/indexing.hpp"
#include "common/core/tensor_numbers.hpp"
#include "tests/chapters/02_tensors/helpers.hpp"

using namespace ch02_test;
using dls::ch02::Tensor;

namespace {

dls::Shape shape_of(const Sizes& sizes) { return dls::Shape(sizes.data(), sizes.size()); }

/// Shape, place in memory, and numbers; strides where there is a step to make.
void check(const Tensor<double>& ours, const dls::Tensor& theirs) {
  REQUIRE(shape_of(ours.shape()) == theirs.shape());
  for (int d = 0; d < theirs.rank(); ++d)
    if (theirs.size(d) > 1)
      CHECK(ours.strides()[static_cast<std::size_t>(d)] == theirs.strides()[d]);
  if (theirs.elements() > 0) CHECK(ours.offset() == theirs.offset());
  CHECK(ours.version() == static_cast<int>(theirs.version()));
  CHECK_SAME(numbers(ours), dls::numbers(theirs), dls::bitwise());
}

dls::Tensor same(const Tensor<double>& ours) {
  return dls::Tensor::of(shape_of(ours.shape()), ours.numbers());
}

}  // namespace

TEST_CASE("random chains of views, with a write now and then") {
  dls::Rng rng(dls_test::seed(), "chapter 02 same");
  for (int round = 0; round < 300; ++round) {
    Tensor<double> a = random_tensor(static_cast<std::uint64_t>(round), {4, 1 + rng.below(5), 6});
    dls::Tensor b = same(a);
    const Tensor<double> root_a = a;
    const dls::Tensor root_b = b;
    for (int depth = 0; depth < 6; ++depth) {
      const int d =
          a.rank() == 0 ? 0 : static_cast<int>(rng.below(static_cast<std::uint32_t>(a.rank())));
      switch (a.rank() == 0 ? 4 : rng.below(7)) {
        case 0: {
          const auto start = static_cast<std::int64_t>(rng.below(8)) - 4;
          const auto stop = static_cast<std::int64_t>(rng.below(10)) - 3;
          const std::int64_t step = 1 + rng.below(3);
          a = slice(a, d, start, stop, step);
          b = b.slice(d, start, stop, step);
          break;
        }
        case 1:
          if (a.shape()[static_cast<std::size_t>(d)] == 0) break;
          a = select(a, d, -1);
          b = b.select(d, -1);
          break;
        case 2:
          a = transpose(a, 0, d);
          b = b.transpose(0, d);
          break;
        case 3:
          a = reshape(a, {a.count()});
          b = b.reshape({b.elements()});
          break;
        case 4:
          a = new_axis(a, d);
          b = b.unsqueeze(d);
          break;
        case 5: {
          Sizes wide = a.shape();
          wide.insert(wide.begin(), 2);
          a = expand(a, wide);
          b = b.expand(shape_of(wide));
          break;
        }
        default:
          a.fill(depth);
          b.fill(depth);
      }
      check(a, b);
      CHECK(a.shares_storage(root_a) == b.shares_storage(root_b));
      if (a.count() > 500 || a.rank() > 6) break;
    }
    check(root_a, root_b);
  }
}

TEST_CASE("every reshape decides alike") {
  const Sizes shapes[] = {{24}, {2, 12}, {4, 6}, {2, 3, 4}, {3, 1, 8}, {2, 2, 2, 3}, {24, 1}};
  for (const Sizes& from : shapes)
    for (const Sizes& to : shapes)
      for (std::size_t d = 0; d < from.size(); ++d) {
        const auto whole = random_tensor(9, from);
        const dls::Tensor other = same(whole);
        const auto ours = transpose(whole, 0, static_cast<int>(d));
        const dls::Tensor theirs = other.transpose(0, static_cast<int>(d));
        const auto a = reshape(ours, to);
        const dls::Tensor b = theirs.reshape(shape_of(to));
        CHECK(a.shares_storage(whole) == b.shares_storage(other));
        check(a, b);
      }
}

TEST_CASE("stretching, picking and masks agree") {
  const auto x = random_tensor(11, {5, 3}), row = random_tensor(12, {3});
  const dls::Variable vx(same(x)), vrow(same(row));
  CHECK_SAME(numbers(x + row), dls::numbers((vx + vrow).value()), dls::bitwise());
  CHECK_SAME(numbers(x * row), dls::numbers((vx * vrow).value()), dls::bitwise());
  CHECK_SAME(numbers(sum_to(x, {3})), dls::numbers(dls::sum_to(vx, {3}).value()),
             dls::rounding(dls::Format::f64, 5));
  CHECK(shape_of(dls::ch02::broadcast({5, 1, 3}, {4, 1})) == dls::broadcast({5, 1, 3}, {4, 1}));

  const std::vector<std::int64_t> r = {4, -1, 0}, c = {2, 0, -3};
  using Index = Tensor<std::int64_t>;
  CHECK_SAME(numbers(pick(x, {Index::of({3}, r), Index::of({3}, c)})),
             dls::numbers(dls::index(same(x), {dls::Tensor::of({3}, r), dls::Tensor::of({3}, c)})),
             dls::bitwise());
  auto written = copy(x);
  dls::Tensor other = same(x);
  masked_fill(written, greater(x, 0.2), 7);
  dls::masked_fill(other, dls::greater(same(x), 0.2), 7);
  check(written, other);
  CHECK_SAME(numbers(masked_select(x, greater(x, 0.2))),
             dls::numbers(dls::masked_select(same(x), dls::greater(same(x), 0.2))), dls::bitwise());
}

TEST_CASE("both refuse a write before backward, with the same words") {
  const dls::Variable x = dls::parameter(dls::Tensor::of({2}, {3.0, 5.0}));
  const dls::Variable y = dls::sum(x * x);
  dls::Tensor(x.value()).fill(1);
  const std::string said = error_of([&] { dls::backward(y); });
  CHECK(holds(said, "version 1, expected 0"));
  CHECK_FALSE(x.grad().defined());
}
