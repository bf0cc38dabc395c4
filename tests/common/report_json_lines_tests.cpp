#include <sys/resource.h>

#include <cmath>

#include "common/report/json_lines.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

TEST_CASE("every kind of value") {
  CHECK(dls::json_object({{"epoch", 3},
                          {"big", std::uint64_t{18446744073709551615u}},
                          {"loss", 0.1},
                          {"small", 1e-300},
                          {"single", 0.5f},
                          {"ok", true},
                          {"name", "tape"},
                          {"text", std::string("a \"quote\", a \\ and a\nline")}}) ==
        R"({"epoch":3,"big":18446744073709551615,"loss":0.1,"small":1e-300,"single":0.5,"ok":true,)"
        R"("name":"tape","text":"a \"quote\", a \\ and a\u000aline"})");
  CHECK(dls::json_object({}) == "{}");
}

TEST_CASE("what JSON has no numbers for is named, not dropped") {
  CHECK(dls::json_object({{"a", NAN}, {"b", INFINITY}, {"c", -INFINITY}}) ==
        R"({"a":"NaN","b":"Infinity","c":"-Infinity"})");
}

TEST_CASE("a file of lines gets its name when it is closed; until then the old one stands") {
  const TemporaryFolder folder;
  put(folder / "m.jsonl", "old\n");
  {
    dls::JsonLines lines(folder / "m.jsonl");
    lines.write("{\"a\":1}");
    CHECK(get(folder / "m.jsonl") == "old\n");
    const std::string part = ".m.jsonl." + std::to_string(::getpid()) + ".tmp";
    CHECK(get(folder / part) == "{\"a\":1}\n");
    lines.write("{\"a\":2}");
    lines.close();
  }
  CHECK(get(folder / "m.jsonl") == "{\"a\":1}\n{\"a\":2}\n");
  CHECK(folder.entries() == 1);
  CHECK(holds(error_of([&] { dls::JsonLines(folder / "none" / "m.jsonl"); }), "cannot write"));
}

TEST_CASE("two programs that write the same file do not meet: the last to close has it whole") {
  const TemporaryFolder folder;
  dls::JsonLines lines(folder / "m.jsonl");
  lines.write("{\"first\":1}");
  const int status = in_child([&] {
    dls::JsonLines other(folder / "m.jsonl");
    other.write("{\"second\":1}");
    other.close();
    return get(folder / "m.jsonl") == "{\"second\":1}\n" ? 0 : 1;
  });
  CHECK(WEXITSTATUS(status) == 0);
  lines.write("{\"first\":2}");
  lines.close();
  CHECK(get(folder / "m.jsonl") == "{\"first\":1}\n{\"first\":2}\n");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a size limit is a sentence, and leaves the old file and nothing else") {
  const TemporaryFolder folder;
  put(folder / "m.jsonl", "old\n");
  const int status = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    dls::JsonLines lines(folder / "m.jsonl");
    const std::string error = error_of([&] {
      for (int i = 0; i < 100; ++i) lines.write("{\"some\":\"measurement\"}");
    });
    if (!holds(error, "File too large") || folder.entries() != 1) return 1;
    return holds(error_of([&] { lines.write("{}"); }), "it is closed") ? 0 : 2;
  });
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(get(folder / "m.jsonl") == "old\n");
}

TEST_CASE("a name that a folder has taken is a sentence, and nothing is left") {
  const TemporaryFolder folder;
  dls::JsonLines lines(folder / "m.jsonl");
  lines.write("{}");
  std::filesystem::create_directory(folder / "m.jsonl");
  CHECK(holds(error_of([&] { lines.close(); }), "cannot write"));
  CHECK(folder.entries() == 1);
}
