// A repository of three exercises and one chapter, small enough to be made for each test. Its
// "compiler" copies: an exercise is a shell script, and the file of the learner is the program.
#pragma once
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <map>
#include <string>
#include <vector>

#include "tests/support/files.hpp"
#include "tools/learn/process.hpp"

namespace dls_test {

/// A script that behaves as a check does which passes: 2 assertions in 1 test case.
inline std::string passing() {
  return "#!/bin/sh\necho '[doctest] test cases: 1 | 1 passed | 0 failed | 0 skipped'\n"
         "echo '[doctest] assertions: 2 | 2 passed | 0 failed |'\n";
}

/// One that fails two checks, the second in a way of its own.
inline std::string failing() {
  return "#!/bin/sh\ncat <<'END'\n"
         "===============================================================================\n"
         "/some/where/add.cpp:6:\nTEST CASE:  sums are right\n\n"
         "/some/where/add.cpp:7: ERROR: CHECK( dls_result.ok ) is NOT correct!\n"
         "  values: CHECK( false )\n  logged: got against want: 3 of 4 differ\n\n"
         "/some/where/add.cpp:8: ERROR: CHECK( a == 4 ) is NOT correct!\n  values: CHECK( 3 == 4 "
         ")\n\n"
         "===============================================================================\n"
         "[doctest] test cases: 2 | 1 passed | 1 failed | 0 skipped\n"
         "[doctest] assertions: 5 | 3 passed | 2 failed |\nEND\nexit 1\n";
}

inline std::string stub(const std::string& id) {
  return fmt::format(
      "#!/bin/sh\necho 'add.cpp:6: ERROR: test case THREW exception: not done yet: {} add: write "
      "the sum'\n"
      "exit 1\n",
      id);
}

class MadeUpRoot {
 public:
  /// `timeout_s`: the limit of its exercises; short only where something hangs on purpose.
  explicit MadeUpRoot(double timeout_s = 30) {
    for (const std::string folder :
         {"exercises/01_first", "exercises/02_second", "solutions/01_first", "chapters/01_first",
          "build/default/bin/exercises"}) {
      std::filesystem::create_directories(path(folder));
    }
    put(path("exercises/exercises.toml"), entry("01.1", "01_first/1_add.hpp", timeout_s) +
                                              entry("01.2", "01_first/2_mul.hpp") +
                                              entry("02.1", "02_second/1_div.hpp"));
    put(path("exercises/01_first/1_add.hpp"), stub("01.1"));
    put(path("exercises/01_first/2_mul.hpp"), stub("01.2"));
    put(path("exercises/02_second/1_div.hpp"), stub("02.1"));
    put(path("solutions/01_first/1_add.hpp"), "the solution of add\n");
    put(path("chapters/01_first/CMakeLists.txt"), "");
    put(path("chapters/01_first/README.md"), "# The first chapter\n");
    put(path("chapters/01_first/main.sh"), "#!/bin/sh\necho lesson: \"$@\"\n");
    put(path("build/default/build.ninja"), ninja_file());
  }

  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  std::filesystem::path mine() const { return path("my/01_first/1_add.hpp"); }

  /// Writes the learner's copy of 01.1.
  void write_mine(const std::string& script) const {
    std::filesystem::create_directories(path("my/01_first"));
    put(mine(), script);
  }

  learn::Command command(std::vector<std::string> words) const {
    words.insert(words.begin(), LEARN_TOOL);
    return {words, {{"DLS_LEARN_ROOT", folder_.path().string()}}, 250};
  }

  /// Runs the real learn_tool here, in a pipe.
  learn::Outcome learn(const std::vector<std::string>& words) const {
    return learn::run_captured(command(words));
  }

  /// The same, through the shell: in `script` $learn is the program.
  learn::Outcome shell(const std::string& script) const {
    return learn::run_captured(
        {{"/bin/sh", "-c", script},
         {{"DLS_LEARN_ROOT", folder_.path().string()}, {"learn", LEARN_TOOL}},
         250});
  }

  /// Every file under my/ but the state, with its bytes.
  std::map<std::string, std::string> my_files() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path("my"))) {
      if (entry.is_regular_file() && entry.path().filename().string().find("progress.json") != 0) {
        files[entry.path().string()] = get(entry.path());
      }
    }
    return files;
  }

  static std::string entry(const std::string& id, const std::string& file, double timeout_s = 30) {
    return fmt::format(
        "[[exercise]]\nid = \"{}\"\npath = \"{}\"\ntitle = \"Title of {}\"\nkind = \"write\"\n"
        "minutes = 5\nhints = [\"look at {}\", \"look closer\"]\ntimeout_s = {}\n",
        id, file, id, file, timeout_s);
  }

 private:
  std::string ninja_file() const {
    std::string text =
        "rule program\n  command = grep -q '^#!/bin/sh' $in || { echo $in:1:1: error: no script; "
        "exit 1; } ; "
        "cp $in $out && chmod +x $out\n  description = Building $out\n";
    for (const auto& [target, source] :
         std::map<std::string, std::string>{{"exercises/ex_01_1_my", "my/01_first/1_add.hpp"},
                                            {"exercises/ex_01_2_my", "my/01_first/2_mul.hpp"},
                                            {"exercises/ex_02_1_my", "my/02_second/1_div.hpp"},
                                            {"01_first", "chapters/01_first/main.sh"}}) {
      text += fmt::format("build bin/{}: program {}\nbuild {}: phony bin/{}\n", target,
                          path(source).string(), std::filesystem::path(target).filename().string(),
                          target);
    }
    return text + "build all: phony bin/01_first\nbuild bench_gemm: phony\n";
  }

  TemporaryFolder folder_;
};

/// Waits until that process has ended, some seconds at most; a zombie of init counts as ended.
inline bool ends_soon(const std::string& pid) {
  for (int i = 0; i < 500; ++i) {
    const std::string stat = get("/proc/" + std::to_string(std::stoi(pid)) + "/stat");
    if (stat.empty() || holds(stat, ") Z ") || holds(stat, ") X ")) return true;
    usleep(20'000);
  }
  return false;
}

}  // namespace dls_test

/// A doctest check that shows the whole text when a part is missing.
#define CHECK_HOLDS(text, part) \
  CHECK_MESSAGE(dls_test::holds(text, part), "'" << (part) << "' is not in:\n" << (text))
#define CHECK_LACKS(text, part) \
  CHECK_MESSAGE(!dls_test::holds(text, part), "'" << (part) << "' is in:\n" << (text))
