#include <zlib.h>

#include "common/data/idx.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

namespace {

// An IDX file of bytes 0, 7, 14, ...
std::string idx(const std::vector<std::uint32_t>& shape) {
  std::string bytes = {0, 0, 8, static_cast<char>(shape.size())};
  std::size_t count = 1;
  for (const std::uint32_t size : shape) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(size >> shift);
    count *= size;
  }
  for (std::size_t i = 0; i < count; ++i) bytes += static_cast<char>(7 * i);
  return bytes;
}

void put_gz(const std::filesystem::path& path, const std::string& bytes) {
  gzFile file = gzopen(path.c_str(), "wb");
  REQUIRE(gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size())) ==
          static_cast<int>(bytes.size()));
  gzclose(file);
}

}  // namespace

TEST_CASE("plain and gzip files give the same array") {
  const TemporaryFolder folder;
  put(folder / "a", idx({3, 5, 2}));
  put_gz(folder / "a.gz", idx({3, 5, 2}));
  std::vector<std::uint8_t> want(30);
  for (std::size_t i = 0; i < 30; ++i) want[i] = static_cast<std::uint8_t>(7 * i);
  for (const char* name : {"a", "a.gz"}) {
    const dls::IdxArray array = dls::read_idx(folder / name, 3);
    CHECK_SAME(array.shape, std::vector<std::uint32_t>({3, 5, 2}), dls::bitwise());
    CHECK_SAME(array.values, want, dls::bitwise());
  }
}

TEST_CASE("an array of more than one piece, and an empty one") {
  const TemporaryFolder folder;
  put_gz(folder / "large.gz", idx({1500, 29, 31}));  // 1,348,500 bytes, pieces are of 1 MiB
  const dls::IdxArray large = dls::read_idx(folder / "large.gz", 3);
  REQUIRE(large.values.size() == 1348500);
  CHECK(large.values[1348499] == static_cast<std::uint8_t>(7 * 1348499));
  put(folder / "none", idx({0}));
  CHECK(dls::read_idx(folder / "none", 1).values.empty());
}

TEST_CASE("every kind of bad file is refused with its own sentence") {
  const TemporaryFolder folder;
  const std::string good = idx({3, 5, 2});
  const auto refusal = [&](const std::string& name, const std::string& bytes, int dimensions) {
    put(folder / name, bytes);
    return error_of([&] { dls::read_idx(folder / name, dimensions); });
  };
  CHECK(holds(error_of([&] { dls::read_idx(folder / "absent", 3); }), "there is no file"));
  CHECK(holds(error_of([&] { dls::read_idx(folder.path(), 3); }), "not a regular file"));
  CHECK(holds(refusal("page.gz", "<html>Not found</html>", 3), "is not gzip"));
  CHECK(holds(refusal("page", "<html>Not found</html>", 3), "begins with 3c 68 74 6d"));
  CHECK(holds(refusal("floats", std::string("\0\0\x0d\x03", 4) + good.substr(4), 3),
              "begins with 00 00 0d 03, expected 00 00 08 03"));
  CHECK(holds(refusal("swapped", good, 1), "has 3 dimension(s), expected 1"));
  CHECK(holds(refusal("long", good + "x", 3), "goes on after its 30 values"));
  CHECK(holds(refusal("empty", "", 3), "cut short"));

  // Any prefix is refused.
  for (std::size_t n = 0; n < good.size(); ++n) {
    INFO("first " << n << " of " << good.size() << " bytes");
    CHECK(holds(refusal("prefix", good.substr(0, n), 3), "cut short"));
  }
}

TEST_CASE("a gzip file that is cut short or damaged is refused") {
  const TemporaryFolder folder;
  put_gz(folder / "a.gz", idx({3, 5, 2}));
  const std::string good = get(folder / "a.gz");
  for (std::size_t n = 1; n < good.size(); ++n) {
    INFO("first " << n << " of " << good.size() << " bytes");
    put(folder / "cut.gz", good.substr(0, n));
    CHECK(error_of([&] { dls::read_idx(folder / "cut.gz", 3); }) != "");
  }
  std::string damaged = good;
  damaged[good.size() - 6] ^= 1;  // in the checksum
  put(folder / "damaged.gz", damaged);
  CHECK(holds(error_of([&] { dls::read_idx(folder / "damaged.gz", 3); }), "damaged gzip file"));
}

TEST_CASE("a header with absurd sizes costs no memory") {
  const TemporaryFolder folder;
  const std::string huge = {0, 0, 8, 3, 0, 0, '\xea', '\x60', 127, 0, 0, 0, 0, 0, 0, 28, 1, 2, 3};
  put(folder / "huge", huge);
  CHECK(holds(error_of([&] { dls::read_idx(folder / "huge", 3); }), "only 3 are there"));
  std::string overflow = {0, 0, 8, 3};
  overflow.append(12, '\xff');
  put(folder / "overflow", overflow);
  CHECK(holds(error_of([&] { dls::read_idx(folder / "overflow", 3); }), "absurd"));
}
