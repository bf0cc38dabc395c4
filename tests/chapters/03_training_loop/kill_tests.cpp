// A real training process, killed with SIGKILL at 20 seeded moments, resumed, and compared bit by
// bit with a run that nobody disturbed. At half of the moments it is in the middle of writing a
// checkpoint.
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "chapters/03_training_loop/child.hpp"
#include "tests/chapters/03_training_loop/helpers.hpp"

using namespace dls;
using namespace dls::ch03;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSeed = 42;  // of the training

std::vector<std::string> training_in(const fs::path& out) {
  return {DLS_PROGRAM,           "--quick", "--section", "train", "--seed",
          std::to_string(kSeed), "--out",   out.string()};
}

/// The same, with stop_at.cpp in front of libc.
std::vector<std::string> stopping_training_in(const fs::path& out, const std::string& stop_at) {
  std::vector<std::string> words = {"/usr/bin/env", std::string("LD_PRELOAD=") + DLS_STOP_AT,
                                    "DLS_STOP_AT=" + stop_at};
  for (const std::string& word : training_in(out)) words.push_back(word);
  return words;
}

/// Waits until a child has stopped itself; false when it has ended instead.
bool stopped(const Child& child) {
  siginfo_t info = {};
  const int done =
      ::waitid(P_PID, static_cast<id_t>(child.pid()), &info, WSTOPPED | WEXITED | WNOWAIT);
  return done == 0 && info.si_code == CLD_STOPPED;
}

std::int64_t size_of(const fs::path& file) {
  std::error_code missing;
  const std::uintmax_t size = fs::file_size(file, missing);
  return missing ? 0 : static_cast<std::int64_t>(size);
}

/// The pictures that --quick validates on.
Part validation_part() { return split(scaled(glyphs(kSeed, 2500)), 500, kSeed).second; }

/// What must hold at any moment: every checkpoint that has its name is whole, and the best weights
/// are at least as good as the state says.
void check_files(const fs::path& folder, const Part& validation) {
  if (fs::exists(folder / "best.ckpt"))
    CHECK(dls_test::error_of([&] { load_net(folder / "best.ckpt"); }) == "");
  if (!fs::exists(folder / "last.ckpt")) return;
  Checkpoint state;
  REQUIRE(dls_test::error_of([&] { state = load_checkpoint(folder / "last.ckpt"); }) == "");
  if (number(state, "best.epoch") == 0) return;
  REQUIRE_MESSAGE(fs::exists(folder / "best.ckpt"), "the state says that there is a best epoch");
  SavedNet best = load_net(folder / "best.ckpt");
  CHECK(evaluate(*best.net, validation).loss <= number(state, "best.loss"));
}

/// Whether a checkpoint that never got its name lies there.
bool unfinished_file(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".tmp") return true;
  return false;
}

/// One training that is killed several times.
class Victim {
 public:
  Victim(const fs::path& out, const fs::path& reference) : out_(out), reference_(reference) {
    fs::create_directories(out);
  }

  /// Kills it a moment after its log has grown by a share of the whole log. False when it was
  /// faster than that.
  bool kill_by_time(double share, int microseconds) {
    const fs::path log = out_ / "train" / "loss.jsonl";
    const auto whole = static_cast<double>(size_of(reference_ / "train" / "loss.jsonl"));
    fs::remove(out_ / "says.txt");
    const std::int64_t from = resumes_at();
    Child child(training_in(out_), out_ / "says.txt");
    const bool there = child.watch([&] {
      return dls_test::holds(dls_test::get(out_ / "says.txt"), "kill -9") &&
             static_cast<double>(size_of(log) - from) >= share * whole;
    });
    if (!there) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
    ::kill(child.pid(), SIGKILL);
    return !child.wait();
  }

  /// Kills it where it writes a checkpoint: "rename best.ckpt 1". False when it never did.
  bool kill_at(const std::string& call) {
    Child child(stopping_training_in(out_, call), out_ / "says.txt");
    if (!stopped(child)) return false;
    child.kill();
    return true;
  }

