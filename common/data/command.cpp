#include "common/data/command.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "common/core/check.hpp"

namespace dls {

CommandResult run_command(const std::vector<std::string>& words,
                          const std::filesystem::path& folder) {
  DLS_CHECK(!words.empty(), "run_command needs the name of a program");
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);

  std::array<int, 2> pipe{};
  DLS_CHECK(::pipe2(pipe.data(), O_CLOEXEC) == 0, "cannot make a pipe: {}", std::strerror(errno));
  const pid_t child = ::fork();
  if (child == 0) {
    // Between fork and exec only calls that are safe in a signal handler.
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (nothing >= 0) ::dup2(nothing, STDIN_FILENO);
    ::dup2(pipe[1], STDOUT_FILENO);
    ::dup2(pipe[1], STDERR_FILENO);
    if (::chdir(folder.c_str()) == 0) ::execvp(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(pipe[1]);
  if (child < 0) {
    ::close(pipe[0]);
    throw Error(fmt::format("cannot start {}: {}", words[0], std::strerror(errno)));
  }

  CommandResult result;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t n = ::read(pipe[0], buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    result.output.append(buffer.data(), static_cast<std::size_t>(n));
  }
  ::close(pipe[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace dls
