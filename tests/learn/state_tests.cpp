// What belongs to the learner: the state file, and the files under my/.
#include <sys/stat.h>

#include "tests/learn/made_up_root.hpp"

using namespace dls_test;  // NOLINT: a test file

TEST_CASE("a damaged state file is kept, said, and begun anew") {
  for (const std::string damage :
       {"", "{", "[]", "{\"exercises\": 3}", "{\"exercises\": {\"01.1\": {}}}", "\xff\xfe"}) {
    CAPTURE(damage);
    const MadeUpRoot root;
    root.write_mine(passing());
    put(root.path("my/progress.json"), damage);
    const learn::Outcome outcome = root.learn({"check", "01.1"});
    CHECK(outcome.code == 0);
    CHECK_HOLDS(outcome.output, "is damaged");
    CHECK(get(root.path("my/progress.json.damaged")) == damage);
    CHECK_HOLDS(root.learn({"report"}).output, "1 of 3 solved");
    CHECK(get(root.mine()) == passing());

    put(root.path("my/progress.json"), "again");  // the first damaged one is not overwritten
    CHECK(root.learn({"list"}).code == 0);
    CHECK(get(root.path("my/progress.json.damaged")) == damage);
    CHECK(get(root.path("my/progress.json.damaged.~1~")) == "again");
  }
}

TEST_CASE("the state is replaced in one step and nothing is left beside it") {
  const MadeUpRoot root;
  root.write_mine(passing());
  CHECK(root.learn({"check", "01.1"}).code == 0);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root.path("my"))) {
    files += entry.is_regular_file() ? 1 : 0;
  }
  CHECK(files == 1);
}

TEST_CASE("values that cannot be are damage, too") {
  const auto record = [](const std::string& seed, const std::string& hints) {
    return R"({"exercises": {"01.1": {"passed_at": "", "seed": )" + seed + R"(, "hints_shown": )" +
           hints + R"(, "begun_anew": false}}})";
  };
  for (const std::string& text :
       {std::string(R"({"exercises": []})"), std::string(R"({"exercises": null})"),
        record("-1", "0"), record("1", "-5"), record("1", "2147483647"), record("1", "1e300"),
        record("1.5", "0")}) {
    const MadeUpRoot root;
    std::filesystem::create_directories(root.path("my"));
    put(root.path("my/progress.json"), text);
    CHECK_HOLDS(root.learn({"report"}).output, "is damaged");
    CHECK_MESSAGE((get(root.path("my/progress.json.damaged")) == text), text);
  }
}

TEST_CASE("a record that cannot be read is left alone") {
  const MadeUpRoot root;
  std::filesystem::create_directories(root.path("my"));
  const std::string path = root.path("my/progress.json").string();
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);  // not readable as a file, whoever we are
  root.write_mine(passing());
  CHECK_HOLDS(root.learn({"check", "01.1"}).output, "Your progress was not saved");
  CHECK(std::filesystem::is_fifo(path));
}

TEST_CASE("of many calls at once none loses what another has written") {
  const MadeUpRoot root;
  constexpr int kCalls = 24;
  std::string manifest;
  std::string script;
  for (int i = 1; i <= kCalls; ++i) {
    const std::string id = fmt::format("01.{}", i);
    const std::string file = fmt::format("01_first/{}_many.hpp", i);
    put(root.path("exercises/" + file), stub(id));
    manifest += MadeUpRoot::entry(id, file);
    script += "$learn hint " + id + " & ";
  }
  put(root.path("exercises/exercises.toml"), manifest);
  root.shell(script + "wait");
  const std::string state = get(root.path("my/progress.json"));
  for (int i = 1; i <= kCalls; ++i) CHECK_HOLDS(state, fmt::format("\"01.{}\"", i));
}

TEST_CASE("a pass is on record even when nobody reads to the end") {
  const MadeUpRoot root;
  root.write_mine(passing());
  root.shell("$learn check 01.1 | true");
  CHECK_HOLDS(root.learn({"report"}).output, "1 of 3 solved");
}

TEST_CASE("reset puts the stub back and keeps every earlier copy") {
  const MadeUpRoot root;
  root.write_mine(passing());
  CHECK(root.learn({"check", "01.1"}).code == 0);
  const learn::Outcome outcome = root.learn({"reset", "01.1"});
  CHECK(outcome.code == 0);
  CHECK_HOLDS(outcome.output, "my/01_first/1_add.hpp.~1~");
  CHECK(get(root.mine()) == stub("01.1"));
  CHECK(get(root.mine().string() + ".~1~") == passing());

  root.write_mine("second try\n");
  CHECK(root.learn({"reset", "01.1"}).code == 0);
  CHECK(get(root.mine().string() + ".~1~") == passing());
  CHECK(get(root.mine().string() + ".~2~") == "second try\n");

  CHECK(root.learn({"reset", "01.1"}).code == 0);  // nothing written since: no third backup
  CHECK(!std::filesystem::exists(root.mine().string() + ".~3~"));

  // The exercise is open again, but the pass stays on record and the solution stays open.
  CHECK_HOLDS(root.learn({"check"}).output, "01.1  not written yet");
  CHECK_HOLDS(root.learn({"list"}).output, "begun anew");
  CHECK(root.learn({"solution", "01.1"}).code == 0);
}

TEST_CASE("reset without an exercise, or of an unknown one, does nothing") {
  const MadeUpRoot root;
  root.write_mine("mine\n");
  CHECK(root.learn({"reset"}).code == 1);
  CHECK(root.learn({"reset", "05.5"}).code == 1);
  CHECK(get(root.mine()) == "mine\n");
}

TEST_CASE("no other verb changes, adds or removes a file of the learner, byte by byte") {
  const MadeUpRoot root;
  root.write_mine(std::string("#!/bin/sh\r\n\0\xff odd bytes, no newline", 33));
  put(root.path("my/01_first/2_mul.hpp"), failing());
  std::filesystem::create_directories(root.path("my/02_second"));
  put(root.path("my/02_second/1_div.hpp"), passing());
  put(root.path("my/notes.txt"), "notes");
  const auto before = root.my_files();
  REQUIRE(before.size() == 4);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{},
                                             {"run", "01"},
                                             {"run", "01", "--quick"},
                                             {"check"},
                                             {"check", "01.1"},
                                             {"check", "01.2", "--all"},
                                             {"check", "02.1"},
                                             {"report"},
                                             {"report", "--json"},
                                             {"ledger"},
                                             {"hint"},
                                             {"hint", "01.2"},
                                             {"solution", "01.1", "--show"},
                                             {"list"},
                                             {"data", "list"},
                                             {"data", "verify"},
                                             {"notebook", "01"},
                                             {"doctor"},
                                             {"test"},
                                             {"test", "--exercises"},
                                             {"bench", "nothing"},
                                             {"nonsense"}}) {
    root.learn(words);
    CHECK_MESSAGE((root.my_files() == before), "after learn " << (words.empty() ? "" : words[0]));
  }
}
