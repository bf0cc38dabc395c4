// The verbs that build a program of the repository and become it: run, bench, notebook.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "common/core/error.hpp"
#include "common/data/catalogue.hpp"
#include "common/report/suggest.hpp"
#include "tools/learn/build.hpp"
#include "tools/learn/chapters.hpp"
#include "tools/learn/process.hpp"
#include "tools/learn/verbs.hpp"

namespace learn {

namespace {

bool has_option(const Words& words, const std::string& option) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word == option || word.rfind(option + "=", 0) == 0;
  });
}

/// The real data sets that the chapter's program wants. A lesson never fails for want of them: it
/// says itself that it goes on with generated data.
void fetch_datasets(const Place& place, const std::string& chapter) {
  std::ifstream names(place.bin() / (chapter + ".datasets"));
  for (std::string name; std::getline(names, name);) {
    try {
      if (name.empty() || dls::find_dataset(name)) continue;
      fmt::print(stderr, "Fetching the data set {} ...\n", name);
      dls::get_dataset(dls::dataset(name));
    } catch (const std::exception& error) {
      fmt::print(stderr,
                 "The data set {} could not be fetched; the lesson goes on without it.\n{}\n", name,
                 error.what());
    }
  }
}

void build_or_say(const Place& place, const std::string& target, const std::string& what) {
  const BuildResult built = build(place, {target}, what);
  if (built.ok) return;
  throw dls::Error(fmt::format("{}\n{} could not be built; the compiler's words are above.",
                               built.output, what));
}

[[noreturn]] void become_program(const fs::path& program, const Words& words, std::size_t first) {
  Command command{{program.string()}};
  command.words.insert(command.words.end(), words.begin() + static_cast<std::ptrdiff_t>(first),
                       words.end());
  std::fflush(nullptr);
  become(command);
}

}  // namespace

int run(const Place& place, const Words& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    fmt::print(
        "./learn run NN [options]   runs the program of chapter NN. Its options: ./learn run NN "
        "--help\n"
        "The chapters are {}.\n",
        dls::in_words(chapters(place)));
    return words.empty() ? 2 : 0;
  }
  const std::string chapter = find_chapter(place, words[0]);
  build_or_say(place, chapter, chapter);
  const bool own_data = has_option(words, "--quick") || has_option(words, "--data");
  if (!own_data && !has_option(words, "--help") && !has_option(words, "-h"))
    fetch_datasets(place, chapter);
  become_program(place.bin() / chapter, words, 1);
}

int bench(const Place& place, const Words& words) {
  std::vector<std::string> names;
  for (const std::string& target : targets_with_prefix(place, "bench_"))
    names.push_back(target.substr(6));
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    fmt::print("./learn bench NAME [--peer] [--json FILE]   measures. The names are {}.\n",
               dls::in_words(names));
    return words.empty() ? 2 : 0;
  }
  if (std::find(names.begin(), names.end(), words[0]) == names.end()) {
    throw dls::Error(fmt::format(
        "There is no benchmark '{}'.{} {}", words[0], dls::did_you_mean(words[0], names),
        names.empty() ? "None is built: Google Benchmark is missing (libbenchmark-dev)."
                      : fmt::format("The benchmarks are {}.", dls::in_words(names))));
  }
  const std::string target = "bench_" + words[0];
  build_or_say(place, target, target);
  become_program(place.bin() / target, words, 1);
}

int notebook(const Place& place, const Words& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    fmt::print("./learn notebook NN   opens the notebook of chapter NN in Jupyter.\n");
    return words.empty() ? 2 : 0;
  }
  const std::string chapter = find_chapter(place, words[0]);
  const fs::path page = place.root / "notebooks" / (chapter + ".ipynb");
  if (!fs::exists(page))
    throw dls::Error(fmt::format("Chapter {} has no notebook ({}).", chapter, place.shown(page)));
  Words handed_on = words;
  handed_on[0] = chapter;
  become_program(place.root / "notebooks" / "kernel" / "open.sh", handed_on, 0);
}

}  // namespace learn
