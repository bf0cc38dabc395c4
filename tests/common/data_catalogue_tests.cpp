#include <stdlib.h>
#include <zlib.h>

#include "common/data/catalogue.hpp"
#include "common/data/command.hpp"
#include "common/data/sha256.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

namespace {

// Sets an environment variable and puts the old value back.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    const char* old = ::getenv(name);
    old_ = old == nullptr ? "" : old;
    ::setenv(name, value.c_str(), 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { ::setenv(name_, old_.c_str(), 1); }

 private:
  const char* name_;
  std::string old_;
};

void put_gz(const std::filesystem::path& path, const std::string& bytes) {
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
  gzclose(file);
}

void put_program(const std::filesystem::path& path, const std::string& script) {
  put(path, "#!/bin/sh\n" + script);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

// A data set of two small files in a folder of the "system", and programs that stand in for curl
// and apt-get.
struct World {
  TemporaryFolder folder;
  Environment data{"DLS_DATA", (folder / "data").string()};
  Environment path{"PATH", (folder / "bin").string() + ":" + ::getenv("PATH")};
  dls::Dataset set;

  World() {
    std::filesystem::create_directory(folder / "bin");
    std::filesystem::create_directory(folder / "system");
    put_gz(folder / "system/a.gz", "first file");
    put_gz(folder / "system/b.gz", "second file");
    set.name = "toy";
    set.files = {{"a", 10, dls::sha256("first file")}, {"b", 11, dls::sha256("second file")}};
    set.sources = {{"system", (folder / "system").string()},
                   {"apt", "toy-package"},
                   {"url", "http://example.invalid/"}};
    // As apt-get download and dpkg-deb -x: a .deb here, a tree of files there.
    put_program(folder / "bin/apt-get", "[ \"$1\" = download ] && touch \"$2\"_1_all.deb\n");
    put_program(folder / "bin/dpkg-deb",
                "[ -e \"$2\" ] && mkdir -p \"$3\"/usr/share/datasets && cp -r '" +
                    (folder / "system").string() + "' \"$3\"/usr/share/datasets/toy\n");
    put_program(folder / "bin/curl", "for word; do url=$word; done\ncp '" +
                                         (folder / "system").string() + "'/\"${url##*/}\" .\n");
  }
  // How many entries the data folder has, hidden ones included.
  int left() const {
    return static_cast<int>(std::distance(std::filesystem::directory_iterator(folder / "data"),
                                          std::filesystem::directory_iterator()));
  }
};

}  // namespace

TEST_CASE("the catalogue's rows are complete") {
  std::string names;
  for (const dls::Dataset& row : dls::catalogue()) {
    INFO(row.name);
    CHECK(&dls::dataset(row.name) == &row);
    CHECK(!row.what.empty());
    CHECK(!row.licence.empty());
    CHECK(!row.sources.empty());
    for (const dls::DatasetFile& file : row.files) {
      CHECK(file.sha256.size() == 64);
      CHECK(file.sha256.find_first_not_of("0123456789abcdef") == std::string::npos);
    }
  }
  CHECK(dls::dataset("fashion-mnist").chapter.empty());
  CHECK(holds(error_of([] { dls::dataset("mnist"); }), "the catalogue has: fashion-mnist"));
  CHECK(holds(error_of([] { dls::get_dataset(dls::dataset("austen")); }), "comes with chapter 15"));
}

TEST_CASE("each source ends in the same plain files") {
  for (const char* from : {"auto", "system", "apt", "url"}) {
    INFO(from);
    World world;
    const std::filesystem::path got = dls::get_dataset(world.set, from);
    CHECK(got == world.folder / "data/toy");
    CHECK(get(got / "a") == "first file");
    CHECK(get(got / "b") == "second file");
    CHECK(std::filesystem::exists(got / "LICENSE"));
    const std::string source = std::string(from) == "auto" ? "system" : from;
    CHECK(holds(get(got / "SOURCE"), "by way of: " + source));
    CHECK(world.left() == 1);
    for (const dls::VerifiedFile& file : dls::verify_dataset(world.set, got)) CHECK(file.good);
  }
}

TEST_CASE("auto goes on to the next source, and says why when none works") {
  World world;
  std::filesystem::remove(world.folder / "system/b.gz");
  put_program(world.folder / "bin/apt-get", "echo 'E: no such package' >&2; exit 100\n");
  put_program(world.folder / "bin/curl", "echo 'curl: (6) could not resolve host' >&2; exit 6\n");
  const std::string error = error_of([&] { dls::get_dataset(world.set); });
  CHECK(holds(error, "cannot open " + (world.folder / "system/b.gz").string()));
  CHECK(holds(error, "apt-get failed: E: no such package"));
  CHECK(holds(error, "curl failed: curl: (6) could not resolve host"));
  CHECK(world.left() == 0);
  CHECK(holds(error_of([&] { dls::get_dataset(world.set, "npm"); }), "cannot be had from 'npm'"));
}

TEST_CASE("content with another hash is refused, and what was there stays") {
  World world;
  const std::filesystem::path mine = world.folder / "data/toy";
  std::filesystem::create_directories(mine);
  put(mine / "a", "an old file");
  put_gz(world.folder / "system/b.gz", "second fi1e");
  CHECK(holds(error_of([&] { dls::get_dataset(world.set, "system"); }), "b: sha256"));
  put_gz(world.folder / "system/b.gz", "second file and more");
  CHECK(holds(error_of([&] { dls::get_dataset(world.set, "system"); }), "unpacks to more than"));
  CHECK(get(mine / "a") == "an old file");
  CHECK(world.left() == 1);

  // A good source then replaces the incomplete set.
  put_gz(world.folder / "system/b.gz", "second file");
  dls::get_dataset(world.set, "system");
  CHECK(get(mine / "a") == "first file");
  CHECK(world.left() == 1);
}

TEST_CASE("what a killed get has left is swept away, and a good set is left alone") {
  World world;
  const std::filesystem::path data = world.folder / "data";
  std::filesystem::create_directories(data / ".toy.999999999.tmp/ready");
  dls::get_dataset(world.set);
  CHECK(world.left() == 1);
  put(data / "toy/note", "mine");
  dls::get_dataset(world.set);
  CHECK(get(data / "toy/note") == "mine");
}

TEST_CASE("verify names each bad file") {
  World world;
  dls::get_dataset(world.set);
  const std::filesystem::path got = world.folder / "data/toy";
  put(got / "a", "fIrst file");
  std::filesystem::remove(got / "b");
  const auto found = dls::verify_dataset(world.set, got);
  REQUIRE(found.size() == 2);
  CHECK(!found[0].good);
  CHECK(holds(found[0].message, "expected " + dls::sha256("first file")));
  CHECK(found[1].message == "missing");
  put(got / "a", "first");
  CHECK(dls::verify_dataset(world.set, got)[0].message == "5 bytes, expected 10");
  put(got / "a", "first file and more");
  CHECK(holds(dls::verify_dataset(world.set, got)[0].message, "more than the 10 bytes"));

  // The system's compressed files are as good as plain ones.
  for (const auto& file : dls::verify_dataset(world.set, world.folder / "system")) CHECK(file.good);
}

TEST_CASE("a data set is found in the chosen folder, its parent, or by DLS_DATA") {
  World world;
  const std::filesystem::path data = world.folder / "data";
  std::filesystem::create_directories(data / "fashion-mnist");
  CHECK(!dls::find_dataset("fashion-mnist"));
  for (const dls::DatasetFile& file : dls::dataset("fashion-mnist").files) {
    put(data / "fashion-mnist" / (file.name + ".gz"), "");
  }
  CHECK(dls::find_dataset("fashion-mnist") == data / "fashion-mnist");
  CHECK(dls::find_dataset("fashion-mnist", data) == data / "fashion-mnist");
  CHECK(dls::find_dataset("fashion-mnist", data / "fashion-mnist") == data / "fashion-mnist");
  // A folder that somebody named is not passed over.
  CHECK_THROWS_AS(dls::find_dataset("fashion-mnist", world.folder.path()), dls::Error);
  CHECK_THROWS_AS(dls::find_dataset("fashion-mnist", data / "nowhere"), dls::Error);
  std::filesystem::remove(data / "fashion-mnist/train-labels-idx1-ubyte.gz");
  CHECK(!dls::find_dataset("fashion-mnist"));
  CHECK(holds(dls::missing_dataset("fashion-mnist"), "./learn data get fashion-mnist"));
}

TEST_CASE("a program's status and words come back") {
  const TemporaryFolder folder;
  const auto ok = dls::run_command({"sh", "-c", "pwd; echo oops >&2; exit 3"}, folder.path());
  CHECK(ok.status == 3);
  CHECK(holds(ok.output, folder.path().filename().string()));
  CHECK(holds(ok.output, "oops"));
  CHECK(dls::run_command({"no-such-program-here"}, folder.path()).status == 127);
  CHECK(dls::run_command({"sh", "-c", "kill -9 $$"}, folder.path()).status == 137);
}
