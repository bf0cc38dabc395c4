// Files for tests: a folder that disappears, bytes in and out, a child process.
#pragma once
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "common/core/error.hpp"

namespace dls_test {

/// A new empty folder that is removed, with all that is in it, at the end of its life.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "dls_test_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw dls::Error("cannot make a temporary folder");
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

  /// How many entries it has, hidden ones included.
  int entries() const {
    return static_cast<int>(std::distance(std::filesystem::directory_iterator(path_),
                                          std::filesystem::directory_iterator()));
  }

 private:
  std::filesystem::path path_;
};

/// Writes and reads files with nothing but the standard library, apart from the code under test.
inline void put(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}
inline std::string get(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The text of the Error that `action` throws; empty when it throws none.
template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const dls::Error& error) {
    return error.what();
  }
  return "";
}

/// Whether `text` holds `part`.
inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Runs `action` (which returns an exit status) in a child process, and returns its status as
/// waitpid gives it. A limit that the child sets for itself ends with it.
template <class Action>
int in_child(Action action) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(action());
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

}  // namespace dls_test
