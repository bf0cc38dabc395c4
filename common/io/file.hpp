// Files, read and written whole, with errors as sentences.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace dls {

/// All bytes of a file. Throws Error when it is missing, is no regular file or cannot be read.
std::string read_file(const std::filesystem::path& path);

/// Replaces a file so that at any moment, a kill or a power cut included, PATH holds either all of
/// the old bytes or all of the new ones: writes a temporary file in the same folder, forces it to
/// the disk, renames it, forces the folder to the disk. When anything fails (a full disk, a size
/// limit, a folder that cannot be written) the old file stays as it was and Error says what
/// happened. (A program that wants a size limit to arrive here ignores SIGXFSZ, as run_lesson
/// does.)
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// The same in pieces, for what is too large to hold twice in memory.
class AtomicFile {
 public:
  /// Opens the temporary file. Throws Error when the folder cannot be written.
  explicit AtomicFile(std::filesystem::path path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// Without commit() the file at PATH stays as it was.
  ~AtomicFile();

  /// Appends bytes. Throws Error when they cannot be written.
  void write(std::string_view bytes);

  /// Gives the file its name. Throws Error when that fails.
  void commit();

 private:
  [[noreturn]] void fail(const std::string& why) const;

  std::filesystem::path path_, temporary_;
  int fd_ = -1;
};

/// A hidden name beside `path` for something unfinished, which no living process uses. What killed
/// processes have left under such names is removed.
std::filesystem::path temporary_beside(const std::filesystem::path& path);

}  // namespace dls
