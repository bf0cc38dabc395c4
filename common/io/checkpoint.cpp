#include "common/io/checkpoint.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>

#include "common/core/check.hpp"
#include "common/io/crc32.hpp"
#include "common/io/file.hpp"

namespace dls {
namespace {

static_assert(std::endian::native == std::endian::little, "checkpoints are stored little-endian");

constexpr std::string_view kMagic = "DLSCKPT1";
constexpr std::size_t kFixed = 8 + 8 + 8;  // magic and the two lengths
constexpr std::size_t kCrc = 4;

constexpr DType kDTypes[] = {DType::f32, DType::f64,  DType::i32, DType::i64,
                             DType::u8,  DType::bf16, DType::f16};

template <class T>
void put(std::string& to, T number) {
  to.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put_text(std::string& to, const std::string& text) {
  put(to, static_cast<std::uint32_t>(text.size()));
  to += text;
}

std::int64_t bytes_of(const Tensor& tensor) {
  return tensor.elements() * item_size(tensor.dtype());
}

// The elements of a contiguous tensor as bytes.
char* elements_of(const Tensor& tensor) {
  return reinterpret_cast<char*>(tensor.storage()->data()) +
         tensor.offset() * item_size(tensor.dtype());
}

// Walks through the header of a file; every step is checked against its end.
class HeaderReader {
 public:
  HeaderReader(std::string_view bytes, const std::string& file) : rest_(bytes), file_(file) {}

  std::string_view take(std::uint64_t count) {
    DLS_CHECK(count <= rest_.size(), "the header of {} says that {} more bytes follow, {} do",
              file_, count, rest_.size());
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  template <class T>
  T number() {
    T value;
    const std::string_view bytes = take(sizeof value);
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }
  std::string text() { return std::string(take(number<std::uint32_t>())); }

  DType dtype() {
    const std::string wanted = text();
    for (const DType dtype : kDTypes) {
      if (wanted == name(dtype)) return dtype;
    }
    throw Error(
        fmt::format("{} holds numbers of the format '{}', which is unknown here", file_, wanted));
  }

  // Throws Error unless the sizes are possible and make `bytes` bytes.
  Shape shape(DType dtype) {
    Shape sizes;
    std::int64_t bytes = item_size(dtype);
    for (std::uint32_t left = number<std::uint32_t>(); left > 0; --left) {
      const auto size = number<std::int64_t>();
      DLS_CHECK(size >= 0 && !__builtin_mul_overflow(bytes, size, &bytes),
                "{} has a tensor with an impossible size, {}", file_, size);
      sizes.push_back(size);
    }
    return sizes;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  const std::string& file_;
};

template <class Items, class NameOf>
std::string name_list(const Items& items, NameOf name_of) {
  std::string names;
  for (const auto& item : items) names += (names.empty() ? "" : ", ") + name_of(item);
  return names.empty() ? "none" : names;
}

}  // namespace

const Tensor& Checkpoint::tensor(const std::string& name) const {
  for (const NamedTensor& entry : tensors) {
    if (entry.name == name) return entry.value;
  }
  throw Error(fmt::format("the checkpoint has no tensor '{}'; it has: {}", name,
                          name_list(tensors, [](const NamedTensor& t) { return t.name; })));
}

const std::string& Checkpoint::note(const std::string& name) const {
  const auto found = notes.find(name);
  if (found != notes.end()) return found->second;
  throw Error(fmt::format("the checkpoint has no note '{}'; it has: {}", name,
                          name_list(notes, [](const auto& entry) { return entry.first; })));
}

void save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  std::vector<Tensor> values;
  std::string header;
  put(header, static_cast<std::uint32_t>(checkpoint.notes.size()));
  put(header, static_cast<std::uint32_t>(checkpoint.tensors.size()));
  for (const auto& [name, value] : checkpoint.notes) {
    put_text(header, name);
    put_text(header, value);
  }
  std::map<std::string, bool> seen;
  std::uint64_t data_bytes = 0;
  for (const auto& [name, tensor] : checkpoint.tensors) {
    DLS_CHECK(!seen[name], "a checkpoint cannot hold two tensors of the name '{}'", name);
    seen[name] = true;
    DLS_CHECK(tensor.defined() && tensor.device() == Device::cpu,
              "the tensor '{}' has no numbers in this memory that a checkpoint could keep", name);
    values.push_back(tensor.as_contiguous());
    const Tensor& value = values.back();
    const auto bytes = static_cast<std::uint64_t>(bytes_of(value));
    data_bytes += bytes;
    put_text(header, name);
    put_text(header, dls::name(value.dtype()));
    put(header, static_cast<std::uint32_t>(value.rank()));
    for (const std::int64_t size : value.shape()) put(header, size);
    put(header, bytes);
    put(header, crc32({elements_of(value), bytes}));
  }

  std::string head(kMagic);
  const std::uint64_t header_bytes = kFixed + header.size() + kCrc;
  put(head, header_bytes + data_bytes);
  put(head, header_bytes);
  head += header;
  put(head, crc32(head));

  AtomicFile file(path);
  file.write(head);
  for (const Tensor& value : values) {
    file.write({elements_of(value), static_cast<std::size_t>(bytes_of(value))});
  }
  file.commit();
}

Checkpoint load_checkpoint(const std::filesystem::path& path) {
  const std::string name = path.string();
  DLS_CHECK(std::filesystem::exists(path), "there is no checkpoint {}", name);
  DLS_CHECK(std::filesystem::is_regular_file(path),
            "{} is no file (a folder, a pipe, a device?): move it away", name);
  const std::uint64_t size = std::filesystem::file_size(path);
  std::ifstream file(path, std::ios::binary);
  DLS_CHECK(file, "cannot open {}: {}", name, std::strerror(errno));
  const auto read = [&](char* to, std::uint64_t count) {
    file.read(to, static_cast<std::streamsize>(count));
    DLS_CHECK(file, "cannot read {} bytes of {}", count, name);
  };

  DLS_CHECK(size >= kFixed, "{} is no checkpoint, or one that was cut short: it has {} bytes", name,
            size);
  std::string header(kFixed, '\0');
  read(header.data(), kFixed);
  DLS_CHECK(header.starts_with(kMagic), "{} is no checkpoint: it does not begin with {}", name,
            kMagic);
  HeaderReader lengths(std::string_view(header).substr(kMagic.size()), name);
  const auto file_bytes = lengths.number<std::uint64_t>();
  const auto header_bytes = lengths.number<std::uint64_t>();
  DLS_CHECK(size == file_bytes,
            "{} has {} bytes, but says that it should have {}: it was cut short, added to or "
            "damaged; use an older checkpoint",
            name, size, file_bytes);
  DLS_CHECK(header_bytes >= kFixed + kCrc && header_bytes <= size,
            "{} is damaged: it says that its header has {} of {} bytes; use an older checkpoint",
            name, header_bytes, size);

  header.resize(header_bytes);
  read(header.data() + kFixed, header_bytes - kFixed);
  const std::string_view checked = std::string_view(header).substr(0, header_bytes - kCrc);
  std::uint32_t sum = 0;
  std::memcpy(&sum, header.data() + checked.size(), kCrc);
  DLS_CHECK(sum == crc32(checked),
            "the header of {} (its first {} bytes) is damaged: its checksum does not fit; use an "
            "older checkpoint",
            name, header_bytes);

  Checkpoint checkpoint;
  HeaderReader reader(checked.substr(kFixed), name);
  const auto notes = reader.number<std::uint32_t>();
  const auto tensors = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < notes; ++i) {
    std::string key = reader.text();
    checkpoint.notes[std::move(key)] = reader.text();
  }
  std::uint64_t position = header_bytes;
  for (std::uint32_t i = 0; i < tensors; ++i) {
    std::string tensor_name = reader.text();
    const DType dtype = reader.dtype();
    const Shape shape = reader.shape(dtype);
    const auto bytes = reader.number<std::uint64_t>();
    const auto tensor_sum = reader.number<std::uint32_t>();
    DLS_CHECK(bytes == static_cast<std::uint64_t>(shape.elements() * item_size(dtype)) &&
                  bytes <= size - position,
              "{}: the tensor '{}' of shape {} cannot have {} bytes", name, tensor_name,
              to_string(shape), bytes);
    const Tensor value = Tensor::empty(shape, dtype);
    read(elements_of(value), bytes);
    DLS_CHECK(tensor_sum == crc32({elements_of(value), bytes}),
              "{}: the tensor '{}' (bytes {} to {} of the file) is damaged: its checksum does not "
              "fit; use an older checkpoint",
              name, tensor_name, position, position + bytes);
    position += bytes;
    checkpoint.tensors.push_back({std::move(tensor_name), value});
  }
  DLS_CHECK(reader.at_end() && position == size, "{}: its header and its length do not agree",
            name);
  return checkpoint;
}

}  // namespace dls
