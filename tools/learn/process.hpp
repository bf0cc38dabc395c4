// Starting other programs: with their output caught and a time limit, or in this program's stead.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace learn {

struct Command {
  std::vector<std::string> words;  ///< the program and its arguments; no shell in between
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< added to ours
  double timeout_s = 0;                                               ///< 0: none
  std::uint64_t memory_bytes = 0;  ///< more than that it cannot allocate; 0: no limit
};

/// How a program ended.
struct Outcome {
  int code = 0;    ///< exit status; meaningless after a signal
  int signal = 0;  ///< 0 unless a signal ended it
  bool timed_out = false;
  double seconds = 0;
  std::string output;  ///< standard output and error together; of a flood both ends, a few MiB

  bool ok() const { return code == 0 && signal == 0 && !timed_out; }
};

/// Runs a program to its end with its output caught; `on_output` also sees each piece as it comes.
/// The program and all its children are ended at the time limit and when this program gets Ctrl-C
/// (which then ends this program too). Throws dls::Error when the program cannot be started.
Outcome run_captured(const Command& command,
                     const std::function<void(std::string_view)>& on_output = {});

/// Becomes that program: same terminal, same process. Throws dls::Error when it cannot be started.
[[noreturn]] void become(const Command& command);

/// The first of `names` that is found in PATH, or an empty path.
std::filesystem::path find_program(const std::vector<std::string>& names);

/// The same command on several processes, under mpirun (one process: just the command).
Command with_ranks(Command command, int ranks);

}  // namespace learn
