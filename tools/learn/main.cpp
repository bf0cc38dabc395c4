// learn_tool: what ./learn hands over to when everything is installed, configured and up to date.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>

#include "common/core/error.hpp"
#include "common/report/suggest.hpp"
#include "tools/learn/place.hpp"
#include "tools/learn/verbs.hpp"

namespace {

using learn::Place;
using learn::Words;

/// The verbs that have options of their own, as CLI11 reads them. What was chosen is in `chosen`.
class CommandLine {
 public:
  explicit CommandLine(const Place& place) : place_(place) {
    CLI::App* check = verb(
        "check", "Check your solution of an exercise (the next unsolved one if none is named).",
        [this] { return learn::check(place_, check_); });
    check->add_option("exercise", check_.exercise, "such as 01.1");
    check->add_option("--seed", check_.seed, "draw the test's inputs from this seed")
        ->check(whole_number());
    check->add_flag("--all", check_.everything, "show all failing checks");

    CLI::App* watch =
        verb("watch", "Check at every save, and go on to the next exercise after a pass.",
             [this] { return learn::watch(place_, check_, flag_); });
    watch->add_option("exercise", check_.exercise, "such as 01.1");
    watch->add_option("--seed", check_.seed, "draw the test's inputs from this seed")
        ->check(whole_number());
    watch->add_flag("--poll", flag_,
                    "look at the files twice a second instead of waiting for a notice");

    CLI::App* hint = verb("hint", "A hint; each further call says more.",
                          [this] { return learn::hint(place_, word_); });
    hint->add_option("exercise", word_, "such as 01.1");
    CLI::App* solution = verb("solution", "Our solution, once yours passes.",
                              [this] { return learn::solution(place_, word_, flag_); });
    solution->add_option("exercise", word_, "such as 01.1");
    solution->add_flag("--show", flag_, "show it before");
    CLI::App* reset = verb("reset", "Begin an exercise anew; what you wrote is kept beside it.",
                           [this] { return learn::reset(place_, word_); });
    reset->add_option("exercise", word_, "such as 01.1")->required();

    verb("list", "All chapters and exercises.", [this] { return learn::list(place_); });
    CLI::App* report = verb("report", "What passed, when, with which seed.",
                            [this] { return learn::report(place_, flag_); });
    report->add_flag("--json", flag_, "for machines");
    verb("ledger", "What each chapter gained.", [this] { return learn::ledger(place_); });

    CLI::App* doctor = verb("doctor", "What is on this machine and what is missing.",
                            [this] { return learn::doctor(place_, flag_); });
    doctor->add_flag("--peaks", flag_, "measure how fast this machine is");
    CLI::App* test = verb("test", "Build everything and run all tests.", [this] {
      return exercises_ ? learn::test_exercises(place_) : learn::test(place_, flag_);
    });
    CLI::Option* exercises =
        test->add_flag("--exercises", exercises_, "only the gates of the exercises, as a table");
    test->add_flag("--all", flag_, "also sanitizers, the second compiler, clang-tidy")
        ->excludes(exercises);
    add_data();
    add_gate();
    app_.require_subcommand(1);
  }

  int run(int argc, char** argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
      return app_.exit(help);
    } catch (const CLI::ParseError& error) {
      const CLI::App* at = &app_;  // the verb that did not understand
      std::string name;
      while (!at->get_subcommands().empty()) {
        at = at->get_subcommands().front();
        name += (name.empty() ? "" : " ") + at->get_name();
      }
      const bool no_verb = at->get_require_subcommand_min() > 0 && at->get_subcommands().empty();
      const std::string what = no_verb ? "one of list, get and verify must follow" : error.what();
      throw dls::Error(fmt::format("./learn {0}: {1}{2} ./learn {0} --help shows what it takes.",
                                   name, sentence(what), suggestion(*at, argc, argv)));
    }
    return chosen_();
  }

 private:
  CLI::App* verb(const std::string& name, const std::string& about,
                 const std::function<int()>& action, CLI::App* under = nullptr) {
    CLI::App* app = (under == nullptr ? &app_ : under)->add_subcommand(name, about);
    if (action) app->final_callback([this, action] { chosen_ = action; });
    return app;
  }

  void add_data() {
    CLI::App* data = verb("data", "The data sets.", nullptr);
    data->require_subcommand(1);
    verb("list", "Which there are, and which are here.", [] { return learn::data_list(); }, data);
    CLI::App* get =
        verb("get", "Fetch one.", [this] { return learn::data_get(word_, from_); }, data);
    get->add_option("name", word_)->required();
    get->add_option("--from", from_)->check(CLI::IsMember({"auto", "system", "apt", "npm", "url"}));
    CLI::App* verify = verb(
        "verify", "Compare with the known checksums.", [this] { return learn::data_verify(word_); },
        data);
    verify->add_option("name", word_);
  }

