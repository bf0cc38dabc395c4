// The numbers of the book's listings, and what each of them costs in bytes.
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif

#include <cmath>

#include "chapters/02_tensors/6_picking.hpp"
#include "chapters/02_tensors/tensor_text.hpp"
#include "tests/chapters/02_tensors/helpers.hpp"

using namespace ch02_test;
using namespace dls::ch02;

namespace {

Tensor<std::int64_t> table() { return reshape(Tensor<std::int64_t>::arange(200), {10, 20}); }

}  // namespace

TEST_CASE("a 3x2 float tensor says what it is") {
  const auto x = Tensor<float>::full({3, 2}, 0.5);
  CHECK(describe(x) ==
        "float32 cpu, shape (3,2), strides (2,1), offset 0, 24 bytes of storage, version 0");
  CHECK(to_string(x) == "[[0.5 0.5]\n [0.5 0.5]\n [0.5 0.5]]");
  CHECK(std::string(dtype_name<std::int64_t>()) == "int64");
  CHECK(std::string(name(Device::cuda)) == "cuda");
}

TEST_CASE("slices: 1 4 7, 1 21 ... 181, (10,1,20), and writing through one") {
  const auto x = table();
  auto row = slice(select(x, 0, 0), 0, 1, 9, 3);
  CHECK_SAME(numbers(row), dls::Numbers({1, 4, 7}, {3}), dls::bitwise());
  CHECK_SAME(numbers(select(x, 1, 1)),
             dls::Numbers({1, 21, 41, 61, 81, 101, 121, 141, 161, 181}, {10}), dls::bitwise());
  CHECK(new_axis(x, 1).shape() == Sizes{10, 1, 20});
  CHECK_SAME(numbers(select(new_axis(x, 1), 1, 0)), numbers(x), dls::bitwise());
  row.fill(-1);
  CHECK_SAME(numbers(slice(select(x, 0, 0), 0, 0, 10)),
             dls::Numbers({0, -1, 2, 3, -1, 5, 6, -1, 8, 9}, {10}), dls::bitwise());
  CHECK(row.shares_storage(x));
}

TEST_CASE("as_strided turns strides (4,1) into (1,4) over the same storage") {
  const auto x = reshape(Tensor<float>::arange(12), {3, 4});
  const auto y = as_strided(x, {4, 3}, {1, 4});
  CHECK(x.strides() == Sizes{4, 1});
  CHECK(y.strides() == Sizes{1, 4});
  CHECK(y.data() == x.data());
  CHECK_SAME(numbers(y), dls::Numbers({0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}, {4, 3}),
             dls::bitwise());
  CHECK_SAME(numbers(transpose(x)), numbers(y), dls::bitwise());
  CHECK(holds(error_of([&] { as_strided(x, {4, 3}, {1, 5}); }), "reaches number 13"));
  CHECK(holds(error_of([&] { as_strided(x, {4}, {1}, 9); }), "reaches number 12"));
  CHECK(holds(error_of([&] { as_strided(x, {4}, {1}, -1); }), "storage of 12"));
}

TEST_CASE("2x12 to 2x3x4 to 24 are views, and a row writes through all of them") {
  const auto x = reshape(Tensor<float>::arange(24), {2, 12});
  const auto cube = reshape(x, {2, 3, 4}), flat = reshape(cube, {-1});
  CHECK(cube.shares_storage(x));
  CHECK(flat.shares_storage(x));
  CHECK(flat.shape() == Sizes{24});
  auto row = select(x, 0, 1);
  row.fill(0);
  CHECK_SAME(cube.at({0, 2, 3}), 11.0F, dls::bitwise());
  CHECK_SAME(cube.at({1, 0, 0}), 0.0F, dls::bitwise());
  CHECK_SAME(flat.at({23}), 0.0F, dls::bitwise());
}

