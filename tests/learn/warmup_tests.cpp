// The warm-up: exercises without a chapter, offered to newcomers, in nobody's way.
#include "tests/learn/made_up_root.hpp"

using namespace dls_test;  // NOLINT: a test file

namespace {

/// Two exercises of warm-up before the others.
class WithWarmup : public MadeUpRoot {
 public:
  WithWarmup() {
    std::filesystem::create_directories(path("exercises/00_warmup"));
    std::filesystem::create_directories(path("my"));
    put(path("exercises/00_warmup/README.md"), "# An hour of warm-up\n");
    put(path("exercises/00_warmup/1_one.hpp"), stub("00.1"));
    put(path("exercises/00_warmup/2_two.hpp"), stub("00.2"));
    const std::string others = get(path("exercises/exercises.toml"));
    put(path("exercises/exercises.toml"),
        entry("00.1", "00_warmup/1_one.hpp") + entry("00.2", "00_warmup/2_two.hpp") + others);
  }

  void solved(const std::vector<std::string>& ids) const {
    std::string records;
    for (const std::string& id : ids) {
      records += fmt::format(
          "{}\"{}\": {{\"passed_at\": \"2025-03-01T12:00:00Z\", \"seed\": 1, "
          "\"hints_shown\": 0, \"begun_anew\": false}}",
          records.empty() ? "" : ", ", id);
    }
    put(path("my/progress.json"), "{\"exercises\": {" + records + "}}\n");
  }
};

}  // namespace

TEST_CASE("a newcomer is told of the warm-up, and sent to chapter 01") {
  const WithWarmup root;
  const std::string output = root.learn({}).output;
  CHECK_HOLDS(output, "read   chapters/01_first/README.md");
  CHECK_HOLDS(output, "solve  01.1");
  CHECK_HOLDS(
      output,
      "New to C++? An hour of warm-up: exercises/00_warmup/README.md, then ./learn check 00.1");
}

TEST_CASE("who has begun the warm-up goes on with it") {
  const WithWarmup root;
  root.solved({"00.1"});
  const std::string output = root.learn({}).output;
  CHECK_HOLDS(output, "read   exercises/00_warmup/README.md: An hour of warm-up");
  CHECK_HOLDS(output, "solve  00.2");
  CHECK_LACKS(output, "./learn run 00");
  CHECK_LACKS(output, "New to C++?");
}

TEST_CASE("behind the warm-up comes chapter 01") {
  const WithWarmup root;
  root.solved({"00.1", "00.2"});
  CHECK_HOLDS(root.learn({}).output, "solve  01.1");
}

TEST_CASE("who has solved something later is not sent back") {
  const WithWarmup root;
  root.solved({"00.1", "01.1"});
  CHECK_HOLDS(root.learn({}).output, "solve  01.2");
  CHECK_HOLDS(root.learn({"hint"}).output, "01.2 hint 1");
}

TEST_CASE("list shows the warm-up above the chapters") {
  const WithWarmup root;
  CHECK_HOLDS(root.learn({"list"}).output,
              "00_warmup  An hour of warm-up\n01_first  The first chapter\n");
}
