// 06.6: the right counts, from as many workers as were asked for, with one matcher for all.
#include DLS_EXERCISE

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>

#include "tests/support/check.hpp"

namespace {

std::string text_of(std::size_t document) { return std::string(document * 7 % 23, 'x'); }

std::vector<int> expected(std::size_t documents) {
  std::vector<int> counts;
  for (std::size_t i = 0; i < documents; ++i) counts.push_back(static_cast<int>(i * 7 % 23));
  return counts;
}

/// A site whose documents are kept back until `workers` have asked for one, and a moment longer: so
/// it shows how many ask at the same time.
class Site {
 public:
  explicit Site(int workers) : workers_(workers) {}

  std::string fetch(std::size_t document) {
    std::unique_lock lock(mutex_);
    most_ = std::max(most_, ++inside_);
    changed_.notify_all();
    changed_.wait_for(lock, std::chrono::seconds(3), [&] { return open_ || inside_ >= workers_; });
    changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return open_; });
    open_ = true;
    changed_.notify_all();
    --inside_;
    return text_of(document);
  }
  int most() const { return most_; }

 private:
  const int workers_;
  int inside_ = 0, most_ = 0;
  bool open_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
};

struct Counted {
  std::vector<int> counts;
  int at_a_time = 0, matchers = 0;
};

Counted run(std::size_t documents, int workers) {
  Site site(std::min(workers, static_cast<int>(documents)));
  std::atomic<int> matchers = 0;
  Counted counted;
  counted.counts = mine(
      documents, workers, [&](std::size_t i) { return site.fetch(i); },
      [&]() -> Matcher {
        ++matchers;
        return [](const std::string& text) { return static_cast<int>(text.size()); };
      });
  counted.at_a_time = site.most();
  counted.matchers = matchers;
  return counted;
}

}  // namespace

TEST_CASE("the counts, each at its document's place") {
  for (const int workers : {1, 4}) {
    const Counted got = run(40, workers);
    CAPTURE(workers);
    REQUIRE(got.counts.size() == 40);
    CHECK_MESSAGE(got.counts == expected(40), "counts[i] must belong to document i, in every run");
  }
}

TEST_CASE("as many workers as were asked for") {
  for (const int workers : {8, 3, 1}) {
    const int most = run(40, workers).at_a_time;
    CAPTURE(workers);
    if (workers > 1 && most == 1)
      FAIL("1 of " << workers << " fetched at a time: a lock is held while a document is fetched");
    CHECK_MESSAGE(most == workers, workers << " workers were asked for, " << most
                                           << " fetched at a time: is their number fixed?");
  }
}

TEST_CASE("matchers are expensive") {
  const Counted got = run(40, 4);
  CHECK_MESSAGE(got.matchers <= 4, got.matchers
                                       << " matchers were made for 40 documents and 4 workers: "
                                       << "one is enough for all");
  CHECK(got.matchers >= 1);
}

TEST_CASE("no documents, and more workers than documents") {
  CHECK(run(0, 4).counts.empty());
  CHECK(run(2, 6).counts == expected(2));
}
