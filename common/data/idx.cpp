#include "common/data/idx.hpp"

#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include "common/core/check.hpp"

namespace dls {
namespace {

// A gzip or plain file, read front to back; zlib passes plain files through.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& path)
      : name_(path.string()), file_(nullptr, gzclose) {
    DLS_CHECK(std::filesystem::exists(path), "there is no file {}", name_);
    DLS_CHECK(std::filesystem::is_regular_file(path), "{} is not a regular file", name_);
    file_.reset(gzopen(path.c_str(), "rb"));
    DLS_CHECK(file_, "cannot open {}: {}", name_, std::strerror(errno));
    DLS_CHECK(path.extension() != ".gz" || gzdirect(file_.get()) == 0,
              "{} ends in .gz but is not gzip (a gzip file begins with the bytes 1f 8b); was a web "
              "page saved in its place?",
              name_);
  }

  // Reads up to `size` bytes; fewer only at the end of the file.
  std::size_t read(void* to, std::size_t size) {
    const int n = gzread(file_.get(), to, static_cast<unsigned>(size));
    int code = Z_OK;
    const char* words = gzerror(file_.get(), &code);
    DLS_CHECK(n >= 0 && (code == Z_OK || code == Z_STREAM_END),
              "{} is a damaged gzip file ({}); fetch it again", name_,
              code == Z_BUF_ERROR ? "it ends too early" : words);
    return static_cast<std::size_t>(n);
  }

  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
};

// `got` header bytes were read where `want` were due.
void check_header(const Reader& reader, std::size_t got, std::size_t want) {
  DLS_CHECK(got == want, "{} is cut short: its header ends after {} of {} bytes", reader.name(),
            got, want);
}

}  // namespace

IdxArray read_idx(const std::filesystem::path& path, int dimensions) {
  Reader reader(path);
  std::array<unsigned char, 4> magic{};
  check_header(reader, reader.read(magic.data(), 4), 4);
  DLS_CHECK(magic[0] == 0 && magic[1] == 0 && magic[2] == 8,
            "{} is no IDX file of bytes: it begins with {:02x} {:02x} {:02x} {:02x}, expected "
            "00 00 08 {:02x}",
            reader.name(), magic[0], magic[1], magic[2], magic[3], dimensions);
  DLS_CHECK(magic[3] == dimensions,
            "{} has {} dimension(s), expected {}: 3 for pictures, 1 for labels; are the two files "
            "swapped?",
            reader.name(), magic[3], dimensions);

  IdxArray array;
  std::uint64_t expected = 1;
  for (int d = 0; d < dimensions; ++d) {
    std::array<unsigned char, 4> big{};
    check_header(reader, 4 + 4 * static_cast<std::size_t>(d) + reader.read(big.data(), 4),
                 8 + 4 * static_cast<std::size_t>(d));
    const std::uint32_t size = std::uint32_t{big[0]} << 24 | std::uint32_t{big[1]} << 16 |
                               std::uint32_t{big[2]} << 8 | big[3];
    array.shape.push_back(size);
    DLS_CHECK(!__builtin_mul_overflow(expected, std::uint64_t{size}, &expected),
              "{}: the sizes in its header, {}, are absurd", reader.name(), array.shape);
  }

  // The header may promise anything: take what is there, piece by piece.
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::vector<std::uint8_t> piece(kPiece);
  while (array.values.size() < expected) {
    const auto want =
        static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, expected - array.values.size()));
    const std::size_t got = reader.read(piece.data(), want);
    array.values.insert(array.values.end(), piece.begin(),
                        piece.begin() + static_cast<std::ptrdiff_t>(got));
    DLS_CHECK(got == want, "{} is cut short: its header says {} = {} values, but only {} are there",
              reader.name(), array.shape, expected, array.values.size());
  }
  DLS_CHECK(reader.read(piece.data(), 1) == 0,
            "{} goes on after its {} values (header: {}): wrong count in the header, or bytes were "
            "appended",
            reader.name(), expected, array.shape);
  return array;
}

}  // namespace dls
