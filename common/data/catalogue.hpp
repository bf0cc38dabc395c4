// Which data sets there are, where they come from, and whether they are here.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dls {

/// One file of a data set, as it must be after unpacking.
struct DatasetFile {
  std::string name;
  std::uint64_t bytes;
  std::string sha256;
};

/// Where a data set can be had.
struct DatasetSource {
  std::string kind;   // "system" (installed), "apt", "npm" or "url"
  std::string where;  // a folder, a package or an address
};

/// One row of the catalogue.
struct Dataset {
  std::string name;     // "fashion-mnist"
  std::string what;     // one line
  std::string licence;  // one line; the full text comes with the data
  std::vector<DatasetSource> sources;
  std::vector<DatasetFile> files;
  std::string chapter;  // the chapter whose reader unpacks it; empty: `get` works
};

/// All rows, in the order in which the chapters need them.
const std::vector<Dataset>& catalogue();

/// The row of this name; throws Error with the known names.
const Dataset& dataset(const std::string& name);

/// The folder of all data sets: `chosen` (a program's --data) if not empty, else the environment's
/// DLS_DATA, else <root>/data.
std::filesystem::path data_folder(const std::filesystem::path& chosen = {});

/// The folder of a data set that is here: data_folder(chosen)/NAME, or `chosen` itself when the
/// files lie right in it. Empty when some file is missing: the caller says so, and names `learn
/// data get`. Throws Error when `chosen` was given and lacks a file.
std::optional<std::filesystem::path> find_dataset(const std::string& name,
                                                  const std::filesystem::path& chosen = {});

/// The sentence for a program that goes on with generated data because the real set is not here.
std::string missing_dataset(const std::string& name);

/// Brings a data set into data_folder()/NAME with LICENSE and SOURCE and returns that folder; a set
/// that is there and verifies is left alone. `from` is "auto" (the first source that works),
/// "system", "apt", "npm" or "url". Everything is unpacked and verified in a temporary folder
/// beside it, which is then renamed: an interrupted get leaves nothing half. Throws Error when the
/// reader of this set comes with a later chapter, or when no source works, with the reason of each.
std::filesystem::path get_dataset(const Dataset& set, const std::string& from = "auto");

/// What verify_dataset found of one file.
struct VerifiedFile {
  std::string name;
  bool good;
  std::string message;  // "47,040,016 bytes, sha256 as expected" or what is wrong
};

/// Compares size and sha256 of every file in `folder` (plain or with .gz: the unpacked bytes count)
/// with the catalogue.
std::vector<VerifiedFile> verify_dataset(const Dataset& set, const std::filesystem::path& folder);

}  // namespace dls
