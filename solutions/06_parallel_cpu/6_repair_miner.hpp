// 06.6  Repair a miner that does not scale: solution
//
// 1. The number of workers was 5, whatever max_workers said. Nothing fails; two machines are just
//    equally slow, and nobody knows why a larger number does not help.
// 2. A matcher was made for every document, in the thread that starts the workers, before the first
//    of them could begin. One is enough for all: it is only read.
// 3. The lock that guards `next` was held while the document was fetched, so that one worker waited
//    for it and all others for the lock. It guards one number: it is held for as long as that
//    takes.
//
// None of the three changes a result. A test of results alone will never find them: count what
// happens (matchers made, workers at work at the same time), or measure.
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
inline std::vector<int> mine(std::size_t documents, int max_workers, const Fetch& fetch,
                             const MakeMatcher& make_matcher) {
  const Matcher matcher = make_matcher();

  std::vector<int> counts(documents);
  std::size_t next = 0;
  std::mutex mutex;  // guards next
  const auto worker = [&] {
    for (;;) {
      std::size_t i = 0;
      {
        const std::lock_guard lock(mutex);
        if (next == documents) return;
        i = next++;
      }
      const std::string text = fetch(i);
      counts[i] = matcher(text);
    }
  };
  std::vector<std::thread> threads;
  for (int w = 0; w < max_workers; ++w) threads.emplace_back(worker);
  for (std::thread& thread : threads) thread.join();
  return counts;
}
