// Files that may be compressed with gzip, read whole.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace dls {

/// The unpacked bytes of a gzip file, or the bytes of a plain one. Throws Error when it cannot be
/// opened, is cut short or damaged, or has more than `limit` bytes: a wrong file must not fill the
/// memory.
std::string read_unpacked(const std::filesystem::path& path, std::uint64_t limit);

/// folder/NAME if it is there, else folder/NAME.gz if that is, else an empty path.
std::filesystem::path plain_or_gzip(const std::filesystem::path& folder, const std::string& name);

}  // namespace dls