TEST_CASE("function, operator and in-place addition: 2, 4, 8, and who sees it") {
  const auto x = Tensor<float>::full({2}, 1);
  const auto y = add(x, x);
  auto z = y + y;
  const auto kept = z;
  CHECK_SAME(numbers(y), dls::Numbers({2, 2}, {2}), dls::bitwise());
  CHECK_SAME(numbers(z), dls::Numbers({4, 4}, {2}), dls::bitwise());
  add_in_place(z, z);
  CHECK_SAME(numbers(z), dls::Numbers({8, 8}, {2}), dls::bitwise());
  CHECK_SAME(numbers(kept), dls::Numbers({8, 8}, {2}), dls::bitwise());
  CHECK_SAME(numbers(x), dls::Numbers({1, 1}, {2}), dls::bitwise());
  CHECK(z.data() == kept.data());
  CHECK_FALSE(z.shares_storage(y));
  CHECK_FALSE(y.shares_storage(x));
}

TEST_CASE("index lists give 2, 23, 44 in new memory; masks read and write") {
  auto x = table();
  const auto rows = Tensor<std::int64_t>::of({3}, {0, 1, 2});
  const auto columns = Tensor<std::int64_t>::of({3}, {2, 3, 4});
  auto picked = pick(x, {rows, columns});
  CHECK_SAME(numbers(picked), dls::Numbers({2, 23, 44}, {3}), dls::bitwise());
  CHECK_FALSE(picked.shares_storage(x));
  picked.fill(-1);
  CHECK(x.at({1, 3}) == 23);
  CHECK_SAME(numbers(pick(x, {Tensor<std::int64_t>::of({2}, {-1, 0})})),
             numbers(Tensor<std::int64_t>::of({2, 20},
                                              [&] {
                                                auto all = select(x, 0, 9).numbers();
                                                const auto first = select(x, 0, 0).numbers();
                                                all.insert(all.end(), first.begin(), first.end());
                                                return all;
                                              }())),
             dls::bitwise());
  CHECK(holds(error_of([&] { pick(x, {Tensor<std::int64_t>::of({1}, {10})}); }), "index 10"));
  CHECK(holds(error_of([&] { pick(x, {rows, Tensor<std::int64_t>::arange(2)}); }), "(3)"));
  CHECK(holds(error_of([&] { pick(x, {}); }), "0 lists"));

  const auto mask = greater(x, 195);
  CHECK_SAME(numbers(masked_select(x, mask)), dls::Numbers({196, 197, 198, 199}, {4}),
             dls::bitwise());
  const int before = x.version();
  masked_fill(x, mask, 0);
  CHECK(x.version() == before + 1);
  CHECK_SAME(numbers(slice(select(x, 0, 9), 0, 14)), dls::Numbers({194, 195, 0, 0, 0, 0}, {6}),
             dls::bitwise());
  CHECK(masked_select(x, mask).shape() == Sizes{4});
  CHECK(masked_select(x, greater(x, 999)).shape() == Sizes{0});
  CHECK(holds(error_of([&] { masked_fill(x, greater(select(x, 0, 0), 1), 0); }), "(20)"));
  const auto one = Tensor<std::int64_t>::of({1}, {0});
  CHECK(holds(error_of([&] { pick(x, {one, one, one}); }), "by 3 lists of indices"));
  CHECK(holds(error_of([&] { masked_select(x, greater(transpose(x), 7)); }), "a mask of shape"));
  CHECK(holds(error_of([&] { masked_fill(picked, greater(x, 7), 0); }), "a mask of shape"));
}

TEST_CASE("Eigen's memory as a tensor, and a tensor's as Eigen's: both see every write") {
  Eigen::MatrixXd m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  const std::int64_t before = bytes_in_use();
  auto x = Tensor<double>::wrap(m.data(), {2, 3}, {1, 2});
  CHECK(bytes_in_use() == before);
  CHECK(x.data() == m.data());
  CHECK_SAME(numbers(x), dls::Numbers({1, 2, 3, 4, 5, 6}, {2, 3}), dls::bitwise());
  x.set({1, 0}, 40);
  m(0, 2) = 30;
  CHECK_SAME(m(1, 0), 40.0, dls::bitwise());
  CHECK_SAME(x.at({0, 2}), 30.0, dls::bitwise());
  CHECK(x.version() == 1);  // Eigen's write is not seen

  const auto y = reshape(Tensor<double>::arange(6), {2, 3});
  Eigen::Map<Eigen::Matrix<double, 2, 3, Eigen::RowMajor>> map(y.data());
  map *= 10;
  CHECK_SAME(numbers(y), dls::Numbers({0, 10, 20, 30, 40, 50}, {2, 3}), dls::bitwise());
}