  fs::path files() const { return out_ / "train"; }

  void finish() {
    Child child(training_in(out_), out_ / "says.txt");
    REQUIRE_MESSAGE(child.wait(), dls_test::get(out_ / "says.txt"));
  }

 private:
  /// The length of the log at the checkpoint it will go on from.
  std::int64_t resumes_at() const {
    const fs::path last = out_ / "train" / "last.ckpt";
    return fs::exists(last) ? static_cast<std::int64_t>(number(load_checkpoint(last), "log.bytes"))
                            : 0;
  }

  fs::path out_, reference_;
};

}  // namespace

TEST_CASE("killed at 20 moments, ten of them inside of a checkpoint's writing: nothing is lost") {
  const dls_test::TemporaryFolder folder;
  const fs::path reference = folder / "reference";
  fs::create_directories(reference);
  {
    Child child(training_in(reference), folder / "says.txt");
    REQUIRE_MESSAGE(child.wait(), dls_test::get(folder / "says.txt"));
  }
  // Half written; written but perhaps not on the disk; on the disk without its name; with its name,
  // which perhaps is not on the disk. After "folder best.ckpt" the best weights are newer than the
  // state.
  const std::vector<std::string> calls = {"write last.ckpt",  "write best.ckpt", "rename last.ckpt",
                                          "rename best.ckpt", "fsync last.ckpt", "folder best.ckpt",
                                          "fsync best.ckpt",  "folder last.ckpt"};

  const Part validation = validation_part();
  Rng rng(dls_test::seed(), "moments");
  std::size_t by_time = 0, inside = 0;
  for (int chain = 0; by_time + inside < 20; ++chain) {
    REQUIRE_MESSAGE(chain < 15, "the training ends before it can be killed");
    Victim victim(folder / ("killed" + std::to_string(chain)), reference);
    // A training has five epochs; each kill lets it go on for one at most.
    for (int k = 0; k < 4 && by_time + inside < 20; ++k) {
      if (k % 2 == 0) {
        if (!victim.kill_by_time(0.15 * rng.uniform(), static_cast<int>(rng.below(3000)))) break;
        ++by_time;
      } else {
        const std::string& call = calls[inside % calls.size()];
        const std::uint32_t which = call.find("last") != std::string::npos ? rng.below(3) + 1 : 1;
        REQUIRE_MESSAGE(victim.kill_at(call + " " + std::to_string(which)), call);
        CHECK((call.find("folder") == 0) == !unfinished_file(victim.files()));
        ++inside;
      }
      check_files(victim.files(), validation);
    }
    victim.finish();
    CHECK(!unfinished_file(victim.files()));  // tidied up
    for (const char* name : {"loss.jsonl", "last.ckpt", "best.ckpt"})
      CHECK_MESSAGE(
          dls_test::get(victim.files() / name) == dls_test::get(reference / "train" / name),
          name << " of chain " << chain);
  }
  CHECK(inside >= 8);
  MESSAGE("killed " << by_time << " times from outside, " << inside
                    << " times while a checkpoint was being written");
}

TEST_CASE("one training a folder; one with other settings is put aside, not lost") {
  const dls_test::TemporaryFolder folder;
  const fs::path out = folder / "out", says = folder / "says.txt";
  fs::create_directories(out);
  Child first(stopping_training_in(out, "rename best.ckpt 1"), folder / "first.txt");
  REQUIRE(stopped(first));
  Child second(training_in(out), says);
  CHECK(!second.wait());
  CHECK_MESSAGE(dls_test::holds(dls_test::get(says), "another process trains in"),
                dls_test::get(says));
  first.kill();

  const std::string unfinished = dls_test::get(out / "train" / "last.ckpt");
  CHECK(!unfinished.empty());
  std::vector<std::string> other = training_in(out);
  other[5] = "7";  // the seed
  Child third(other, says);
  REQUIRE_MESSAGE(third.wait(), dls_test::get(says));
  CHECK(dls_test::get(out / "train" / "last-before.ckpt") == unfinished);
}
