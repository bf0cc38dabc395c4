// Measurements as JSON lines: one object a line, for programs to read (jq, Python, a notebook).
#pragma once
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

namespace dls {

/// A value of one field. JSON has no NaN and no infinity, and a missing number would hide that a
/// loss blew up: they are written as the strings "NaN", "Infinity" and "-Infinity".
class JsonValue {
 public:
  JsonValue(const char* text);         // NOLINT(google-explicit-constructor): {"loss", 0.5}
  JsonValue(const std::string& text);  // NOLINT(google-explicit-constructor)
  JsonValue(bool value) : json_(value ? "true" : "false") {}  // NOLINT(google-explicit-constructor)
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  JsonValue(T value)  // NOLINT(google-explicit-constructor)
      : json_(of(value)) {}

  /// The value as JSON.
  const std::string& json() const { return json_; }

 private:
  template <class T>
  static std::string of(T value) {
    if constexpr (std::is_integral_v<T>) {
      return std::to_string(value);
    } else {
      return of_double(static_cast<double>(value));
    }
  }
  static std::string of_double(double value);

  std::string json_;
};

using JsonField = std::pair<const char*, JsonValue>;

/// {"epoch":3,"loss":0.25}: one line, without its newline.
std::string json_object(std::initializer_list<JsonField> fields);

/// A file of JSON lines. Until close() it has a hidden name beside PATH with this process's number
/// in it, which `tail -f` can follow; close() gives it its name. So PATH is always whole, that of
/// this run or of an earlier one, and two programs that write the same PATH do not meet.
class JsonLines {
 public:
  /// Throws Error when the file cannot be made.
  explicit JsonLines(std::filesystem::path path);
  JsonLines(const JsonLines&) = delete;
  JsonLines& operator=(const JsonLines&) = delete;
  ~JsonLines();

  /// Appends a line at once. Throws Error when it cannot be written (a full disk, a size limit).
  void write(const std::string& line);

  /// The last line was written. Throws Error when the file cannot be renamed.
  void close();

 private:
  std::filesystem::path path_, part_;
  std::FILE* file_;
};

}  // namespace dls
