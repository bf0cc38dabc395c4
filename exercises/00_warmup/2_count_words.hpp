// 00.2  Count the words (about 10 min)
//
// Which words are the most frequent ones, and how often are they there? Tokenisers begin like this.
// In Python:
//
//     def most_frequent(words, k):
//         if k < 0:
//             raise ValueError(f"k is {k}, ...")
//         counts = Counter(words)
//         return sorted(counts.items(), key=lambda c: (-c[1], c[0]))[:k]
//
// So: the larger count first; equal counts in the order of the alphabet; at most k of them.
// Write it with
//
//     std::map<std::string, int> counts;      ++counts[word];    a new key starts at 0
//     for (const auto& [word, n] : counts)    walks through the pairs, sorted by word
//     std::vector<WordCount> list(counts.begin(), counts.end());
//     std::ranges::sort(list, [](const WordCount& a, const WordCount& b) { return ...; });
//
// The function in [](...){...} is a lambda. It says whether a belongs before b; b before a and
// equal ones are both `false`. Two tools for the end: list.resize(n) makes a list n long (longer,
// too: then with empty entries), std::min(a, b) wants two numbers of the same type.
//
// A negative k is an error of the caller. Here errors are exceptions with a sentence that holds the
// value, so that the reader can act on it: throw dls::Error("..." + std::to_string(k) + "...");
//
// Check it:  ./learn check 00.2        Stuck:  ./learn hint 00.2
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

using WordCount = std::pair<std::string, int>;  // .first is the word, .second its count

inline std::vector<WordCount> most_frequent([[maybe_unused]] const std::vector<std::string>& words,
                                            [[maybe_unused]] int k) {
  throw dls::NotDone("00.2 count_words: count, sort, cut; and refuse a negative k");
}
