// The work to be shared: search documents for names, each of which may be misspelt by one letter.
//
// A document has to be fetched first, which takes time in which nobody computes. Depending on how
// long that is, mining is bound by waiting or by computing.
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "chapters/06_parallel_cpu/1_thread_pool.hpp"
#include "chapters/06_parallel_cpu/2_process_pool.hpp"
#include "chapters/06_parallel_cpu/clock.hpp"
#include "common/core/rng.hpp"

namespace dls::ch06 {

struct Corpus {
  std::size_t documents;
  std::size_t words;       // of a document
  double latency_seconds;  // how long a document takes to arrive
  std::uint64_t seed;
};

inline std::string random_word(Rng& rng) {
  std::string word(4 + rng.below(5), ' ');
  for (char& c : word) c = static_cast<char>('a' + rng.below(26));
  return word;
}

/// Knows the names. Making one is work, as loading a language model is: make it once, share it.
class Matcher {
 public:
  explicit Matcher(std::uint64_t seed, std::size_t names = 60) {
    Rng rng(seed, "names");
    for (std::size_t i = 0; i < names; ++i) names_.push_back(random_word(rng));
  }

  const std::vector<std::string>& names() const { return names_; }

  /// "name:count name:count", sorted, for the words that are a name or differ by one letter.
  std::string find(const std::vector<std::string>& words) const {
    std::map<std::string, int> found;
    for (const std::string& word : words)
      for (const std::string& name : names_)
        if (close(word, name)) ++found[name];
    std::string text;
    for (const auto& [name, count] : found)
      text += (text.empty() ? "" : " ") + name + ":" + std::to_string(count);
    return text;
  }

 private:
  static bool close(const std::string& a, const std::string& b) {
    if (a.size() != b.size()) return false;
    int different = 0;
    for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i] ? 1 : 0;
    return different <= 1;
  }

  std::vector<std::string> names_;
};

/// The words of document i; one in eight is a name, half of these with a wrong letter. They depend
/// on the seed and on i alone, not on who fetches the document, or when.
inline std::vector<std::string> document(const Corpus& corpus, std::size_t i,
                                         const Matcher& matcher) {
  Rng rng(corpus.seed, "document", i);
  std::vector<std::string> words;
  words.reserve(corpus.words);
  for (std::size_t w = 0; w < corpus.words; ++w) {
    words.push_back(random_word(rng));
    if (rng.below(8) != 0) continue;
    words.back() = matcher.names()[rng.below(static_cast<std::uint32_t>(matcher.names().size()))];
    if (rng.below(2) == 0)
      words.back()[rng.below(static_cast<std::uint32_t>(words.back().size()))] =
          static_cast<char>('a' + rng.below(26));
  }
  return words;
}

/// Fetches document i and searches it.
inline std::string mine(const Corpus& corpus, std::size_t i, const Matcher& matcher, Clock& clock) {
  if (corpus.latency_seconds > 0) clock.wait(corpus.latency_seconds);
  return matcher.find(document(corpus, i, matcher));
}

using Findings = std::vector<std::string>;  // one for each document, in order

inline Findings mine_serially(const Corpus& corpus, const Matcher& matcher, Clock& clock) {
  Findings findings;
  for (std::size_t i = 0; i < corpus.documents; ++i)
    findings.push_back(mine(corpus, i, matcher, clock));
  return findings;
}

// [threads]
/// Each worker takes the next document until none is left, and writes to that document's place: no
/// two of them ever write to the same one.
inline Findings mine_in_threads(const Corpus& corpus, const Matcher& matcher, int workers,
                                Clock& clock) {
  Findings findings(corpus.documents);
  std::atomic<std::size_t> next = 0;
  const auto worker = [&] {
    try {
      for (std::size_t i = next++; i < corpus.documents; i = next++)
        findings[i] = mine(corpus, i, matcher, clock);
    } catch (...) {
      clock.leave();
      throw;
    }
    clock.leave();
  };
  std::vector<std::future<void>> done;
  ThreadPool pool(workers);
  for (int w = 0; w < workers; ++w) done.push_back(pool.submit(worker));
  for (std::future<void>& d : done) d.get();  // throws what a worker threw
  return findings;
}
// [/threads]

// [processes]
inline Findings mine_in_processes(const Corpus& corpus, const Matcher& matcher, int workers) {
  return run_in_processes(corpus.documents, workers, [&](std::size_t i) {
    RealClock clock;
    return mine(corpus, i, matcher, clock);
  });
}
// [/processes]

/// What threads of a language with a global interpreter lock can do: wait together, compute one at
/// a time.
inline Findings mine_under_one_lock(const Corpus& corpus, const Matcher& matcher, int workers,
                                    Clock& clock) {
  Findings findings(corpus.documents);
  std::atomic<std::size_t> next = 0;
  std::mutex interpreter;
  ThreadPool pool(workers);
  std::vector<std::future<void>> done;
  for (int w = 0; w < workers; ++w)
    done.push_back(pool.submit([&] {
      for (std::size_t i = next++; i < corpus.documents; i = next++) {
        if (corpus.latency_seconds > 0) clock.wait(corpus.latency_seconds);
        const std::lock_guard computing(interpreter);
        findings[i] = matcher.find(document(corpus, i, matcher));
      }
    }));
  for (std::future<void>& d : done) d.get();
  return findings;
}

}  // namespace dls::ch06
