#include "common/report/json_lines.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cmath>
#include <cstring>

#include "common/core/error.hpp"
#include "common/io/file.hpp"

namespace dls {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

/// Leaves nothing behind under the hidden name: nobody would look for it there.
[[noreturn]] void give_up(std::FILE*& file, const std::filesystem::path& part,
                          const std::filesystem::path& path, const std::string& why) {
  if (file != nullptr) std::fclose(file);
  file = nullptr;
  std::error_code ignored;
  std::filesystem::remove(part, ignored);
  throw Error(fmt::format(
      "cannot write {}: {}; the new lines are lost, a file that was there before is unchanged",
      path.string(), why));
}

}  // namespace

JsonValue::JsonValue(const char* text) : json_(quoted(text)) {}
JsonValue::JsonValue(const std::string& text) : json_(quoted(text)) {}

std::string JsonValue::of_double(double value) {
  if (std::isnan(value)) return "\"NaN\"";
  if (std::isinf(value)) return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return fmt::format("{}", value);  // the shortest digits that read back as the same number
}

std::string json_object(std::initializer_list<JsonField> fields) {
  std::string out = "{";
  for (const JsonField& field : fields) {
    out += (out.size() == 1 ? "" : ",") + quoted(field.first) + ":" + field.second.json();
  }
  return out + "}";
}

JsonLines::JsonLines(std::filesystem::path path)
    : path_(std::move(path)),
      part_(temporary_beside(path_)),
      file_(std::fopen(part_.c_str(), "wb")) {
  if (file_ == nullptr) {
    throw Error(fmt::format("cannot write {}: {}", part_.string(), std::strerror(errno)));
  }
}

JsonLines::~JsonLines() {
  if (file_ != nullptr) std::fclose(file_);
}

void JsonLines::write(const std::string& line) {
  if (file_ == nullptr) throw Error(fmt::format("cannot write {}: it is closed", path_.string()));
  const std::string text = line + "\n";
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() || std::fflush(file_) != 0) {
    give_up(file_, part_, path_, std::strerror(errno));
  }
}

void JsonLines::close() {
  if (file_ == nullptr) return;
  const bool closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!closed) give_up(file_, part_, path_, std::strerror(errno));
  std::error_code failure;
  std::filesystem::rename(part_, path_, failure);
  if (failure) give_up(file_, part_, path_, failure.message());
}

}  // namespace dls
