// get_dataset: fetch, unpack, verify, and only then give it its name.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>

#include "common/core/check.hpp"
#include "common/data/catalogue.hpp"
#include "common/data/command.hpp"
#include "common/data/gzip.hpp"
#include "common/io/file.hpp"

namespace dls {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFashionLicence =
    R"(The MIT License (MIT)

Copyright (c) 2017 Zalando SE, https://tech.zalando.com

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
)";

// A hidden folder beside data/NAME for what is not verified yet; it disappears with the object.
class PartFolder {
 public:
  explicit PartFolder(const fs::path& target) {
    std::error_code failure;
    fs::create_directories(target.parent_path(), failure);
    DLS_CHECK(!failure, "cannot make the folder {}: {}; DLS_DATA chooses another",
              target.parent_path().string(), failure.message());
    path_ = temporary_beside(target);
    fs::create_directory(path_, failure);
    DLS_CHECK(!failure, "cannot write in {}: {}; DLS_DATA chooses another folder",
              target.parent_path().string(), failure.message());
  }
  PartFolder(const PartFolder&) = delete;
  PartFolder& operator=(const PartFolder&) = delete;
  ~PartFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Runs a program and throws its last words when it fails.
void must_run(const std::vector<std::string>& words, const fs::path& folder) {
  const CommandResult result = run_command(words, folder);
  if (result.status == 0) return;
  DLS_CHECK(result.status != 127, "{} is not installed", words[0]);
  std::string words_out = result.output;
  while (!words_out.empty() && words_out.back() == '\n') words_out.pop_back();
  const std::size_t last_line = words_out.rfind('\n');
  throw Error(
      fmt::format("{} failed: {}", words[0],
                  last_line == std::string::npos ? words_out : words_out.substr(last_line + 1)));
}

// The folder in which the .gz files of a set lie after fetching them from `source`.
fs::path fetch(const DatasetSource& source, const Dataset& set, const fs::path& work) {
  if (source.kind == "system") {
    DLS_CHECK(fs::is_directory(source.where), "there is no folder {}", source.where);
    return source.where;
  }
  if (source.kind == "apt") {
    // Neither root nor an install: the package is fetched and unpacked like an archive.
    must_run({"apt-get", "download", source.where}, work);
    for (const fs::directory_entry& entry : fs::directory_iterator(work)) {
      if (entry.path().extension() == ".deb") {
        must_run({"dpkg-deb", "-x", entry.path().string(), (work / "package").string()}, work);
        return work / "package/usr/share/datasets" / set.name;
      }
    }
    throw Error("apt-get download left no package behind");
  }
  for (const DatasetFile& file : set.files) {
    must_run({"curl", "--fail", "--location", "--silent", "--show-error", "--output",
              file.name + ".gz", source.where + file.name + ".gz"},
             work);
  }
  return work;
}

// Fills `ready` with the plain files, LICENSE and SOURCE, verified.
void unpack(const fs::path& from, const DatasetSource& source, const Dataset& set,
            const fs::path& ready) {
  for (const DatasetFile& file : set.files) {
    write_file(ready / file.name, read_unpacked(from / (file.name + ".gz"), file.bytes));
  }
  for (const VerifiedFile& file : verify_dataset(set, ready)) {
    DLS_CHECK(file.good, "{}: {}", file.name, file.message);
  }
  write_file(ready / "LICENSE", kFashionLicence);
  write_file(ready / "SOURCE",
             fmt::format("Fashion-MNIST (Xiao, Rasul, Vollgraf, 2017, arXiv:1708.07747)\n"
                         "by way of: {} {}\nunpacked; every file has the sha256 of the catalogue\n",
                         source.kind, source.where));
}

bool has_source(const Dataset& set, const std::string& kind) {
  return std::any_of(set.sources.begin(), set.sources.end(),
                     [&](const DatasetSource& source) { return source.kind == kind; });
}

std::string source_list(const Dataset& set) {
  std::string list = "auto";
  for (const DatasetSource& source : set.sources) list += ", " + source.kind;
  return list;
}

bool is_whole(const Dataset& set, const fs::path& folder) {
  for (const VerifiedFile& file : verify_dataset(set, folder)) {
    if (!file.good) return false;
  }
  return true;
}

}  // namespace

fs::path get_dataset(const Dataset& set, const std::string& from) {
  DLS_CHECK(set.chapter.empty(),
            "{} cannot be fetched yet: the reader that unpacks it comes with chapter {}", set.name,
            set.chapter);
  DLS_CHECK(from == "auto" || has_source(set, from),
            "{} cannot be had from '{}'; its sources are: {}", set.name, from, source_list(set));
  const fs::path target = data_folder() / set.name;
  if (is_whole(set, target)) return target;

  std::string reasons;
  for (const DatasetSource& source : set.sources) {
    if (from != "auto" && from != source.kind) continue;
    const PartFolder part(target);
    const fs::path work = part.path() / "work";
    const fs::path ready = part.path() / "ready";
    try {
      fs::create_directory(work);
      fs::create_directory(ready);
      unpack(fetch(source, set, work), source, set, ready);
    } catch (const std::exception& error) {
      reasons += fmt::format("\n  from {} ({}): {}", source.kind, source.where, error.what());
      continue;
    }
    // What stands there now is incomplete or damaged, and goes with the temporary folder.
    if (fs::exists(target)) fs::rename(target, part.path() / "old");
    fs::rename(ready, target);
    return target;
  }
  throw Error(fmt::format("{} could not be fetched:{}", set.name, reasons));
}

}  // namespace dls
