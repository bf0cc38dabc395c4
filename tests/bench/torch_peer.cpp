#include "tests/bench/torch_peer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <map>
#include <sstream>

#include "common/core/check.hpp"

namespace dls_bench {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> environment() {
  std::map<std::string, std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) result[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return result;
}

std::map<std::string, std::string> best_environment() {
  std::map<std::string, std::string> result = environment();
  for (const char* name : {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"}) result.erase(name);
  result["OMP_NUM_THREADS"] = result["OPENBLAS_NUM_THREADS"] = "1";
  result["GLIBC_TUNABLES"] =
      "glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=34359738368:"
      "glibc.malloc.top_pad=268435456:glibc.malloc.hugetlb=1";
  const std::string openmp = "/usr/lib/x86_64-linux-gnu/openblas-openmp";
  if (fs::exists(openmp)) result["LD_LIBRARY_PATH"] = openmp + ":" + result["LD_LIBRARY_PATH"];
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

/// A child with a pipe to its input and one from its output.
class TorchPeer::Process {
 public:
  Process(std::vector<std::string> words, const std::map<std::string, std::string>& variables) {
    int in[2], out[2];
    DLS_CHECK(pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0,
              "no pipe to another process could be made: too many open files?");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    std::vector<std::string> settings;
    for (const auto& [name, value] : variables) settings.push_back(name + "=" + value);
    const int failed = posix_spawnp(&child_, words[0].c_str(), &actions, nullptr,
                                    pointers(words).data(), pointers(settings).data());
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    if (failed != 0) child_ = -1;
    to_ = fdopen(in[1], "w");
    from_ = fdopen(out[0], "r");
  }

  ~Process() {
    std::fclose(to_);  // the end of its input ends it
    std::fclose(from_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// False when it is gone.
  bool send(const std::string& line) {
    return std::fprintf(to_, "%s\n", line.c_str()) > 0 && std::fflush(to_) == 0;
  }

  /// The next line, without its end; empty when there is none any more.
  std::string receive() {
    std::string line;
    for (int c = std::fgetc(from_); c != EOF && c != '\n'; c = std::fgetc(from_))
      line += static_cast<char>(c);
    return line;
  }

 private:
  pid_t child_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
};

TorchPeer::TorchPeer(Settings settings, const fs::path& data) {
  std::signal(SIGPIPE, SIG_IGN);  // a peer that is gone becomes a sentence
  const std::string script = std::string(DLS_ROOT) + "/tests/bench/peer_mlp.py";
  const auto variables = settings == Settings::at_its_best ? best_environment() : environment();
  // Debian's package belongs to the system's Python, which need not be the first in the path.
  std::istringstream hello;
  for (const std::string python : {"/usr/bin/python3", "python3"}) {
    process_ = std::make_unique<Process>(std::vector<std::string>{python, script, data.string()},
                                         variables);
    hello.str(process_->receive());
    if (hello.str().starts_with("ready ")) break;
  }
  std::string word;
  hello >> word;
  DLS_CHECK(word == "ready",
            "The peer is PyTorch, and no Python here can import it (its words are above). Get it "
            "with: apt-get install python3-torch libopenblas0-openmp");
  hello >> word;
  name_ = "PyTorch " + word;
  while (hello >> word) ways_.push_back(word);
}

TorchPeer::~TorchPeer() = default;

std::string TorchPeer::ask(const std::string& command) {
  const bool sent = process_->send(command);
  const std::string answer = sent ? process_->receive() : "";
  DLS_CHECK(!answer.empty(), "{} ended in the middle of '{}'; its words are above.", name_,
            command);
  return answer;
}

std::vector<double> TorchPeer::losses(const std::string& way, int batch, int steps) {
  std::istringstream answer(ask(fmt::format("losses {} {} {}", way, batch, steps)));
  std::vector<double> result;
  for (double loss = 0; answer >> loss;) result.push_back(loss);
  return result;
}

void TorchPeer::train(const std::string& way, int batch, int steps) {
  ask(fmt::format("train {} {} {}", way, batch, steps));
}

}  // namespace dls_bench
