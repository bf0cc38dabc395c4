#include <sys/resource.h>

#include "common/report/lesson.hpp"
#include "common/report/plot.hpp"
#include "tests/support/check.hpp"
#include "tests/support/files.hpp"

using namespace dls_test;

namespace {

void talk(dls::Lesson& lesson) {
  lesson.say("seed {}, quick {}, data '{}'", lesson.seed(), lesson.quick(),
             lesson.options().data.string());
  lesson.show(dls::Table({"a"}).row({"1"}));
  lesson.show(std::string("line without end"));
  lesson.metric({{"loss", 0.25}});
  lesson.metric({});
  lesson.write("notes.txt", "some notes");
}

void draw(dls::Lesson& lesson) {
  lesson.picture(dls::Plot("p").line("l", {1, 2, 3}), "p.png", "a line that goes up");
  lesson.picture(dls::Plot("q").line("l", {1, 2, 3}), "q.png", "another one");
}

void fail(dls::Lesson& lesson) {
  lesson.metric({{"before", 1}});
  throw dls::Error("the loss is NaN in step 3; try a smaller learning rate");
}

void large(dls::Lesson& lesson) { lesson.write("large.bin", std::string(200000, 'x')); }

struct Run {
  int status;
  std::string out, err;
};

// Runs the lesson in a child process, with its output in files as in a pipe.
Run run(const TemporaryFolder& folder, std::vector<std::string> words,
        rlim_t limit = RLIM_INFINITY) {
  words.insert(words.begin(), "program");
  const int status = in_child([&] {
    if (std::freopen((folder / "out.txt").c_str(), "w", stdout) == nullptr) return 9;
    if (std::freopen((folder / "err.txt").c_str(), "w", stderr) == nullptr) return 9;
    const rlimit size{limit, limit};
    if (limit != RLIM_INFINITY) setrlimit(RLIMIT_FSIZE, &size);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    const dls::LessonSection sections[] = {{"talk", "It talks", talk}, {"draw", "It draws", draw}};
    const dls::LessonSection bad[] = {{"fail", "It fails", fail}, {"large", "It writes", large}};
    const bool use_bad = words.back() == "fail" || words.back() == "large";
    const int code = use_bad ? dls::run_lesson(static_cast<int>(argv.size()), argv.data(),
                                               "00_test", "A test", bad)
                             : dls::run_lesson(static_cast<int>(argv.size()), argv.data(),
                                               "00_test", "A test", sections);
    std::fflush(stdout);
    std::fflush(stderr);
    return code;
  });
  REQUIRE(WIFEXITED(status));
  return {WEXITSTATUS(status), get(folder / "out.txt"), get(folder / "err.txt")};
}

}  // namespace

TEST_CASE("a whole lesson: sections in order, files in the output folder, plain text in a pipe") {
  const TemporaryFolder folder;
  const std::filesystem::path out = folder / "some/new/folder";
  const Run r = run(folder, {"--out", out.string(), "--seed", "18446744073709551615", "--quick"});
  CHECK(r.status == 0);
  CHECK(r.err == "");
  CHECK(holds(r.out,
              "00_test: A test\n\n== talk: It talks ==\n"
              "seed 18446744073709551615, quick true, data ''\n"
              "a\n-\n1\n\nline without end\n\n== draw: It draws ==\n"));
  CHECK(holds(r.out, "\nPictures and measurements are in " + out.string() + "\n"));
  CHECK(!holds(r.out, "\x1b"));
  CHECK(!holds(r.out, "\r"));
  CHECK(get(out / "metrics.jsonl") ==
        "{\"section\":\"talk\",\"loss\":0.25}\n{\"section\":\"talk\"}\n");
  CHECK(get(out / "notes.txt") == "some notes");
  if (std::filesystem::exists(out / "p.png")) {
    CHECK(holds(r.out, "[picture] p.png: a line that goes up\n"));
  } else {
    CHECK(holds(r.out, "gnuplot is not installed"));
  }
}

TEST_CASE("one section, the defaults, other options") {
  const TemporaryFolder folder;
  const Run r =
      run(folder, {"--out", (folder / "o").string(), "--section", "talk", "--data", "/d"});
  CHECK(r.status == 0);
  CHECK(holds(r.out, "seed 42, quick false, data '/d'"));
  CHECK(!holds(r.out, "It draws"));
}

