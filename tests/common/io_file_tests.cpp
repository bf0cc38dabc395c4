#include <sys/resource.h>

#include "common/io/crc32.hpp"
#include "common/io/file.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

TEST_CASE("what is written is read, whatever the bytes") {
  const TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; i < 70000; ++i) bytes += static_cast<char>(i * 7 + i / 256);
  for (const std::string& content : {bytes, std::string(), std::string("\0\n", 2)}) {
    dls::write_file(folder / "file", content);
    CHECK(dls::read_file(folder / "file") == content);
    CHECK(folder.entries() == 1);
  }
}

TEST_CASE("errors are sentences") {
  const TemporaryFolder folder;
  put(folder / "file", "content");
  CHECK(holds(error_of([&] { dls::read_file(folder / "none"); }), "there is no file"));
  CHECK(holds(error_of([&] { dls::read_file(folder.path()); }), "not a regular file"));
  CHECK(holds(error_of([&] { dls::write_file(folder / "none" / "file", "x"); }),
              "No such file or directory"));
  CHECK(
      holds(error_of([&] { dls::write_file(folder / "file" / "file", "x"); }), "Not a directory"));
  std::filesystem::create_directory(folder / "directory");
  CHECK(holds(error_of([&] { dls::write_file(folder / "directory", "x"); }), "Is a directory"));
  CHECK(folder.entries() == 2);
}

TEST_CASE("pieces that are not committed change nothing") {
  const TemporaryFolder folder;
  put(folder / "file", "old");
  {
    dls::AtomicFile file(folder / "file");
    file.write("ne");
    file.write("w");
    CHECK(get(folder / "file") == "old");
  }
  CHECK(get(folder / "file") == "old");
  CHECK(folder.entries() == 1);
  dls::AtomicFile file(folder / "file");
  file.write("ne");
  file.write("w");
  file.commit();
  CHECK(get(folder / "file") == "new");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a size limit in mid-write leaves the old file and says so") {
  const TemporaryFolder folder;
  put(folder / "file", "old");
  const int status = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{50000, 50000};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string error =
        error_of([&] { dls::write_file(folder / "file", std::string(100000, 'x')); });
    return holds(error, "File too large; the file that was there before is unchanged") ? 0 : 1;
  });
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(get(folder / "file") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("leftovers of killed processes are swept away, those of living ones stay") {
  const TemporaryFolder folder;
  put(folder / ".file.999999999.tmp", "from a killed process");
  put(folder / ".file.1.tmp", "from a living process");
  put(folder / ".file2.999999999.tmp", "of another file");
  dls::write_file(folder / "file", "new");
  CHECK(!std::filesystem::exists(folder / ".file.999999999.tmp"));
  CHECK(std::filesystem::exists(folder / ".file.1.tmp"));
  CHECK(std::filesystem::exists(folder / ".file2.999999999.tmp"));
}

TEST_CASE("CRC-32 has its published check value") {
  CHECK(dls::crc32("123456789") == 0xCBF43926);
  CHECK(dls::crc32("") == 0);
}
