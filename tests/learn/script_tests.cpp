// The shell script ./learn: what it installs, configures and builds, and how it goes on after it
// was interrupted. apt, dpkg, cmake and ninja are scripts of ours that write down how they were
// called.
#include <sys/stat.h>

#include "tests/learn/made_up_root.hpp"

using namespace dls_test;  // NOLINT: a test file

namespace {

class Machine {
 public:
  Machine() {
    for (const std::string folder : {"fakes", "repo/tools/learn"})
      std::filesystem::create_directories(folder_ / folder);
    std::filesystem::copy_file(DLS_ROOT "/learn", folder_ / "repo/learn");
    put(folder_ / "repo/tools/learn/usage.txt", "how to use it\n");
    const std::string here = folder_.path().string();
    fake("id", "echo 0");
    fake("dpkg", "echo dpkg $* >>" + here + "/calls");
    fake("dpkg-query",
         "shift 3; for p; do grep -qx $p " + here + "/installed && echo \"ii $p\"; done");
    fake("apt-cache", "grep -qx $2 " + here +
                          "/unknown && echo '  Candidate: (none)' || echo '  Candidate: 1.0'");
    fake("apt-get", "echo apt-get $* >>" + here + "/calls; [ -e " + here +
                        "/apt-fails ] && exit 100\n"
                        "case \"$*\" in *install*) for p; do echo $p >>" +
                        here + "/installed; done ;; esac; true");
    fake("cmake", "echo cmake $* >>" + here + "/calls; [ -e " + here +
                      "/cmake-fails ] && { echo 'CMake Error: no'; exit 1; }\n"
                      "touch " +
                      here + "/repo/build/default/build.ninja");
    fake("ninja", "echo ninja >>" + here + "/calls; cat " + here + "/ninja-says; [ -e " + here +
                      "/ninja-fails ] && exit 1\n"
                      "mkdir -p $2/bin; printf '#!/bin/sh\\necho tool: \"$@\"\\n' "
                      ">$2/bin/learn_tool; chmod +x $2/bin/learn_tool");
    for (const std::string file : {"unknown", "ninja-says", "calls"}) put(folder_ / file, "");
    // All but two, so that the tests stay fast.
    put(folder_ / "installed",
        "g++\ncmake\nlibeigen3-dev\nlibfmt-dev\nlibcli11-dev\nnlohmann-json3-dev\nlibtomlplusplus-"
        "dev\n"
        "doctest-dev\nzlib1g-dev\nca-certificates\ngnuplot-nox\nfonts-dejavu-core\n");
  }

  void fake(const std::string& name, const std::string& script) const {
    put(folder_ / ("fakes/" + name), "#!/bin/sh\n" + script + "\n");
    chmod((folder_ / ("fakes/" + name)).c_str(), 0755);
  }
  void file(const std::string& name, const std::string& text = "") const {
    put(folder_ / name, text);
  }
  void remove(const std::string& name) const { std::filesystem::remove(folder_ / name); }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

  /// What the fakes were called with since the last call of this.
  std::string calls() const {
    const std::string text = get(folder_ / "calls");
    put(folder_ / "calls", "");
    return text;
  }

