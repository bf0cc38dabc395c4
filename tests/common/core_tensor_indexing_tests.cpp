// Picking by index tensors and masks.
#include "common/core/error.hpp"
#include "common/core/indexing.hpp"
#include "common/core/tensor_numbers.hpp"
#include "tests/support/check.hpp"

using namespace dls;

TEST_CASE("index tensors pick single elements into new memory") {
  const Tensor x = Tensor::arange(200).view({10, 20});
  const Tensor rows = Tensor::of<std::int64_t>({3}, {0, 1, -8}),
               columns = Tensor::of<std::int32_t>({3}, {2, 3, 4});
  const Tensor picked = index(x, {rows, columns});
  CHECK_SAME(numbers(picked), Numbers({2, 23, 44}, {3}), bitwise());
  CHECK_FALSE(picked.shares_storage(x));
  CHECK_SAME(numbers(index(x.slice(1, 0, 2), {rows})), Numbers({0, 1, 20, 21, 40, 41}, {3, 2}),
             bitwise());
  CHECK_SAME(numbers(index(x.transpose(), {columns, rows})), numbers(picked), bitwise());
  CHECK_THROWS_AS(index(x, {Tensor::of<std::int64_t>({1}, {10})}), Error);
  CHECK_THROWS_AS(index(x, {Tensor::of<float>({1}, {1})}), Error);
  CHECK_THROWS_AS(index(x, {rows, Tensor::of<std::int64_t>({2}, {1, 1})}), Error);
  CHECK_THROWS_AS(index(x, {}), Error);
  CHECK_THROWS_AS(index(x, {rows, rows, rows}), Error);
}

TEST_CASE("masks read and write") {
  Tensor x = Tensor::of<float>({2, 3}, {5, -1, 2, 0, -3, 8});
  CHECK_SAME(numbers(masked_select(x, greater(x, 1))), Numbers({5, 2, 8}, {3}), bitwise());
  CHECK_SAME(numbers(masked_select(x.transpose(), less(x, 0).transpose())), Numbers({-1, -3}, {2}),
             bitwise());
  CHECK(masked_select(x, greater(x, 100)).elements() == 0);
  masked_fill(x, less(x, 0), 7);
  CHECK_SAME(numbers(x), Numbers({5, 7, 2, 0, 7, 8}, {2, 3}), bitwise());
  CHECK(x.version() == 1);
  Tensor turned = x.transpose();
  masked_fill(turned, greater(turned, 6), 1);
  CHECK_SAME(numbers(x), Numbers({5, 1, 2, 0, 1, 1}, {2, 3}), bitwise());
  CHECK_THROWS_AS(masked_fill(x, greater(turned, 6), 1), Error);
  CHECK_THROWS_AS(masked_select(x, x), Error);
}
