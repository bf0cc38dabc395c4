// One process at a time in a folder.
#pragma once
#include <filesystem>

namespace dls {

/// A lock on a folder among processes (flock). The system lets go of it when the object or its
/// process ends, however that ends: kill -9 leaves nothing to tidy up.
class FolderLock {
 public:
  /// Takes no lock yet.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// Takes the lock when it is free. False when another process, or another object, holds it. Where
  /// locks do not work (some network file systems) nobody is ever seen: true.
  bool take_if_free();

  /// Waits until the lock is free, and takes it. Goes on without where locks do not work.
  void wait();

 private:
  int fd_;
};

}  // namespace dls
