// IDX, the file format of MNIST and its relatives.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace dls {

/// The content of an IDX file of bytes: shape (N, H, W) for images, (N) for labels.
struct IdxArray {
  std::vector<std::uint32_t> shape;
  std::vector<std::uint8_t> values;  // row-major
};

/// Reads an IDX file of unsigned bytes, compressed with gzip or plain.
///
/// The format: two zero bytes, 0x08 (the type: unsigned byte), the number of dimensions, each
/// dimension as a big-endian 32-bit number, then the values and nothing after them.
///
/// `dimensions` is the number that is expected (3 for images, 1 for labels). Throws Error with the
/// file, what was expected and what was found: missing, not gzip though it ends in .gz, damaged
/// gzip, wrong magic, wrong number of dimensions, cut short, bytes after the end.
/// Memory grows with the bytes that are really there, so sizes invented by a damaged header cost
/// nothing.
IdxArray read_idx(const std::filesystem::path& path, int dimensions);

}  // namespace dls