  void add_gate() {
    CLI::App* gate = verb(
        "gate", "", [this] { return learn::gate(place_, gate_[0], gate_[1], gate_[2], gate_[3]); });
    gate->add_option("what", gate_, "NN.K stub|solution|mutant.NAME FILE PROGRAM")
        ->required()
        ->expected(4);
    gate->group("");  // not shown: CTest runs it
  }

  static CLI::Validator whole_number() {
    return {[](const std::string& text) {
              const bool good = !text.empty() && text.size() < 20 &&
                                text.find_first_not_of("0123456789") == std::string::npos;
              return good ? "" : fmt::format("'{}' is no whole number from 0 on", text);
            },
            "", "whole number"};
  }

  static std::string sentence(const std::string& text) {
    const std::size_t end = text.find_last_not_of(" \n.");
    return text.substr(0, end + 1) + ".";
  }

  /// "Did you mean '--seed'?" for the first option the verb does not know.
  static std::string suggestion(const CLI::App& verb, int argc, char** argv) {
    std::vector<std::string> known;
    for (const CLI::Option* option : verb.get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    std::vector<std::string> below;
    for (const CLI::App* sub : verb.get_subcommands({})) below.push_back(sub->get_name());
    for (int i = 2; i < argc; ++i) {
      const std::string whole = argv[i];
      const std::string word = whole.substr(0, whole.find('='));
      const std::vector<std::string>& pool = word[0] == '-' ? known : below;
      if (std::find(pool.begin(), pool.end(), word) == pool.end()) {
        const std::string text = dls::did_you_mean(word, pool);
        if (!text.empty()) return text;
      }
    }
    return "";
  }

  const Place& place_;
  CLI::App app_{"learn", "learn"};
  std::function<int()> chosen_;
  learn::CheckOptions check_;
  std::string word_, from_ = "auto";
  bool flag_ = false, exercises_ = false;
  std::vector<std::string> gate_;
};

int learn_main(int argc, char** argv) {
  const Place place = learn::find_place();
  if (argc < 2) return learn::where_you_are(place);
  const std::string verb = argv[1];
  const Words words(argv + 2, argv + argc);
  // These hand their options on to a program, so nobody here must read them.
  if (verb == "run") return learn::run(place, words);
  if (verb == "bench") return learn::bench(place, words);
  if (verb == "notebook") return learn::notebook(place, words);
  const Words known{"run",    "check", "watch",  "hint",   "solution", "reset", "list",
                    "report", "data",  "ledger", "doctor", "notebook", "test",  "bench"};
  if (verb != "gate" && std::find(known.begin(), known.end(), verb) == known.end()) {
    throw dls::Error(
        fmt::format("learn knows no '{}'.{} It knows {}; ./learn --help explains them.", verb,
                    dls::did_you_mean(verb, known), dls::in_words(known)));
  }
  return CommandLine(place).run(argc, argv);
}

/// Where standard output is closed, a file opened later would get its number, and what we print
/// would end in that file. /dev/null takes the number; writing to it fails, as it should.
void occupy_closed_outputs() {
  int fd = 0;
  while (fd >= 0 && fd <= 2) fd = open("/dev/null", O_RDONLY);
  close(fd);
}

/// What is wrong with the output, or nothing: a disk may be full under `./learn report >file`.
std::string output_fault() {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0 && std::cout.flush().good();
  const std::string why = errno == 0 ? "a write failed; is the disk full?" : std::strerror(errno);
  return flushed && std::ferror(stdout) == 0
             ? ""
             : fmt::format("The output could not be written: {}", why);
}

}  // namespace

int main(int argc, char** argv) {
  occupy_closed_outputs();
  std::signal(SIGXFSZ,
              SIG_IGN);  // a size limit arrives as a failed write, which becomes a sentence
  int status = 1;
  std::string fault;
  try {
    status = learn_main(argc, argv);
  } catch (const learn::fs::filesystem_error& error) {
    fault = fmt::format("{}: {}.", error.path1().string(), error.code().message());
  } catch (const std::exception& error) {
    fault = error.what();
  }
  const std::string unwritten = output_fault();
  if (fault.empty() || !unwritten.empty()) fault = unwritten;
  if (fault.empty()) return status;
  std::fputs((fault + "\n").c_str(), stderr);  // fmt would throw where stderr is full, too
  return 1;
}
