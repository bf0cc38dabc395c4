// In front of libc (LD_PRELOAD): stops the process right before, or in the middle of, one of the
// system calls by which a checkpoint is written, so that a test can kill it there.
//
// DLS_STOP_AT names the call as "KIND FILE NUMBER", for instance "rename best.ckpt 1": the first
// time that best.ckpt gets its name. KIND is write, fsync, rename, or folder: the fsync of the
// folder after the file was renamed. A write does half of its work first. The process then stops
// until somebody kills it.
#include <dlfcn.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace {

using Write = ssize_t (*)(int, const void*, size_t);

template <class F>
F next(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

std::string name_of(int fd) {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t n = readlink(link.c_str(), path, sizeof path);
  return n > 0 ? std::string(path, static_cast<std::size_t>(n)) : "";
}

/// Whether this is the call to stop at.
bool stop_at(const std::string& kind, const std::string& path) {
  static const char* const wanted = std::getenv("DLS_STOP_AT");
  static long count = 0;
  if (wanted == nullptr) return false;
  const std::string text = wanted;
  const std::size_t space = text.find(' '), second = text.find(' ', space + 1);
  if (text.substr(0, space) != kind ||
      path.find(text.substr(space + 1, second - space - 1)) == std::string::npos)
    return false;
  return ++count == std::atol(text.c_str() + second);
}

std::string& last_renamed() {
  static std::string path;
  return path;
}

}  // namespace

extern "C" ssize_t write(int fd, const void* bytes, size_t size) {
  if (stop_at("write", name_of(fd))) {
    if (next<Write>("write")(fd, bytes, size / 2) < 0) std::abort();
    raise(SIGSTOP);
  }
  return next<Write>("write")(fd, bytes, size);
}

extern "C" int fsync(int fd) {
  struct stat status = {};
  const bool folder = fstat(fd, &status) == 0 && S_ISDIR(status.st_mode);
  if (folder ? stop_at("folder", last_renamed()) : stop_at("fsync", name_of(fd))) raise(SIGSTOP);
  return next<int (*)(int)>("fsync")(fd);
}

extern "C" int rename(const char* from, const char* to) noexcept {
  if (stop_at("rename", to)) raise(SIGSTOP);
  last_renamed() = to;
  return next<int (*)(const char*, const char*)>("rename")(from, to);
}
