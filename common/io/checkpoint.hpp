// Checkpoints: named tensors and a few notes in one file that is either whole or refused.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "common/core/tensor.hpp"

namespace dls {

/// What a checkpoint holds.
struct Checkpoint {
  std::vector<NamedTensor> tensors;          // weights, moments of the optimiser, ...
  std::map<std::string, std::string> notes;  // {"step", "120"}, {"rng.position", "4711"}, ...

  /// The tensor of this name; throws Error with the names that are there.
  const Tensor& tensor(const std::string& name) const;
  /// The note of this name; throws Error with the names that are there.
  const std::string& note(const std::string& name) const;
};

/// Writes a checkpoint so that a kill at any moment, or a full disk, leaves the previous file at
/// `path` whole (see write_file). Throws Error when two tensors share a name, when a tensor is
/// undefined or has no memory, and when the file cannot be written.
///
/// The file, all numbers little-endian, a text being its length (u32) and its bytes:
///
///   "DLSCKPT1"                                      8 bytes
///   bytes of the whole file, bytes of the header    u64, u64 (the header ends after its checksum)
///   number of notes, number of tensors              u32, u32
///   each note: name, value                          text, text
///   each tensor: name, dtype                        text, text ("float32")
///                rank, sizes                        u32, i64 each
///                bytes, CRC-32 of the elements      u64, u32
///   CRC-32 of everything so far                     u32
///   the elements of each tensor, row by row, in the same order, without gaps
void save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Reads a checkpoint. Throws Error when the file is missing, is no checkpoint, is cut short or
/// goes on after its end, or when any byte is damaged; the message says in which part.
Checkpoint load_checkpoint(const std::filesystem::path& path);

}  // namespace dls
