// What a compiler said, made readable: without the build tool's lines, the learner's file first.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace learn {

std::vector<std::string> lines_of(std::string_view text);

/// The compiler's own words in `output` of ninja: no progress lines, no command lines, and paths
/// as seen from the `root`.
std::string compiler_output(std::string_view output, const std::string& root);

/// The same messages, those that speak of `file` first. Nothing is left out.
std::string file_first(std::string_view messages, const std::string& file);

}  // namespace learn
