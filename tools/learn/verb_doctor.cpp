// doctor: what is on this machine, what is missing, how to get it.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "common/core/error.hpp"
#include "common/data/catalogue.hpp"
#include "common/report/table.hpp"
#include "tools/learn/compiler_output.hpp"
#include "tools/learn/process.hpp"
#include "tools/learn/verbs.hpp"

namespace learn {

namespace {

enum class Need { yes, optional };

/// Collects the rows of the table and whether something needed is missing.
class Findings {
 public:
  void add(const std::string& what, const std::string& found, Need need,
           const std::string& how_to_get) {
    const bool missing = found.empty();
    complete_ = complete_ && !(missing && need == Need::yes);
    const std::string state = !missing ? "found" : need == Need::yes ? "MISSING" : "missing";
    table_.row({what, state, missing ? how_to_get : found});
  }
  std::string table() const { return table_.str(); }
  bool complete() const { return complete_; }

 private:
  dls::Table table_{{"what", "state", "which one, or how to get it"}};
  bool complete_ = true;
};

/// The first line that `program --version` prints, or nothing when there is no such program.
std::string version(const std::vector<std::string>& names,
                    const std::string& option = "--version") {
  const fs::path program = find_program(names);
  if (program.empty()) return "";
  const Outcome outcome = run_captured({{program.string(), option}, {}, 10});
  const std::vector<std::string> lines = lines_of(outcome.output);
  return outcome.ok() && !lines.empty() ? lines.front() : program.string();
}

/// The folder in which a header of a library lies.
std::string header(const std::string& name) {
  for (const std::string folder : {"/usr/local/include/", "/usr/include/"}) {
    if (fs::exists(folder + name)) return folder + name;
  }
  return "";
}

std::string field(const std::string& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(key, 0) == 0) return line.substr(std::min(line.find(':') + 2, line.size()));
  }
  return "";
}

std::string cuda_toolkit() {
  const fs::path installed = "/usr/local/cuda/bin/nvcc";
  const fs::path nvcc = fs::exists(installed) ? installed : find_program({"nvcc"});
  if (nvcc.empty()) return "";
  for (const std::string& line :
       lines_of(run_captured({{nvcc.string(), "--version"}, {}, 10}).output)) {
    if (const std::size_t at = line.find("release "); at != std::string::npos)
      return "CUDA " + line.substr(at);
  }
  return nvcc.string();
}

std::string gpu() {
  if (find_program({"nvidia-smi"}).empty()) return "";
  const Outcome outcome = run_captured(
      {{"nvidia-smi", "--query-gpu=name,memory.total", "--format=csv,noheader"}, {}, 20});
  const std::vector<std::string> lines = lines_of(outcome.output);
  return outcome.ok() && !lines.empty() ? fmt::format("{} x {}", lines.size(), lines.front()) : "";
}

void add_machine(Findings& findings) {
  const double gib = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                     static_cast<double>(sysconf(_SC_PAGE_SIZE)) / (1 << 30);
  const std::string flags = " " + field("/proc/cpuinfo", "flags") + " ";
  const bool avx512 = flags.find(" avx512f ") != std::string::npos;
  const bool avx2 = flags.find(" avx2 ") != std::string::npos;
  findings.add("processor",
               fmt::format("{}, {} cores, {:.0f} GiB, {}", field("/proc/cpuinfo", "model name"),
                           std::thread::hardware_concurrency(), gib,
                           avx512 ? "AVX-512"
                           : avx2 ? "AVX2"
                                  : "no AVX2"),
               Need::yes, "");
}

void add_programs(Findings& findings) {
  const std::string apt = "apt install ";
  findings.add("g++ 12 or later", version({"g++"}), Need::yes, apt + "g++");
  findings.add("clang 19", version({"clang++-19"}), Need::optional,
               apt + "clang-19 (the second compiler of ./learn test --all)");
  findings.add("CMake 3.25 or later", version({"cmake"}), Need::yes, apt + "cmake");
  findings.add("Ninja", version({"ninja"}), Need::yes, apt + "ninja-build");
  findings.add("Eigen", header("eigen3/Eigen/Dense"), Need::yes, apt + "libeigen3-dev");
  findings.add("oneDNN", header("dnnl.hpp"), Need::optional,
               apt + "libdnnl-dev (Eigen does its work, more slowly)");
  findings.add("doctest", header("doctest/doctest.h"), Need::yes,
               apt + "doctest-dev (tests and exercises)");
  findings.add("Google Benchmark", header("benchmark/benchmark.h"), Need::optional,
               apt + "libbenchmark-dev (./learn bench installs it)");
  findings.add("gnuplot", version({"gnuplot"}), Need::optional, apt + "gnuplot-nox (pictures)");
  findings.add("Python 3", version({"python3"}), Need::optional,
               apt + "python3 (./learn test installs it)");
  findings.add("Jupyter", find_program({"jupyter-notebook"}).string(), Need::optional,
               apt + "jupyter-notebook (./learn notebook installs it)");
  findings.add("clang-repl", find_program({"clang-repl-19"}).string(), Need::optional,
               apt + "clang-tools-19 (./learn notebook installs it)");
  findings.add("MPI", version({"mpirun"}), Need::optional,
               apt + "openmpi-bin libopenmpi-dev (chapters on several processes)");
}

void add_gpu(Findings& findings) {
  findings.add("CUDA toolkit", cuda_toolkit(), Need::optional,
               "from NVIDIA; without it the kernels run on the CPU emulator");
  findings.add("NVIDIA driver", field("/proc/driver/nvidia/version", "NVRM version"),
               Need::optional, "from NVIDIA or your distribution; only needed for a GPU");
  findings.add("GPU", gpu(), Need::optional, "nothing in this course needs one");
}

}  // namespace

int doctor(const Place& place, bool peaks) {
  if (peaks) return bench(place, {"peaks"});
  Findings findings;
  add_machine(findings);
  add_programs(findings);
  add_gpu(findings);
  for (const dls::Dataset& set : dls::catalogue()) {
    const auto folder = dls::find_dataset(set.name);
    findings.add(
        "data: " + set.name, folder ? folder->string() : "", Need::optional,
        set.chapter.empty() ? "./learn data get " + set.name : "comes with chapter " + set.chapter);
  }
  fmt::print(
      "{}\n{}\n", findings.table(),
      findings.complete()
          ? "All that is needed is here. ./learn doctor --peaks measures how fast this machine is."
          : "What is MISSING is needed; the next ./learn installs it.");
  return findings.complete() ? 0 : 1;
}

}  // namespace learn
