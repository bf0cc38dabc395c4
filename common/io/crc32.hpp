// CRC-32: a checksum that notices every damage of up to 32 bits in a row.
#pragma once
#include <cstdint>
#include <string_view>

namespace dls {

/// The CRC-32 of the bytes, as in zip, gzip and PNG (polynomial 0x04C11DB7; zlib computes it).
/// It guards against accidents, not against people: for those there is a hash such as SHA-256.
std::uint32_t crc32(std::string_view bytes);

}  // namespace dls
