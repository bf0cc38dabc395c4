#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>

#include "common/core/rng.hpp"
#include "common/core/tensor_numbers.hpp"
#include "common/io/checkpoint.hpp"
#include "common/io/crc32.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

namespace {

dls::Tensor random_tensor(const dls::Shape& shape, std::uint64_t id) {
  dls::Rng rng(seed(), "checkpoint", id);
  std::vector<float> values(static_cast<std::size_t>(shape.elements()));
  for (float& value : values) value = static_cast<float>(rng.normal());
  return dls::Tensor::of(shape, values);
}

dls::Checkpoint small() {
  dls::Checkpoint checkpoint;
  checkpoint.tensors = {{"layer.weight", random_tensor({3, 5}, 0)},
                        {"empty", dls::Tensor::empty({0, 4})},
                        {"step", dls::Tensor::of<std::int64_t>({}, {123456789012345})}};
  checkpoint.notes = {{"epoch", "7"}, {"", "a note without a name"}};
  return checkpoint;
}

}  // namespace

TEST_CASE("every format, shape and value comes back") {
  const TemporaryFolder folder;
  dls::Checkpoint saved = small();
  const dls::Tensor grid = random_tensor({4, 7}, 1);
  saved.tensors.push_back({"transposed", grid.transpose()});
  saved.tensors.push_back({"every second row", grid.slice(0, 1, dls::kEnd, 2)});
  for (const dls::DType dtype : {dls::DType::f64, dls::DType::i32, dls::DType::u8, dls::DType::bf16,
                                 dls::DType::f16, dls::DType::i64}) {
    saved.tensors.push_back({dls::name(dtype), dls::Tensor::arange(11, dls::DType::f32).to(dtype)});
  }
  saved.tensors.push_back(
      {"special", dls::Tensor::of<double>({5}, {NAN, INFINITY, -INFINITY, -0.0, 5e-324})});
  dls::save_checkpoint(folder / "a.ckpt", saved);

  const dls::Checkpoint loaded = dls::load_checkpoint(folder / "a.ckpt");
  CHECK(loaded.notes == saved.notes);
  REQUIRE(loaded.tensors.size() == saved.tensors.size());
  for (std::size_t i = 0; i < saved.tensors.size(); ++i) {
    const dls::Tensor& got = loaded.tensors[i].value;
    const dls::Tensor& want = saved.tensors[i].value;
    INFO(saved.tensors[i].name);
    CHECK(loaded.tensors[i].name == saved.tensors[i].name);
    CHECK(got.dtype() == want.dtype());
    CHECK(got.shape() == want.shape());
    if (saved.tensors[i].name == "step") {  // above 2^53
      CHECK(got.at<std::int64_t>({}) == 123456789012345);
    } else {
      CHECK_SAME(dls::numbers(got), dls::numbers(want), dls::bitwise());
    }
  }
  // A sum in the format's own order shows that views were stored row by row.
  CHECK(loaded.tensor("transposed").at<float>({6, 1}) == grid.at<float>({1, 6}));
  CHECK(loaded.tensor("every second row").at<float>({1, 2}) == grid.at<float>({3, 2}));
  CHECK(loaded.note("epoch") == "7");
  CHECK(holds(error_of([&] { loaded.tensor("bias"); }), "it has: layer.weight, empty, step"));
  CHECK(holds(error_of([&] { loaded.note("bias"); }), "no note 'bias'"));
}

TEST_CASE("the same content gives the same bytes, and an empty checkpoint is one") {
  const TemporaryFolder folder;
  dls::save_checkpoint(folder / "a", small());
  dls::save_checkpoint(folder / "b", small());
  CHECK(get(folder / "a") == get(folder / "b"));
  dls::save_checkpoint(folder / "a", {});
  CHECK(dls::load_checkpoint(folder / "a").tensors.empty());
}

TEST_CASE("a flipped bit anywhere is refused") {
  const TemporaryFolder folder;
  dls::save_checkpoint(folder / "good", small());
  const std::string good = get(folder / "good");
  REQUIRE(good.size() < 500);
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int flip : {1, 128, 255}) {
      INFO("byte " << i << " of " << good.size() << ", flipped by " << flip);
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      put(folder / "bad", bad);
      CHECK(error_of([&] { dls::load_checkpoint(folder / "bad"); }) != "");
    }
  }
  std::string bad = good;
  bad[good.size() - 8 - 30] ^= 1;
  put(folder / "bad", bad);
  CHECK(holds(error_of([&] { dls::load_checkpoint(folder / "bad"); }),
              "the tensor 'layer.weight' (bytes"));
}

