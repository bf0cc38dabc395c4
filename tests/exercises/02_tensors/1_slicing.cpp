// 02.1: slices and selections against Python's rules, slices of slices against loops.
#include DLS_EXERCISE

#include <algorithm>
#include <numeric>
#include <string>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

/// 0, 1, ... in a whole tensor of `shape`.
View counting(const Sizes& shape) {
  View x;
  std::int64_t count = 1;
  x.shape = shape;
  x.strides.assign(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 0;) {
    x.strides[d] = count;
    count *= std::max<std::int64_t>(shape[d], 1);
  }
  x.storage = std::make_shared<std::vector<double>>(static_cast<std::size_t>(count));
  std::iota(x.storage->begin(), x.storage->end(), 0.0);
  return x;
}

/// All numbers of a view, row by row. Ends the test when one lies outside the storage.
std::vector<double> numbers(const View& x) {
  REQUIRE_MESSAGE(x.shape.size() == x.strides.size(), "one stride for each dimension");
  std::int64_t left = 1;
  for (const std::int64_t size : x.shape) left *= size;
  REQUIRE_MESSAGE(left >= 0, "a size is negative");
  Sizes index(x.shape.size(), 0);
  std::vector<double> all;
  for (; left > 0; --left) {
    std::int64_t place = x.offset;
    for (std::size_t d = 0; d < index.size(); ++d) place += index[d] * x.strides[d];
    const auto size = static_cast<std::int64_t>(x.storage->size());
    if (place < 0 || place >= size)
      FAIL("the view leaves its storage: it reads place " << place << " of " << size);
    all.push_back((*x.storage)[static_cast<std::size_t>(place)]);
    for (std::size_t d = index.size(); d-- > 0;) {
      if (++index[d] < x.shape[d]) break;
      index[d] = 0;
    }
  }
  return all;
}

dls::Numbers shaped(const View& x) { return {numbers(x), dls::Format::f64, x.shape}; }

/// start:stop:step of 0 ... size-1, by counting.
std::vector<std::int64_t> by_counting(std::int64_t size, std::int64_t start, std::int64_t stop,
                                      std::int64_t step) {
  std::vector<std::int64_t> picked;
  if (start < 0) start = std::max<std::int64_t>(start + size, 0);
  if (stop < 0) stop += size;
  for (std::int64_t i = start; i < std::min(stop, size); i += step) picked.push_back(i);
  return picked;
}

}  // namespace

TEST_CASE("x[0,1:10:3] is 1, 4, 7, and 10 is left out") {
  const View x = counting({10, 20});
  const View y = slice(select(x, 0, 0), 0, 1, 10, 3);
  if (y.storage != x.storage)
    FAIL("the slice has a storage of its own: a view looks at the numbers of x, it copies none");
  const std::vector<double> got = numbers(y);
  if (got.size() == 4 && got[3] == 10)
    FAIL("stop is the first index that is left out: x[0,1:10:3] is 1 4 7, got 10 as well");
  if (!got.empty() && got[0] == 0)
    FAIL("the view reads element 0 first: it must begin at `start`, so the offset must move");
  REQUIRE_SAME(shaped(y), dls::Numbers({1, 4, 7}, {3}), dls::bitwise());
  if (slice(select(x, 0, 0), 0, 1, 9, 3).shape == Sizes{2})
    FAIL("x[0,1:9:3] is 1 4 7 as well: the last one was lost when 8 indices were divided by 3");
  CHECK_SAME(shaped(slice(select(x, 0, 0), 0, 1, 9, 3)), dls::Numbers({1, 4, 7}, {3}),
             dls::bitwise());
}

TEST_CASE("x[...,1] is 1, 21, ..., 181") {
  const View y = select(counting({10, 20}), 1, 1);
  REQUIRE_SAME(shaped(y), dls::Numbers({1, 21, 41, 61, 81, 101, 121, 141, 161, 181}, {10}),
               dls::bitwise());
}

TEST_CASE("a selection and a slice of a view begin where the view begins") {
  const View x = counting({10, 20});
  const View part = slice(x, 0, 3, kEnd, 1);  // begins at 60
  for (const View& y : {slice(part, 1, 5, 8, 1), slice(select(part, 0, 0), 0, 5, 8, 1)}) {
    const std::vector<double> got = numbers(y);
    if (!got.empty() && got[0] == 5)
      FAIL("the offset of x itself was forgotten: x[3:][:,5:8] begins at 65, got 5");
    CHECK_SAME(got.at(0), 65.0, dls::bitwise());
  }
}

