// exercises.toml: read in order, and refused with line and column when damaged.
#include "tests/learn/made_up_root.hpp"
#include "tools/learn/manifest.hpp"

using namespace dls_test;  // NOLINT: a test file

namespace {

/// The sentence with which `text` is refused as a manifest, without the folder in front.
std::string refusal(const std::string& text) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "01_first");
  put(folder / "01_first/1_add.hpp", "");
  put(folder / "exercises.toml", text);
  const std::string sentence = error_of([&] { learn::read_manifest(folder / "exercises.toml"); });
  const std::size_t name = sentence.find("exercises.toml");
  return name == std::string::npos ? sentence : sentence.substr(name);
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

const std::string& good() {
  static const std::string text = MadeUpRoot::entry("01.1", "01_first/1_add.hpp");
  return text;
}

}  // namespace

TEST_CASE("all fields, in the order of the file") {
  const TemporaryFolder folder;
  for (const std::string chapter : {"01_first", "02_b"}) {
    std::filesystem::create_directory(folder / chapter);
  }
  put(folder / "01_first/1_add.hpp", "");
  put(folder / "02_b/10_x.hpp", "");
  put(folder / "exercises.toml",
      "[[exercise]]\nid = \"02.10\"\npath = \"02_b/10_x.hpp\"\ntitle = \"T\"\nkind = \"repair\"\n"
      "minutes = 7\nhints = [\"a\", \"b\", \"c\"]\nranks = 4\ntimeout_s = 1.5\n" +
          good());
  const learn::Manifest manifest = learn::read_manifest(folder / "exercises.toml");
  REQUIRE(manifest.exercises.size() == 2);
  const learn::Exercise& first = manifest.exercises[0];
  CHECK(first.id == "02.10");
  CHECK(first.chapter() == "02_b");
  CHECK(first.target("my") == "ex_02_10_my");
  CHECK(first.kind == "repair");
  CHECK(first.minutes == 7);
  CHECK(first.hints == std::vector<std::string>{"a", "b", "c"});
  CHECK(first.ranks == 4);
  CHECK(first.timeout_s == 1.5);
  CHECK(manifest.exercises[1].ranks == 1);
  CHECK(manifest.find("2.10").id == "02.10");
  CHECK(manifest.find("my/01_first/1_add.hpp").id == "01.1");
  CHECK_HOLDS(error_of([&] { manifest.find("01.7"); }), "This chapter has 01.1.");
}

TEST_CASE("damage is named with line and column") {
  CHECK(refusal(good()).empty());
  CHECK_HOLDS(refusal(good().substr(0, good().size() / 2)), "exercises.toml:5:10:");
  CHECK_HOLDS(refusal(with(good(), "\"write\"", "\"write")), "exercises.toml:5:");
  CHECK_HOLDS(refusal("garbage \x01\xff"), "exercises.toml:1:");
  CHECK_HOLDS(refusal(""), "the list of [[exercise]] tables is missing");
  CHECK_HOLDS(refusal("exercise = 3\n"), "exercises.toml:1:");
  CHECK_HOLDS(refusal("exercise = [1, 2]\n"), "exercises.toml:1:");
  CHECK_HOLDS(refusal(with(good(), "title = \"Title of 01.1\"\n", "")),
              "exercise 01.1 needs 'title', a text");
  CHECK_HOLDS(refusal(with(good(), "\"Title of 01.1\"", "\" \"")), "exercise 01.1 needs 'title'");
  CHECK_HOLDS(
      refusal(with(good(), "title", "titel")),
      "exercises.toml:4:1: exercise 01.1 has an unknown key 'titel'. Did you mean 'title'?");
  CHECK_HOLDS(refusal("version = 2\n" + good()), "the file has an unknown key 'version'");
  CHECK_HOLDS(refusal(with(good(), "id = \"01.1\"\n", "")), "an exercise needs 'id', a text");
  CHECK_HOLDS(refusal(with(good(), "minutes = 5", "minutes = \"5\"")),
              "exercises.toml:6:11: exercise 01.1 needs 'minutes', a whole number from 1 to 240");
  for (const std::string minutes : {"0", "-5", "241", "1000000000", "5.5", "inf", "true"}) {
    CHECK_HOLDS(refusal(with(good(), "minutes = 5", "minutes = " + minutes)),
                "exercises.toml:6:11: exercise 01.1 needs 'minutes'");
  }
  CHECK_HOLDS(refusal(with(good(), "\"01.1\"", "\"1.1\"")), "not of the form NN.K");
  CHECK_HOLDS(refusal(with(good(), "01_first/1_add", "02_first/1_add")),
              "path '02_first/1_add.hpp' of exercise 01.1");
  CHECK_HOLDS(refusal(with(good(), "01_first/1_add", "01_first/2_add")),
              "path '01_first/2_add.hpp' of exercise 01.1");
  CHECK_HOLDS(refusal(with(good(), "01_first/1_add", "01_first/../../1_add")),
              "path '01_first/../../1_add.hpp'");
  CHECK_HOLDS(refusal(with(good(), "01_first/1_add", "/01_first/1_add")), "not of the form");
  CHECK_HOLDS(refusal(with(good(), "1_add.hpp", "1_add;rm -r x.hpp")), "not of the form");
  CHECK_HOLDS(refusal(with(good(), "1_add.hpp", "1_add.txt")), "not of the form");
  CHECK_HOLDS(refusal(with(good(), "1_add.hpp", "1_gone.hpp")),
              "the path '01_first/1_gone.hpp' of exercise 01.1 leads to no file in ");
  CHECK_HOLDS(refusal(with(good(), "\"write\"", "\"wirte\"")),
              "exercise 01.1: 'wirte' is no kind of exercise");
  CHECK_HOLDS(refusal(with(good(), ", \"look closer\"", "")), "at least two hints");
  CHECK_HOLDS(refusal(with(good(), "\"look closer\"", "4")), "'hints' must hold texts only");
  CHECK_HOLDS(refusal(with(good(), "\"look closer\"", "\"\"")), "none of them empty");
  for (const std::string limit : {"0", "-1", "inf", "nan", "-inf", "1e9", "\"5\""}) {
    CHECK_HOLDS(refusal(with(good(), "timeout_s = 30", "timeout_s = " + limit)),
                "exercise 01.1 needs 'timeout_s', a number above 0 and at most 3600");
  }
  for (const std::string ranks : {"0", "1.5", "65", "-2"}) {
    CHECK_HOLDS(refusal(good() + "ranks = " + ranks + "\n"),
                "exercise 01.1 needs 'ranks', a whole number from 1 to 64");
  }
  CHECK_HOLDS(refusal(good() + good()), "exercise 01.1 is there twice");
}

TEST_CASE("every verb that reads the manifest says where it is damaged and fails") {
  const MadeUpRoot root;
  put(root.path("exercises/exercises.toml"), "[[exercise]]\nid = \n");
  for (const std::string verb : {"", "check", "watch", "list", "report", "hint", "solution"}) {
    const learn::Outcome outcome =
        root.learn(verb.empty() ? std::vector<std::string>{} : std::vector{verb});
    CHECK(outcome.code == 1);
    CHECK_HOLDS(outcome.output, "exercises.toml:2:");
  }
  std::filesystem::remove(root.path("exercises/exercises.toml"));
  const learn::Outcome outcome = root.learn({"check"});
  CHECK(outcome.code == 1);
  CHECK_HOLDS(outcome.output, "is missing");
}