TEST_CASE("every prefix, and every longer file, is refused") {
  const TemporaryFolder folder;
  dls::save_checkpoint(folder / "good", small());
  const std::string good = get(folder / "good");
  for (std::size_t n = 0; n < good.size(); ++n) {
    INFO("first " << n << " of " << good.size() << " bytes");
    put(folder / "bad", good.substr(0, n));
    CHECK(holds(error_of([&] { dls::load_checkpoint(folder / "bad"); }), "cut short"));
  }
  put(folder / "bad", good + '\0');
  CHECK(holds(error_of([&] { dls::load_checkpoint(folder / "bad"); }), "added to"));
  put(folder / "bad", "just some text, long enough to be read as a header");
  CHECK(holds(error_of([&] { dls::load_checkpoint(folder / "bad"); }), "is no checkpoint"));
  CHECK(holds(error_of([&] { dls::load_checkpoint(folder / "absent"); }), "there is no"));
  CHECK(holds(error_of([&] { dls::load_checkpoint(folder / "."); }), "is no file (a folder"));
}

TEST_CASE("a header that lies under a correct checksum is refused before memory is taken") {
  const TemporaryFolder folder;
  dls::Checkpoint one;
  one.tensors = {{"w", dls::Tensor::full({2}, 1.5)}};
  dls::save_checkpoint(folder / "good", one);
  const std::string good = get(folder / "good");
  // 24 bytes, two counts, "w" and "float32" with their lengths, the rank: then the size.
  const std::size_t size_at = 24 + 8 + 5 + 11 + 4;
  const std::size_t crc_at = size_at + 8 + 8 + 4;
  const auto refusal = [&](std::int64_t size, std::int64_t bytes) {
    std::string bad = good;
    std::memcpy(bad.data() + size_at, &size, 8);
    std::memcpy(bad.data() + size_at + 8, &bytes, 8);
    const std::uint32_t sum = dls::crc32(std::string_view(bad).substr(0, crc_at));
    std::memcpy(bad.data() + crc_at, &sum, 4);
    put(folder / "bad", bad);
    return error_of([&] { dls::load_checkpoint(folder / "bad"); });
  };
  CHECK(refusal(2, 8) == "");
  CHECK(holds(refusal(3, 8), "cannot have 8 bytes"));
  CHECK(holds(refusal(std::int64_t{1} << 40, std::int64_t{1} << 42), "cannot have"));
  CHECK(holds(refusal(-1, 8), "impossible size"));
  CHECK(
      holds(refusal((std::int64_t{1} << 62) + 2, 8), "impossible size"));  // times 4 it wraps to 8
}

TEST_CASE("what cannot be kept is refused when saving") {
  const TemporaryFolder folder;
  dls::Checkpoint twice;
  twice.tensors = {{"w", dls::Tensor::zeros({1})}, {"w", dls::Tensor::zeros({1})}};
  CHECK(holds(error_of([&] { dls::save_checkpoint(folder / "a", twice); }), "two tensors"));
  dls::Checkpoint nothing;
  nothing.tensors = {{"w", dls::Tensor()}};
  CHECK(holds(error_of([&] { dls::save_checkpoint(folder / "a", nothing); }), "no numbers"));
  nothing.tensors = {{"w", dls::Tensor::empty({2}, dls::DType::f32, dls::Device::meta)}};
  CHECK(holds(error_of([&] { dls::save_checkpoint(folder / "a", nothing); }), "no numbers"));
  CHECK(folder.entries() == 0);
}

TEST_CASE("a size limit in mid-write leaves the previous checkpoint whole") {
  const TemporaryFolder folder;
  dls::save_checkpoint(folder / "a", small());
  const std::string before = get(folder / "a");
  dls::Checkpoint large;
  large.tensors = {{"w", random_tensor({100, 257}, 2)}};
  const int status = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{50000, 50000};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string error = error_of([&] { dls::save_checkpoint(folder / "a", large); });
    return holds(error, "File too large; the file that was there before is unchanged") ? 0 : 1;
  });
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(get(folder / "a") == before);
  CHECK(folder.entries() == 1);
}

TEST_CASE("killed at any moment, the file is one of the whole ones") {
  const TemporaryFolder folder;
  dls::Checkpoint a;
  a.tensors = {{"w", random_tensor({513, 257}, 3)}};
  dls::Checkpoint b;
  b.tensors = {{"w", random_tensor({257, 1025}, 4)}};
  dls::save_checkpoint(folder / "file", a);
  int seen_a = 0;
  for (int round = 0; round < 12; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (;;) {
        dls::save_checkpoint(folder / "file", b);
        dls::save_checkpoint(folder / "file", a);
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(3 + 4 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const dls::Checkpoint found = dls::load_checkpoint(folder / "file");
    const bool is_a = found.tensor("w").shape() == a.tensors[0].value.shape();
    seen_a += is_a ? 1 : 0;
    CHECK_SAME(dls::numbers(found.tensor("w")), dls::numbers((is_a ? a : b).tensors[0].value),
               dls::bitwise());
    CHECK(folder.entries() <= 2);  // the file and at most one leftover, swept away by the next
  }
  MESSAGE("the first checkpoint was found " << seen_a << " times of 12");
}