  learn::Outcome learn(const std::string& words) const {
    return shell(path("repo/learn").string() + " " + words);
  }
  learn::Outcome shell(const std::string& script) const {
    const std::string search = (folder_ / "fakes").string() + ":/usr/bin:/bin";
    return learn::run_captured({{"/bin/sh", "-c", "unset CI; " + script}, {{"PATH", search}}, 250});
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE(
    "the first call installs, configures, builds and hands over; the second only hands over") {
  const Machine machine;
  const learn::Outcome first = machine.learn("run 01 --quick 'two words'");
  CHECK(first.code == 0);
  CHECK_HOLDS(first.output, "tool: run 01 --quick two words\n");
  const std::string calls = machine.calls();
  CHECK_HOLDS(calls, "update\n");
  CHECK_HOLDS(calls, "install --no-install-recommends ninja-build libdnnl-dev\n");
  CHECK_HOLDS(calls, "cmake -S " + machine.path("repo").string() + " --preset default");
  CHECK_LACKS(first.output, "\033");

  CHECK(machine.learn("run 01").output == "tool: run 01\n");
  CHECK(machine.calls() == "ninja\n");
}

TEST_CASE("each verb asks for its own packages only") {
  const Machine machine;
  machine.learn("list");
  CHECK_LACKS(machine.calls(), "jupyter");
  machine.learn("notebook 01");
  const std::string notebook = machine.calls();
  CHECK_HOLDS(notebook,
              "install --no-install-recommends jupyter-notebook python3-ipykernel clang-tools-19");
  CHECK_HOLDS(notebook, "cmake");  // the build must find what is new
  machine.learn("bench gemm");
  CHECK_HOLDS(machine.calls(), "libbenchmark-dev");
  machine.learn("test");
  CHECK_LACKS(machine.calls(), "clang-tidy");
  machine.learn("test --all");
  CHECK_HOLDS(machine.calls(), "clang-19 clang-tidy-19 libclang-rt-19-dev");
}

TEST_CASE(
    "an optional package that the system does not have is left out, a needed one is an error") {
  const Machine machine;
  machine.file("unknown", "libdnnl-dev\n");
  const learn::Outcome outcome = machine.learn("list");
  CHECK(outcome.code == 0);
  CHECK_HOLDS(outcome.output, "no package libdnnl-dev; going on without it");
  machine.calls();
  CHECK(machine.learn("list").output == "tool: list\n");  // said once

  const Machine other;
  other.file("unknown", "ninja-build\n");
  const learn::Outcome refused = other.learn("list");
  CHECK(refused.code == 1);
  CHECK_HOLDS(refused.output, "This system has no package ninja-build");
  CHECK_LACKS(other.calls(), "cmake ");
}

TEST_CASE("an ordinary user goes through sudo, and without it gets the exact command") {
  const Machine machine;
  machine.fake("id", "echo 1000");
  machine.fake("sudo", "exit 1");
  const learn::Outcome refused = machine.learn("list");
  CHECK(refused.code == 1);
  CHECK_HOLDS(refused.output, "apt-get install --no-install-recommends ninja-build libdnnl-dev");
  CHECK_LACKS(machine.calls(), "apt-get");

  machine.fake("sudo", "[ $1 = -n ] && shift; \"$@\"");
  CHECK_HOLDS(machine.learn("list").output, "tool: list");
  CHECK_HOLDS(machine.calls(), "install");
}

TEST_CASE("on a terminal it asks first; no means nothing is installed; --yes does not ask") {
  const Machine machine;
  const auto on_a_terminal = [&](const std::string& answer, const std::string& words) {
    return machine.shell("echo " + answer + " | script -qec '" +
                         machine.path("repo/learn").string() + " " + words + "' /dev/null");
  };
  const learn::Outcome no = on_a_terminal("n", "list");
  CHECK(no.code != 0);
  CHECK_HOLDS(no.output, "[Y/n]");
  CHECK_HOLDS(no.output, "Nothing was installed");
  CHECK_LACKS(machine.calls(), "apt-get");
  const learn::Outcome yes = on_a_terminal("y", "list");
  CHECK_HOLDS(yes.output, "tool: list");
  CHECK_HOLDS(machine.calls(), "install");

  const Machine other;
  const learn::Outcome unasked = other.shell("script -qec '" + other.path("repo/learn").string() +
                                             " list --yes' /dev/null </dev/null");
  CHECK_LACKS(unasked.output, "[Y/n]");
  CHECK_HOLDS(unasked.output, "tool: list");
}

TEST_CASE("a failing apt is shown, and the next call tries again") {
  const Machine machine;
  machine.file("apt-fails");
  CHECK(machine.learn("list").code == 1);
  machine.remove("apt-fails");
  CHECK_HOLDS(machine.learn("list").output, "tool: list");
}

TEST_CASE("a failed or interrupted configure heals with the next call") {
  const Machine machine;
  machine.file("cmake-fails");
  const learn::Outcome failed = machine.learn("list");
  CHECK(failed.code == 1);
  CHECK_HOLDS(failed.output, "CMake Error: no");
  CHECK_HOLDS(machine.calls(), "--fresh");
  machine.remove("cmake-fails");
  CHECK_HOLDS(machine.learn("list").output, "tool: list");
  CHECK_HOLDS(machine.calls(), "cmake");

  machine.remove("repo/build/default/.learn-configured");  // as an interrupted one leaves it
  CHECK_HOLDS(machine.learn("list").output, "tool: list");
  CHECK_HOLDS(machine.calls(), "cmake");
}

TEST_CASE("a moved repository is configured again") {
  const Machine machine;
  machine.learn("list");
  machine.calls();
  std::filesystem::rename(machine.path("repo"), machine.path("moved"));
  std::filesystem::create_directories(
      machine.path("repo/build/default"));  // where the fake cmake writes
  machine.shell(machine.path("moved/learn").string() + " list");
  CHECK_HOLDS(machine.calls(), "cmake -S " + machine.path("moved").string());
}

TEST_CASE("when learn itself does not build, the compiler's words are shown and nothing is run") {
  const Machine machine;
  machine.learn("list");
  machine.calls();
  machine.file(
      "ninja-says",
      "[1/2] Building x\na.cpp:1:1: error: broken\nninja: build stopped: subcommand failed.\n");
  machine.file("ninja-fails");
  const learn::Outcome failed = machine.learn("list");
  CHECK(failed.code == 1);
  CHECK_HOLDS(failed.output, "a.cpp:1:1: error: broken");
  CHECK_LACKS(failed.output, "[1/2]");
  CHECK_LACKS(failed.output, "tool:");
  CHECK_LACKS(machine.calls(), "cmake");

  machine.file("ninja-says", "ninja: error: build.ninja:7: syntax\n");  // the folder is at fault
  machine.learn("list");
  CHECK_HOLDS(machine.calls(), "cmake");
}

TEST_CASE("it works from any folder and through a link, and explains itself without a build") {
  const Machine machine;
  std::filesystem::create_symlink(machine.path("repo/learn"), machine.path("link"));
  CHECK(machine.shell("cd / && " + machine.path("link").string() + " --help").output ==
        "how to use it\n");
  CHECK(machine.calls().empty());
  CHECK_HOLDS(machine.shell("cd / && " + machine.path("link").string() + " list").output,
              "tool: list");
}

TEST_CASE("a build folder that cannot be made is a sentence that says why") {
  const Machine machine;
  machine.file("repo/build", "a file in its place");
  const learn::Outcome outcome = machine.learn("list");
  CHECK(outcome.code == 1);
  CHECK_HOLDS(outcome.output, "repo/build is a file, but the build needs a folder of this name");
  machine.remove("repo/build");
  std::filesystem::create_symlink("/proc/nowhere", machine.path("repo/build"));
  CHECK_HOLDS(machine.learn("list").output, "build/default cannot be made: ");
  CHECK(machine.calls().empty());
}

TEST_CASE("while another learn builds, only the verbs that build wait, and say for whom") {
  const Machine machine;
  machine.learn("list");
  machine.calls();
  const learn::Outcome outcome = machine.shell("cd " + machine.path("").string() +
                                               "; lock=repo/build/default/.learn-lock\n" + R"(
      exec 8>>$lock; flock 8; printf 'learn test (process 7)' >$lock
      repo/learn list 8>&-; repo/learn hint 01.1 8>&-; repo/learn 8>&-
      repo/learn check 8>&- >said 2>&1 &
      while ! grep -q Waiting said; do sleep 0.02; done
      grep tool: said; echo now; exec 8>&-; wait; cat said)");
  CHECK(outcome.output ==
        "tool: list\ntool: hint 01.1\ntool:\nnow\n"
        "Waiting for learn test (process 7), which builds in the same folder.\ntool: check\n");
  CHECK(machine.calls() == "ninja\n");  // that of check
}

TEST_CASE("after a kill the next call waits until what was begun has ended, and goes on") {
  const Machine machine;
  const std::string here = machine.path("").string();
  machine.fake("cmake", "echo cmake >>" + here + "/calls; sleep 0.5; echo end of cmake >>" + here +
                            "/calls; touch " + here + "/repo/build/default/build.ninja");
  const learn::Outcome outcome = machine.shell(
      "cd " + here + "\n" +
      "repo/learn list >first 2>&1 & while ! grep -q cmake calls; do sleep 0.02; done\n"
      "kill -9 $!; repo/learn list");
  CHECK_HOLDS(outcome.output, "Waiting for learn list (process ");
  CHECK_HOLDS(outcome.output, "tool: list");
  CHECK_HOLDS(machine.calls(), "cmake\nend of cmake\ncmake\nend of cmake\nninja\n");
}
