// test --exercises: the one-page table of all gates.
#include <fmt/format.h>

#include <map>
#include <set>

#include "common/core/error.hpp"
#include "common/report/table.hpp"
#include "tools/learn/build.hpp"
#include "tools/learn/ctest_run.hpp"
#include "tools/learn/manifest.hpp"
#include "tools/learn/verbs.hpp"

namespace learn {

namespace {

struct Gates {
  bool stub_fails = false, solution_passes = false;
  int mutants = 0, rejected = 0;

  bool good() const { return stub_fails && solution_passes && mutants >= 2 && rejected == mutants; }
};

/// The programs behind the gates of all exercises in the manifest.
std::vector<std::string> gate_targets(const Place& place, const Manifest& manifest) {
  std::vector<std::string> targets;
  for (const std::string& target : targets_with_prefix(place, "ex_")) {
    if (target.ends_with("_gates")) targets.push_back(target);
  }
  const std::set<std::string> known(targets.begin(), targets.end());
  for (const Exercise& exercise : manifest.exercises) {
    if (known.count(exercise.target("gates")) == 0) {
      throw dls::Error(
          fmt::format("Exercise {} is in exercises.toml but not in the build: exercises/{} or the "
                      "CMakeLists.txt of its tests is missing.",
                      exercise.id, exercise.path));
    }
  }
  return targets;
}

/// "01.1" and "stub" of "exercise.01.1.stub"; a mutant's name follows its form.
std::pair<std::string, std::string> id_and_form(const std::string& test) {
  const std::string rest = test.substr(std::string("exercise.").size());
  const std::size_t id_end = rest.find('.', rest.find('.') + 1);
  const std::string form = rest.substr(id_end + 1);
  return {rest.substr(0, id_end), form.substr(0, form.find('.'))};
}

}  // namespace

int test_exercises(const Place& place) {
  const Manifest manifest = read_manifest(place.manifest());
  const BuildResult built = build(place, gate_targets(place, manifest), "the exercises");
  fmt::print("{}", built.output);
  if (!built.ok)
    throw dls::Error("Not every exercise could be built; the compiler's words are above.");

  std::map<std::string, Gates> gates;
  for (const TestResult& result : run_ctest(place, "^exercise\\.", true)) {
    const auto [id, form] = id_and_form(result.name);
    const bool passed = result.end == TestResult::End::passed;
    Gates& of_exercise = gates[id];
    if (form == "stub") of_exercise.stub_fails = passed;
    if (form == "solution") of_exercise.solution_passes = passed;
    if (form == "mutant") {
      ++of_exercise.mutants;
      of_exercise.rejected += passed ? 1 : 0;
    }
  }
  dls::Table table(
      {"exercise", "title", "kind", "stub fails", "solution passes", "wrong ones rejected"});
  int good = 0;
  for (const Exercise& exercise : manifest.exercises) {
    const Gates& found = gates[exercise.id];
    good += found.good() ? 1 : 0;
    table.row({exercise.id, exercise.title, exercise.kind, found.stub_fails ? "yes" : "NO",
               found.solution_passes ? "yes" : "NO",
               fmt::format("{}/{}", found.rejected, found.mutants)});
  }
  const int all = static_cast<int>(manifest.exercises.size());
  fmt::print("\n{}\n{} passed, {} failed\n", table.str(), good, all - good);
  return good == all ? 0 : 1;
}

}  // namespace learn
