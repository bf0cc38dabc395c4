#include "common/data/gzip.hpp"

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>

#include "common/core/check.hpp"

namespace dls {

std::string read_unpacked(const std::filesystem::path& path, std::uint64_t limit) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  DLS_CHECK(file, "cannot open {}: {}", path.string(), std::strerror(errno));
  std::string bytes;
  std::string piece(std::size_t{1} << 20, '\0');
  for (;;) {
    const int n = gzread(file.get(), piece.data(), static_cast<unsigned>(piece.size()));
    int code = Z_OK;
    gzerror(file.get(), &code);
    DLS_CHECK(n >= 0 && (code == Z_OK || code == Z_STREAM_END), "{} is cut short or damaged",
              path.string());
    bytes.append(piece, 0, static_cast<std::size_t>(n));
    DLS_CHECK(bytes.size() <= limit, "{} unpacks to more than the {} bytes that are expected",
              path.string(), limit);
    if (n == 0) return bytes;
  }
}

std::filesystem::path plain_or_gzip(const std::filesystem::path& folder, const std::string& name) {
  std::error_code ignored;  // a folder that cannot be read holds nothing for us
  for (const std::string& candidate : {name, name + ".gz"}) {
    if (std::filesystem::exists(folder / candidate, ignored)) return folder / candidate;
  }
  return {};
}

}  // namespace dls
