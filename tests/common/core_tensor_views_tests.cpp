// Views: the golden values of the books' listings, and the rules behind them.
#include "common/core/error.hpp"
#include "common/core/memory.hpp"
#include "common/core/rng.hpp"
#include "common/core/tensor.hpp"
#include "common/core/tensor_numbers.hpp"
#include "tests/support/check.hpp"

using namespace dls;

TEST_CASE("slicing") {
  const Tensor x = Tensor::arange(200).view({10, 20});
  CHECK_SAME(numbers(x.select(0, 0).slice(0, 1, 9, 3)), Numbers({1, 4, 7}, {3}), bitwise());
  const Tensor column = x.select(-1, 1);
  CHECK_SAME(numbers(column), Numbers({1, 21, 41, 61, 81, 101, 121, 141, 161, 181}, {10}),
             bitwise());
  CHECK(to_string(x.unsqueeze(1).shape()) == "(10,1,20)");
  CHECK(to_string(x.unsqueeze(-1).shape()) == "(10,20,1)");
  CHECK_SAME(numbers(x.slice(0, -2).slice(1, 18)), Numbers({178, 179, 198, 199}, {2, 2}),
             bitwise());

  // A slice of a slice keeps its place.
  const Tensor part = x.slice(0, 2, 9, 3).slice(0, 1, 3).slice(1, 5, 20, 7);
  CHECK_SAME(numbers(part), Numbers({105, 112, 119, 165, 172, 179}, {2, 3}), bitwise());

  // As in Python, ends are cut, and an empty slice is no error.
  CHECK_SAME(numbers(x.select(0, 0).slice(0, 17, 99)), Numbers({17, 18, 19}, {3}), bitwise());
  CHECK(x.slice(0, 7, 3).elements() == 0);
  CHECK(x.slice(0, 50).elements() == 0);
  CHECK(x.slice(0, 0, kEnd, kEnd).size(0) == 1);
  CHECK_THROWS_AS(x.slice(0, 0, 5, -1), Error);
  CHECK_THROWS_AS(x.slice(0, 0, 5, 0), Error);
  CHECK_THROWS_AS(x.select(0, 10), Error);
  CHECK_THROWS_AS(x.select(2, 0), Error);

  Tensor written = x.copy();
  Tensor place = written.slice(0, 0, 2).slice(1, 0, 2);
  place.fill(-1);
  CHECK_SAME(written.at<float>({1, 1}), -1.0f, bitwise());
  CHECK_SAME(written.at<float>({1, 2}), 22.0f, bitwise());
}

TEST_CASE("transpose and permute change strides, not memory") {
  const Tensor x = Tensor::arange(24).view({2, 3, 4});
  const Tensor t = x.transpose(0, 2);
  CHECK(t.shares_storage(x));
  CHECK(to_string(t.strides()) == "(1,4,12)");
  CHECK(t.at<float>({3, 1, 1}) == x.at<float>({1, 1, 3}));
  const Tensor p = x.permute({2, 0, -2});
  CHECK(to_string(p.shape()) == "(4,2,3)");
  CHECK(p.at<float>({3, 1, 2}) == x.at<float>({1, 2, 3}));
  CHECK_FALSE(p.contiguous());
  CHECK(p.as_contiguous().contiguous());
  CHECK_SAME(numbers(p.copy()), numbers(p), bitwise());
  CHECK_THROWS_AS(x.permute({0, 1}), Error);
  CHECK_THROWS_AS(x.permute({0, 1, 1}), Error);
  CHECK_THROWS_AS(x.permute({0, 1, 3}), Error);
}

TEST_CASE("as_strided looks at the storage as it likes, inside it") {
  const Tensor x = Tensor::arange(16).view({4, 4});
  const Tensor t = x.as_strided({4, 4}, {1, 4}, 0);
  CHECK(t.shares_storage(x));
  CHECK(t.data<float>() == x.data<float>());
  CHECK_SAME(numbers(t), numbers(x.transpose()), bitwise());
  CHECK_SAME(numbers(x.as_strided({3}, {5}, 2)), Numbers({2, 7, 12}, {3}), bitwise());
  CHECK_THROWS_AS(x.as_strided({4}, {5}, 2), Error);
  CHECK_THROWS_AS(x.as_strided({2}, {1}, -1), Error);
}

TEST_CASE("views of views, written through") {
  Tensor x = Tensor::arange(24).view({2, 12});
  Tensor row = x.view({2, 3, 4}).view({24}).slice(0, 12).view({3, 4}).select(0, 2);
  row.set<float>({-1}, -5);
  CHECK_SAME(x.at<float>({1, 11}), -5.0f, bitwise());
}

