// 00.2: the order, the end of the list, and the error.
#include DLS_EXERCISE

#include <string>
#include <vector>

#include "common/core/rng.hpp"
#include "tests/support/check.hpp"

namespace {

/// "tea 3, oak 1": a list as one text.
std::string text(const std::vector<WordCount>& list) {
  std::string result;
  for (const auto& [word, count] : list)
    result += (result.empty() ? "" : ", ") + word + " " + std::to_string(count);
  return result;
}

/// By looking for the next best word again and again.
std::vector<WordCount> by_search(const std::vector<std::string>& words, int k) {
  std::vector<WordCount> list;
  std::vector<std::string> left = words;
  while (static_cast<int>(list.size()) < k && !left.empty()) {
    WordCount best = {"", 0};
    for (const std::string& word : left) {
      int count = 0;
      for (const std::string& other : left) count += other == word ? 1 : 0;
      if (count > best.second || (count == best.second && word < best.first)) best = {word, count};
    }
    list.push_back(best);
    std::erase(left, best.first);
  }
  return list;
}

const std::vector<std::string> kWords = {"gnu", "tea", "oak", "tea", "elk", "oak", "tea", "ant"};

}  // namespace

TEST_CASE("the most frequent first, equal ones in the order of the alphabet") {
  const std::string got = text(most_frequent(kWords, 4));
  if (got.rfind("ant 1", 0) == 0 || got.rfind("elk 1", 0) == 0 || got.rfind("gnu 1", 0) == 0)
    FAIL("the rarest words come first: the larger count belongs before the smaller. Got " << got);
  if (got.rfind("tea 3, oak 2, ", 0) == 0 && got != "tea 3, oak 2, ant 1, elk 1")
    FAIL("equal counts come in the order of the alphabet: ant, elk, gnu. Got " << got);
  CHECK(got == "tea 3, oak 2, ant 1, elk 1");
}

TEST_CASE("equal counts stay in order in a long list, too") {
  std::vector<std::string> words;
  for (char letter = 'z'; letter >= 'a'; --letter) words.push_back(std::string(1, letter));
  const std::string got = text(most_frequent(words, 26)), want = text(by_search(words, 26));
  if (got != want)
    FAIL(
        "equal counts come in the order of the alphabet, also among many words: std::sort mixes "
        "what your comparison calls equal. Got "
        << got);
}

TEST_CASE("a k larger than the list gives the whole list") {
  const std::vector<WordCount> got = most_frequent(kWords, 50);
  if (got.size() > 5)
    FAIL("there are 5 words, but the list has " << got.size()
                                                << " entries: resize() also stretches");
  CHECK(text(got) == text(by_search(kWords, 50)));
}

TEST_CASE("any words, any k") {
  dls::Rng rng(dls_test::seed(), "00.2");
  for (const std::uint32_t n : {0u, 1u, 7u, 40u}) {
    std::vector<std::string> words;
    for (std::uint32_t i = 0; i < n; ++i)
      words.push_back(std::string(1, static_cast<char>('a' + rng.below(6))) + "x");
    for (const int k : {0, 1, 3, 6}) {
      CAPTURE(n);
      CAPTURE(k);
      CHECK(text(most_frequent(words, k)) == text(by_search(words, k)));
    }
  }
}

TEST_CASE("a negative k is refused, and the sentence names it") {
  std::string sentence = "no exception at all";
  try {
    most_frequent(kWords, -7);
  } catch (const dls::Error& error) {
    sentence = error.what();
  } catch (const dls::NotDone&) {
    throw;
  } catch (const std::exception& error) {
    sentence = std::string("another exception: ") + error.what();
  }
  CHECK_MESSAGE(
      sentence.find("-7") != std::string::npos,
      "most_frequent(words, -7) must throw a dls::Error whose sentence holds the -7. Got: "
          << sentence);
}