TEST_CASE("a slice of a slice") {
  const View y = slice(slice(counting({4, 20}), 1, 2, 18, 2), 1, 1, kEnd, 3);
  const std::vector<double> got = numbers(y);
  if (got.size() >= 2 && got[1] != 10)
    FAIL("strides multiply: every third of every second number is every sixth, 4 10 16; got "
         << got[0] << " " << got[1]);
  REQUIRE_SAME(shaped(y), dls::Numbers({4, 10, 16, 24, 30, 36, 44, 50, 56, 64, 70, 76}, {4, 3}),
               dls::bitwise());
}

TEST_CASE("a write through a slice is seen in x") {
  const View x = counting({3, 4});
  const View y = slice(x, 0, 1, 2, 1);
  y.storage->at(static_cast<std::size_t>(y.offset)) = -1;
  CHECK_SAME(x.storage->at(4), -1.0, dls::bitwise());
}

TEST_CASE("negative indices, cut ends, empty slices") {
  const View x = counting({7});
  CHECK_SAME(numbers(select(x, 0, -1)), 6.0, dls::bitwise());
  CHECK_SAME(numbers(select(x, 0, -7)), 0.0, dls::bitwise());
  CHECK_SAME(shaped(slice(x, 0, -3, kEnd, 1)), dls::Numbers({4, 5, 6}, {3}), dls::bitwise());
  CHECK_SAME(shaped(slice(x, 0, 0, -5, 1)), dls::Numbers({0, 1}, {2}), dls::bitwise());
  CHECK_SAME(shaped(slice(x, 0, -99, 99, 4)), dls::Numbers({0, 4}, {2}), dls::bitwise());
  CHECK(slice(x, 0, 5, 2, 1).shape == Sizes{0});
  CHECK(slice(x, 0, 9, kEnd, 2).shape == Sizes{0});
  CHECK(slice(counting({0, 3}), 0, 0, kEnd, 1).shape == Sizes{0, 3});
}

TEST_CASE("what is refused") {
  const View x = counting({3, 4});
  CHECK_THROWS_AS(select(x, 0, 3), dls::Error);
  CHECK_THROWS_AS(select(x, 1, -5), dls::Error);
  CHECK_THROWS_AS(slice(x, 0, 0, 3, 0), dls::Error);
  CHECK_THROWS_AS(slice(x, 0, 2, 0, -1), dls::Error);
}

TEST_CASE("random slices of slices, along both dimensions") {
  dls::Rng rng(dls_test::seed(), "02.1");
  for (int round = 0; round < 200; ++round) {
    View x = counting({1 + rng.below(9), 1 + rng.below(11)});
    std::vector<std::int64_t> rows, columns;
    for (std::int64_t i = 0; i < x.shape[0]; ++i) rows.push_back(i);
    for (std::int64_t i = 0; i < x.shape[1]; ++i) columns.push_back(i);
    const std::int64_t width = x.shape[1];
    for (int depth = 0; depth < 3; ++depth) {
      const int dim = static_cast<int>(rng.below(2));
      const auto start = static_cast<std::int64_t>(rng.below(14)) - 7;
      const auto stop = static_cast<std::int64_t>(rng.below(18)) - 7;
      const std::int64_t step = 1 + rng.below(3);
      x = slice(x, dim, start, stop, step);
      auto& kept = dim == 0 ? rows : columns;
      std::vector<std::int64_t> next;
      for (const std::int64_t i :
           by_counting(static_cast<std::int64_t>(kept.size()), start, stop, step))
        next.push_back(kept[static_cast<std::size_t>(i)]);
      kept = next;
    }
    std::vector<double> want;
    for (const std::int64_t r : rows)
      for (const std::int64_t c : columns) want.push_back(static_cast<double>(r * width + c));
    REQUIRE_SAME(shaped(x),
                 dls::Numbers(want, dls::Format::f64,
                              {static_cast<std::int64_t>(rows.size()),
                               static_cast<std::int64_t>(columns.size())}),
                 dls::bitwise());
  }
}
