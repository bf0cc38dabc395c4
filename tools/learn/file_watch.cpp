#include "tools/learn/file_watch.hpp"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

namespace learn {

namespace {
constexpr int kPollMs = 500;
constexpr int kSettleMs = 30;  // an editor writes a file in several steps
}  // namespace

FileStamp file_stamp(const std::filesystem::path& file) {
  struct stat info{};
  if (stat(file.c_str(), &info) != 0) return {};
  return {true, info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec, info.st_size,
          info.st_ino};
}

FolderWatch::FolderWatch(bool poll) : fd_(poll ? -1 : inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {}

FolderWatch::~FolderWatch() {
  if (fd_ >= 0) close(fd_);
}

void FolderWatch::add(const std::filesystem::path& folder) {
  // The folder, not the file: many editors write a new file and rename it.
  if (fd_ >= 0) inotify_add_watch(fd_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE);
}

void FolderWatch::wait() {
  pollfd event{fd_, POLLIN, 0};
  poll(&event, 1, kPollMs);
  if (event.revents == 0) return;
  usleep(kSettleMs * 1000);
  std::array<char, 4096> notices{};
  while (read(fd_, notices.data(), notices.size()) > 0) {
  }
}

}  // namespace learn
