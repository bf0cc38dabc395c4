#include "common/data/fashion_mnist.hpp"

#include <algorithm>
#include <string>

#include "common/core/check.hpp"
#include "common/data/gzip.hpp"
#include "common/data/idx.hpp"

namespace dls {
namespace {

std::filesystem::path either(const std::filesystem::path& folder, const std::string& name) {
  std::filesystem::path path = plain_or_gzip(folder, name);
  DLS_CHECK(!path.empty(),
            "{} holds neither {} nor {}.gz; `./learn data get fashion-mnist` brings them",
            folder.string(), name, name);
  return path;
}

LabelledImages load_part(const std::filesystem::path& folder, const std::string& part) {
  const std::filesystem::path image_file = either(folder, part + "-images-idx3-ubyte");
  const std::filesystem::path label_file = either(folder, part + "-labels-idx1-ubyte");
  const IdxArray images = read_idx(image_file, 3);
  const IdxArray labels = read_idx(label_file, 1);
  DLS_CHECK(images.shape[1] == 28 && images.shape[2] == 28,
            "the pictures of {} are {} x {} pixels, those of Fashion-MNIST are 28 x 28",
            image_file.string(), images.shape[1], images.shape[2]);
  DLS_CHECK(images.shape[0] == labels.shape[0],
            "{} has {} pictures, but {} has {} labels: the files do not belong together",
            image_file.string(), images.shape[0], label_file.string(), labels.shape[0]);
  const auto wrong = std::find_if(labels.values.begin(), labels.values.end(),
                                  [](auto label) { return label > 9; });
  DLS_CHECK(wrong == labels.values.end(), "{}: label {} is {}, expected 0 to 9",
            label_file.string(), wrong - labels.values.begin(), *wrong);

  LabelledImages set;
  set.count = static_cast<int>(images.shape[0]);
  set.height = static_cast<int>(images.shape[1]);
  set.width = static_cast<int>(images.shape[2]);
  set.pixels.resize(images.values.size());
  std::transform(images.values.begin(), images.values.end(), set.pixels.begin(),
                 [](std::uint8_t byte) { return static_cast<float>(byte) / 255.0f; });
  set.labels = labels.values;
  return set;
}

}  // namespace

LabelledImages LabelledImages::first(int n) const {
  LabelledImages set = *this;
  set.count = std::clamp(n, 0, count);
  set.pixels.resize(static_cast<std::size_t>(set.count) * height * width);
  set.labels.resize(static_cast<std::size_t>(set.count));
  return set;
}

TrainTest load_fashion_mnist(const std::filesystem::path& folder) {
  return {load_part(folder, "train"), load_part(folder, "t10k")};
}

}  // namespace dls
