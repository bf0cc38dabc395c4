#include "tools/learn/compiler_output.hpp"

namespace learn {

namespace {

bool begins(std::string_view line, std::string_view word) { return line.rfind(word, 0) == 0; }

bool contains(std::string_view line, std::string_view word) {
  return line.find(word) != std::string_view::npos;
}

bool progress_line(std::string_view line) {
  const std::size_t close = line.find("] ");
  return begins(line, "[") && close != std::string_view::npos &&
         line.substr(1, close - 1).find_first_not_of("0123456789/") == std::string_view::npos;
}

/// Says where a message comes from; the message itself follows.
bool preamble(std::string_view line) {
  return begins(line, "In file included from") || begins(line, "                 from") ||
         contains(line, ": In ") || contains(line, ": At ") || contains(line, ":   required ");
}

bool message(std::string_view line) {
  return contains(line, ": error: ") || contains(line, ": fatal error: ") ||
         contains(line, ": warning: ") || contains(line, ": undefined reference to");
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string compiler_output(std::string_view output, const std::string& root) {
  std::string result;
  bool command_line = false;  // ninja prints the command under "FAILED:"
  for (std::string line : lines_of(output)) {
    if (command_line || progress_line(line) || begins(line, "ninja: build stopped") ||
        begins(line, "ninja: no work to do") || begins(line, "ninja: Entering")) {
      command_line = false;
      continue;
    }
    if (begins(line, "FAILED: ")) {
      command_line = true;
      continue;
    }
    for (std::size_t at = 0; (at = line.find(root + "/", at)) != std::string::npos;) {
      line.erase(at, root.size() + 1);
    }
    result += line + "\n";
  }
  return result;
}

std::string file_first(std::string_view messages, const std::string& file) {
  std::string first;
  std::string others;
  std::string block;  // one message with what stands before and after it
  bool has_message = false;
  const auto close = [&] {
    (contains(block, file) ? first : others) += block;
    block.clear();
    has_message = false;
  };
  for (const std::string& line : lines_of(messages)) {
    const bool starts = preamble(line) || message(line);
    if (starts && has_message) close();
    has_message = has_message || message(line);
    block += line + "\n";
  }
  close();
  return first + others;
}

}  // namespace learn