TEST_CASE("negative strides are refused until the numbers are copied") {
  std::vector<double> v = {1, 2, 3, 4, 5};
  const std::string said = error_of([&] { Tensor<double>::wrap(&v.back(), {5}, {-1}); });
  CHECK(holds(said, "(-1)"));
  CHECK(holds(said, "copy"));
  CHECK_SAME(numbers(Tensor<double>::of({5}, {v.rbegin(), v.rend()})),
             dls::Numbers({5, 4, 3, 2, 1}, {5}), dls::bitwise());
  CHECK(holds(error_of([&] { Tensor<double>::wrap(v.data(), {5}, {1, 1}); }), "same number"));
  CHECK(holds(error_of([&] { slice(Tensor<double>::arange(3), 0, 0, kEnd, -1); }), "step -1"));
}

TEST_CASE("assignment is a second name: 10 through either") {
  auto a = Tensor<float>::full({4}, 1);
  auto b = a;
  const auto c = copy(a);
  b.fill(10);
  CHECK_SAME(numbers(a), dls::Numbers({10, 10, 10, 10}, {4}), dls::bitwise());
  a.set({-1}, 11);
  CHECK_SAME(b.at({3}), 11.0F, dls::bitwise());
  CHECK_SAME(numbers(c), dls::Numbers({1, 1, 1, 1}, {4}), dls::bitwise());
}

TEST_CASE("views of 1 GB add 0 bytes, and the last name gives the memory back") {
  const std::int64_t before = bytes_in_use();
  {
    const auto x = Tensor<float>::empty({1024, 1024, 256});
    CHECK(bytes_in_use() - before == std::int64_t{1} << 30);
    const std::vector<Tensor<float>> views = {
        x,
        select(x, 0, 512),
        slice(x, 1, 0, kEnd, 2),
        transpose(x),
        reshape(x, {-1}),
        new_axis(x, 0),
        expand(x, {8, 1024, 1024, 256}),
        as_strided(x, {16}, {1 << 20}),
    };
    CHECK(bytes_in_use() - before == std::int64_t{1} << 30);
    for (const auto& view : views) CHECK(view.shares_storage(x));
    const auto part = copy(slice(select(x, 0, 512), 0, 0, 4));
    CHECK(bytes_in_use() - before == (std::int64_t{1} << 30) + 4096);
  }
  CHECK(bytes_in_use() == before);
}

TEST_CASE("numbers are converted on their way in, or refused") {
  auto whole = Tensor<std::int64_t>::full({2}, 0);
  whole.set({0}, 2.7);
  whole.set({1}, -2.7);
  CHECK_SAME(numbers(whole), dls::Numbers({2, -2}, {2}), dls::bitwise());
  auto small = Tensor<std::uint8_t>::full({1}, 255.9);
  CHECK(small.at({0}) == 255);
  CHECK(holds(error_of([&] { small.set({0}, 256); }), "uint8"));
  CHECK(holds(error_of([&] { small.set({0}, -1); }), "uint8"));
  CHECK(holds(error_of([&] { whole.set({0}, std::nan("")); }), "int64"));
  CHECK(holds(error_of([&] { whole.set({0}, 9.3e18); }), "int64"));
  CHECK(small.version() == 0);  // what was refused was not written
}

TEST_CASE("refusals name what was asked for") {
  const auto x = table();
  CHECK(holds(error_of([&] { x.at({10, 0}); }), "index (10,0) is outside shape (10,20)"));
  CHECK(holds(error_of([&] { x.at({0}); }), "index (0)"));
  CHECK(holds(error_of([&] { select(x, 0, -11); }), "index -11"));
  CHECK(holds(error_of([&] { select(x, 2, 0); }), "dimension 2"));
  CHECK(holds(error_of([&] { reshape(x, {7, -1}); }), "200 numbers"));
  CHECK(holds(error_of([&] { reshape(x, {-1, -1}); }), "200 numbers"));
  CHECK(holds(error_of([&] { new_axis(x, 3); }), "places are 0 to 2"));
  CHECK(holds(error_of([&] { Tensor<float>::of({3}, {1, 2}); }), "2 were given"));
  CHECK(holds(error_of([&] { Tensor<float>::empty({2, -1}); }), "negative"));
}
