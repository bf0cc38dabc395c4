// A second program that trains the same network in PyTorch, and does so when told.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace dls_bench {

/// peer_mlp.py as a process that waits for commands.
class TorchPeer {
 public:
  /// How it runs. `at_its_best`: glibc keeps memory that was freed, and takes huge pages, instead
  /// of asking the system at each step; OpenBLAS in its build for OpenMP, where it is installed,
  /// choosing its own kernels. `as_installed`: the environment as it is. Both on one thread.
  enum class Settings { at_its_best, as_installed };

  /// Starts it with `data`, the file of numbers that peer_mlp.py reads. Throws dls::Error with a
  /// sentence that says how to get PyTorch where it is missing.
  TorchPeer(Settings settings, const std::filesystem::path& data);
  ~TorchPeer();
  TorchPeer(const TorchPeer&) = delete;
  TorchPeer& operator=(const TorchPeer&) = delete;

  /// "PyTorch 1.13.1".
  const std::string& name() const { return name_; }
  /// The ways in which it can write the training: "module", "by_hand", ...
  const std::vector<std::string>& ways() const { return ways_; }

  /// The loss of each of `steps` steps from the first weights.
  std::vector<double> losses(const std::string& way, int batch, int steps);
  /// Trains on by `steps` steps, and returns when they are done.
  void train(const std::string& way, int batch, int steps);

 private:
  class Process;
  std::string ask(const std::string& command);

  std::unique_ptr<Process> process_;
  std::string name_;
  std::vector<std::string> ways_;
};

}  // namespace dls_bench
