// 06.6  Repair a miner that does not scale (about 30 min)
//
// mine() below fetches documents and counts in each of them what a matcher finds. A document takes
// long to arrive, so several threads fetch at the same time: it should be nearly max_workers times
// as fast as one. It is not. Its results are right, and it holds THREE faults:
//
//   - it does not use as many workers as it was told to,
//   - it makes far more matchers than it needs, and keeps everybody waiting for them. Making one
//     takes seconds (it loads a language model); using one from several threads at once is allowed,
//   - its workers wait for each other although they need not.
//
// The first two stand in the program of a book. Find and mend them. `documents` may be 0, and
// max_workers larger than documents; it is at least 1.
//
// Delete the first line of mine() when you start.
//
// Check it:  ./learn check 06.6        Stuck:  ./learn hint 06.6
#pragma once
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/core/error.hpp"

using Fetch = std::function<std::string(std::size_t document)>;  // waits until it is there
using Matcher = std::function<int(const std::string& text)>;     // how many names it finds
using MakeMatcher = std::function<Matcher()>;                    // expensive

// counts[i] belongs to document i.
inline std::vector<int> mine(std::size_t documents, [[maybe_unused]] int max_workers,
                             const Fetch& fetch, const MakeMatcher& make_matcher) {
  throw dls::NotDone("06.6 repair_miner: three faults; delete this line and find them");

  std::vector<Matcher> matchers;
  for (std::size_t i = 0; i < documents; ++i) matchers.push_back(make_matcher());

  std::vector<int> counts(documents);
  std::size_t next = 0;
  std::mutex mutex;  // guards next
  const auto worker = [&] {
    for (;;) {
      const std::lock_guard lock(mutex);
      if (next == documents) return;
      const std::size_t i = next++;
      const std::string text = fetch(i);
      counts[i] = matchers[i](text);
    }
  };
  std::vector<std::thread> threads;
  for (int w = 0; w < 5; ++w) threads.emplace_back(worker);
  for (std::thread& thread : threads) thread.join();
  return counts;
}
