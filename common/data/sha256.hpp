// SHA-256: the fingerprint by which the catalogue knows a file.
#pragma once
#include <string>
#include <string_view>

namespace dls {

/// The SHA-256 of the bytes as 64 hexadecimal digits. Source: FIPS 180-4, section 6.2.
std::string sha256(std::string_view bytes);

}  // namespace dls