TEST_CASE("reshape is a view exactly when strides allow one") {
  const Tensor x = Tensor::arange(24).view({2, 3, 4});
  const Tensor t = x.transpose(0, 1);  // (3,2,4), strides (4,12,1)
  CHECK(t.reshape({3, 2, 2, 2}).shares_storage(x));
  CHECK(t.reshape({3, 1, 2, 4}).shares_storage(x));
  CHECK_FALSE(t.reshape({6, 4}).shares_storage(x));
  CHECK_SAME(numbers(t.reshape({6, 4})), numbers(t.copy().view({6, 4})), bitwise());
  CHECK_THROWS_AS(t.view({6, 4}), Error);
  CHECK(x.slice(0, 1).reshape({12}).shares_storage(x));
  CHECK_FALSE(x.slice(2, 0, 3).reshape({18}).shares_storage(x));
  CHECK(x.slice(2, 0, 4, 2).reshape({12}).shares_storage(x));  // even steps: (12,4,2)
  CHECK(to_string(x.reshape({-1, 6}).shape()) == "(4,6)");
  CHECK_THROWS_AS(x.reshape({5, 5}), Error);
  CHECK_THROWS_AS(x.reshape({-1, -1}), Error);
  CHECK_THROWS_AS(x.reshape({-1, 7}), Error);
  CHECK(Tensor::zeros({0, 3}).reshape({3, 0}).elements() == 0);
  CHECK_THROWS_AS(Tensor::zeros({0, 3}).reshape({-1, 0}), Error);
}

TEST_CASE("reshape of random views has the elements of a copy, and never copies without need") {
  Rng rng(dls_test::seed(), "reshape");
  const std::vector<Shape> shapes = {{24},      {1, 24},   {2, 12}, {12, 2}, {2, 3, 4},
                                     {4, 1, 6}, {2, 2, 6}, {3, 8},  {8, 3},  {6, 1, 2, 2}};
  int views = 0, copies = 0;
  for (int round = 0; round < 500; ++round) {
    // Random steps through a larger storage.
    const Shape shape = shapes[rng.below(static_cast<std::uint32_t>(shapes.size()))];
    Tensor x = Tensor::arange(24 * 16).view({24, 16}).select(1, 0);
    x = x.reshape(shape);
    if (rng.below(2) && x.rank() > 1) x = x.transpose(0, -1);
    const Shape target = shapes[rng.below(static_cast<std::uint32_t>(shapes.size()))];
    const Tensor y = x.reshape(target);
    REQUIRE_SAME(numbers(y), numbers(x.copy().view(target)), bitwise());
    // A view exists exactly when the elements, in order, are evenly spaced in each new dimension.
    const Tensor addresses = y;  // element values are their places / 16 in the storage
    bool even = true;
    for (int dim = 0; dim < target.rank(); ++dim) {
      const Tensor rows = addresses.transpose(dim, -1).copy().view({-1, target[dim]});
      for (std::int64_t r = 0; r < rows.size(0); ++r) {
        for (std::int64_t i = 1; i < rows.size(1); ++i) {
          const auto step = [&](std::int64_t row, std::int64_t j) {
            return rows.at<float>({row, j}) - rows.at<float>({row, j - 1});
          };
          even = even && step(r, i) == step(0, 1);
        }
      }
    }
    REQUIRE(y.shares_storage(x) == even);
    (even ? views : copies)++;
  }
  CHECK(views > 50);
  CHECK(copies > 50);
}

TEST_CASE("expand repeats by strides of 0") {
  const Tensor x = Tensor::of<float>({2, 1}, {1, 2});
  const Tensor y = x.expand({3, 2, 4});
  CHECK(to_string(y.strides()) == "(0,1,0)");
  CHECK(y.shares_storage(x));
  CHECK_SAME(numbers(y.select(0, 2)), Numbers({1, 1, 1, 1, 2, 2, 2, 2}, {2, 4}), bitwise());
  CHECK_THROWS_AS(x.expand({3, 4}), Error);
  CHECK_THROWS_AS(x.expand({2}), Error);
  CHECK(to_string(broadcast({3}, {2, 3})) == "(2,3)");
  CHECK(to_string(broadcast({4, 1, 5}, {3, 1})) == "(4,3,5)");
  CHECK_THROWS_AS(broadcast({2, 3}, {2}), Error);
  CHECK(to_string(broadcast({0}, {1})) == "(0)");
  CHECK(to_string(x.squeeze(1).shape()) == "(2)");
  CHECK_THROWS_AS(x.squeeze(0), Error);
}

TEST_CASE("a view adds no bytes") {
  const Tensor x = Tensor::zeros({100, 30});
  const std::int64_t before = memory_use().current;
  const Tensor views[] = {x.slice(0, 3),        x.select(1, 2),
                          x.transpose(),        x.view({3000}),
                          x.reshape({30, 100}), x.unsqueeze(0).expand({9, 100, 30})};
  CHECK(memory_use().current == before);
  for (const Tensor& view : views) CHECK(view.shares_storage(x));
  const Tensor copied = x.transpose().reshape({3000});
  CHECK(memory_use().current == before + 12000);
}
