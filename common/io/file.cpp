#include "common/io/file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "common/core/check.hpp"

namespace dls {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::error_code failure;
  const bool regular = fs::is_regular_file(path, failure);
  DLS_CHECK(fs::exists(path, failure), "there is no file {}", path.string());
  DLS_CHECK(regular, "{} is not a regular file", path.string());
  std::ifstream file(path, std::ios::binary);
  DLS_CHECK(file, "cannot open {}: {}", path.string(), std::strerror(errno));
  std::string bytes(fs::file_size(path), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  DLS_CHECK(file, "cannot read {}: only {} of {} bytes came", path.string(), file.gcount(),
            bytes.size());
  return bytes;
}

fs::path temporary_beside(const fs::path& path) {
  // Named after the process, so that two programs that write the same file do not meet.
  const fs::path folder = folder_of(path);
  const std::string prefix = "." + path.filename().string() + ".";
  std::error_code failure;  // a folder that cannot be read has nothing to tidy up
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind(prefix, 0) != 0 || entry.path().extension() != ".tmp") continue;
    const int pid = std::atoi(name.c_str() + prefix.size());
    const bool alive = pid > 0 && (::kill(pid, 0) == 0 || errno != ESRCH);
    std::error_code ignored;  // another process may be tidying up as well
    if (pid == ::getpid() || !alive) fs::remove_all(entry.path(), ignored);
  }
  return folder / fmt::format("{}{}.tmp", prefix, ::getpid());
}

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)) {
  temporary_ = temporary_beside(path_);
  fd_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  DLS_CHECK(fd_ >= 0, "cannot write {}: {}", path_.string(), std::strerror(errno));
}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::fail(const std::string& why) const {
  throw Error(fmt::format("cannot write {}: {}; {}", path_.string(), why,
                          ::access(path_.c_str(), F_OK) == 0
                              ? "the file that was there before is unchanged"
                              : "nothing was left behind"));
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

void AtomicFile::commit() {
  if (::fsync(fd_) != 0) fail(std::strerror(errno));
  const int fd = std::exchange(fd_, -1);
  if (::close(fd) != 0) fail(std::strerror(errno));
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(std::strerror(errno));
  temporary_.clear();
  // The rename must survive a power cut, too. Some network file systems cannot sync a folder; the
  // file is whole there all the same.
  const int folder = ::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

void write_file(const fs::path& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace dls