TEST_CASE("without gnuplot the lesson says so once and goes on") {
  const TemporaryFolder folder;
  const std::string old_path = ::getenv("PATH");
  ::setenv("PATH", folder.path().c_str(), 1);
  const Run r = run(folder, {"--out", (folder / "o").string(), "--section", "draw"});
  ::setenv("PATH", old_path.c_str(), 1);
  CHECK(r.status == 0);
  const std::size_t first = r.out.find("gnuplot is not installed");
  REQUIRE(first != std::string::npos);
  CHECK(r.out.find("gnuplot is not installed", first + 1) == std::string::npos);
  CHECK(!std::filesystem::exists(folder / "o/p.png"));
}

TEST_CASE("help names the sections") {
  const TemporaryFolder folder;
  const Run r = run(folder, {"--help"});
  CHECK(r.status == 0);
  CHECK(holds(r.out, "--section"));
  CHECK(holds(r.out, "  talk  It talks\n  draw  It draws\n"));
}

TEST_CASE("help that cannot be written is a failure") {
  const TemporaryFolder folder;
  const Run r = run(folder, {"--help"}, 10);
  CHECK(r.status == 1);
}

TEST_CASE("mistakes on the command line are one sentence and exit 1") {
  const TemporaryFolder folder;
  const std::string out = (folder / "o").string();
  const auto check = [&](const std::vector<std::string>& words, const std::string& part) {
    const Run r = run(folder, words);
    INFO(r.err);
    CHECK(r.status == 1);
    CHECK(holds(r.err, part));
    CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
  };
  check({"--out", out, "--section", "tape"},
        "no section 'tape' here. The sections are talk and draw.");
  check({"--out", out, "--section", ""}, "no section ''");
  check({"--out", out, "--section", "tlak"}, "Did you mean 'talk'?");
  for (const char* seed : {"x", "-1", "", "1.5", "18446744073709551616"}) {
    check({"--out", out, "--seed", seed}, "--seed");
  }
  check({"--out", out, "--fast"}, "--fast");
  check({"--out", out, "--quik"}, "Did you mean '--quick'?");
  check({"--out", out, "--sede=3"}, "Did you mean '--seed'?");
  check({"--out", ""}, "--out: the name of the folder is empty");
  check({"--out="}, "--out");
  check({"--out", out, "--data", ""}, "--data: the name of the folder is empty");
  check({"--out", out, "stray"}, "stray");
  CHECK(!std::filesystem::exists(folder / "o"));
}

TEST_CASE("an output folder that cannot be made or written") {
  const TemporaryFolder folder;
  put(folder / "file", "in the way");
  const Run r = run(folder, {"--out", (folder / "file/out").string()});
  CHECK(r.status == 1);
  CHECK(holds(r.err, "cannot make the output folder"));
  CHECK(holds(r.err, "--out"));
  const Run s = run(folder, {"--out", (folder / "file").string()});
  CHECK(s.status == 1);
  CHECK(get(folder / "file") == "in the way");
}

TEST_CASE("an exception ends as one sentence; the earlier metrics stay") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "o");
  put(folder / "o/metrics.jsonl", "{\"from\":\"an earlier run\"}\n");
  const Run r = run(folder, {"--out", (folder / "o").string(), "--section", "fail"});
  CHECK(r.status == 1);
  CHECK(r.err == "00_test: the loss is NaN in step 3; try a smaller learning rate\n");
  CHECK(get(folder / "o/metrics.jsonl") == "{\"from\":\"an earlier run\"}\n");
  std::string unfinished;  // kept under a hidden name for who wants to see it
  for (const auto& entry : std::filesystem::directory_iterator(folder / "o")) {
    if (entry.path().extension() == ".tmp") unfinished = get(entry.path());
  }
  CHECK(holds(unfinished, "before"));
}

TEST_CASE("a size limit, as a full disk gives, is a sentence and leaves the old file") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "o");
  put(folder / "o/large.bin", "old");
  const Run r = run(folder, {"--out", (folder / "o").string(), "--section", "large"}, 100000);
  CHECK(r.status == 1);
  CHECK(holds(r.err, "File too large; the file that was there before is unchanged"));
  CHECK(get(folder / "o/large.bin") == "old");
}
