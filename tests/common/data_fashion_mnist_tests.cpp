#include "common/data/catalogue.hpp"
#include "common/data/fashion_mnist.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

namespace {

std::string big(std::uint32_t number) {
  return {static_cast<char>(number >> 24), static_cast<char>(number >> 16),
          static_cast<char>(number >> 8), static_cast<char>(number)};
}

std::string images(std::uint32_t count, std::uint32_t side = 28) {
  std::string bytes = std::string("\0\0\x08\x03", 4) + big(count) + big(side) + big(side);
  for (std::uint32_t i = 0; i < count * side * side; ++i) bytes += static_cast<char>(i % 251);
  return bytes;
}

std::string labels(const std::string& values) {
  return std::string("\0\0\x08\x01", 4) + big(static_cast<std::uint32_t>(values.size())) + values;
}

void put_set(const TemporaryFolder& folder) {
  put(folder / "train-images-idx3-ubyte", images(3));
  put(folder / "train-labels-idx1-ubyte", labels({9, 0, 4}));
  put(folder / "t10k-images-idx3-ubyte", images(2));
  put(folder / "t10k-labels-idx1-ubyte", labels({1, 2}));
}

}  // namespace

TEST_CASE("pictures and labels are read, pixels become 0 to 1") {
  const TemporaryFolder folder;
  put_set(folder);
  const dls::TrainTest set = dls::load_fashion_mnist(folder.path());
  CHECK(set.train.count == 3);
  CHECK(set.test.count == 2);
  CHECK(set.train.height == 28);
  CHECK(set.train.width == 28);
  std::vector<float> want(3 * 784);
  for (std::size_t i = 0; i < want.size(); ++i) want[i] = static_cast<float>(i % 251) / 255.0f;
  CHECK_SAME(set.train.pixels, want, dls::bitwise());
  CHECK_SAME(set.train.labels, std::vector<std::uint8_t>({9, 0, 4}), dls::bitwise());
  CHECK_SAME(*set.train.picture(2), want[2 * 784], dls::bitwise());

  const dls::LabelledImages two = set.train.first(2);
  CHECK(two.count == 2);
  CHECK(two.pixels.size() == 2 * 784);
  CHECK_SAME(two.labels, std::vector<std::uint8_t>({9, 0}), dls::bitwise());
  CHECK(set.train.first(99).count == 3);
  CHECK(set.train.first(-1).count == 0);
}

TEST_CASE("files that do not fit together are refused") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& name, const std::string& bytes) {
    put_set(folder);
    put(folder / name, bytes);
    return error_of([&] { dls::load_fashion_mnist(folder.path()); });
  };
  CHECK(refusal("train-labels-idx1-ubyte", labels({9, 0, 4})) == "");
  CHECK(holds(refusal("train-labels-idx1-ubyte", labels({9, 0})), "3 pictures"));
  CHECK(holds(refusal("t10k-labels-idx1-ubyte", labels({9, 10})), "label 1 is 10"));
  CHECK(holds(refusal("t10k-images-idx3-ubyte", images(2, 27)), "27 x 27"));
  put_set(folder);
  std::filesystem::remove(folder / "t10k-images-idx3-ubyte");
  CHECK(holds(error_of([&] { dls::load_fashion_mnist(folder.path()); }),
              "learn data get fashion-mnist"));
}
