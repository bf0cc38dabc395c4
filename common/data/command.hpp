// Runs another program: a package client, a downloader.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace dls {

/// How a program ended and what it said (standard output and standard error together).
struct CommandResult {
  int status = 0;  // its exit status; 127 when it is not installed, 128 + n when signal n ended it
  std::string output;
};

/// Runs words[0] with the other words as its arguments, in `folder`, without a shell and with no
/// input, and waits for it. Throws Error when no process can be made.
CommandResult run_command(const std::vector<std::string>& words,
                          const std::filesystem::path& folder);

}  // namespace dls
