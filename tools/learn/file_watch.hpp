// Waiting until something in a folder may have changed.
#pragma once
#include <cstdint>
#include <filesystem>

namespace learn {

/// Tells whether a file has been written since: its time, size and inode.
struct FileStamp {
  bool exists = false;
  std::int64_t nanoseconds = 0;
  std::int64_t size = 0;
  std::uint64_t inode = 0;

  bool operator==(const FileStamp&) const = default;
};

FileStamp file_stamp(const std::filesystem::path& file);

/// Wakes up when a watched folder changes (inotify), and twice a second anyway: network and shared
/// folders of containers and virtual machines send no notice. With `poll` it asks for none.
class FolderWatch {
 public:
  explicit FolderWatch(bool poll);
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  void add(const std::filesystem::path& folder);
  /// Returns when it is worth looking at the files again.
  void wait();

 private:
  int fd_;  // -1: polling only
};

}  // namespace learn
