// expect: one is enough for all
// Made by the workers, and still one for each document.
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
      counts[i] = make_matcher()(text);
    }
  };
  std::vector<std::thread> threads;
  for (int w = 0; w < max_workers; ++w) threads.emplace_back(worker);
  for (std::thread& thread : threads) thread.join();
  return counts;
}
