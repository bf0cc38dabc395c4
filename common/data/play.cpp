#include "common/data/play.hpp"

#include <cctype>
#include <iterator>

#include "common/core/check.hpp"
#include "common/core/rng.hpp"

namespace dls {
namespace {

constexpr const char* kPersons[] = {"Alice",    "Bob",    "Quince", "Hamlet", "Viola",
                                    "Puck",     "Xavier", "Zoe",    "Jack",   "Fey",
                                    "Rosalind", "Wart",   "Gremio", "King"};
constexpr const char* kAdjectives[] = {"old",    "young", "sweet", "quiet", "strange",
                                       "golden", "weary", "merry", "exact", "brave"};
constexpr const char* kNouns[] = {"king",  "night", "letter", "sword",  "garden", "jest",
                                  "queen", "ship",  "winter", "zephyr", "mirror", "fox"};
constexpr const char* kVerbs[] = {"loves", "fears", "follows", "forgets",
                                  "keeps", "vexes", "praises", "judges"};
constexpr const char* kAsides[] = {"not for $3",   "sword & crown", "as I'm told",
                                   "good-hearted", "by and by",     "3 times a day"};

template <std::size_t n>
std::string one_of(const char* const (&words)[n], Rng& rng) {
  return words[rng.below(static_cast<std::uint32_t>(n))];
}

std::string thing(Rng& rng) {
  const std::string article = rng.below(3) == 0 ? "my " : "the ";
  return article + (rng.below(2) == 0 ? one_of(kAdjectives, rng) + " " : "") + one_of(kNouns, rng);
}

std::string sentence(Rng& rng) {
  const bool of_person = rng.below(3) == 0;
  std::string text = of_person ? one_of(kPersons, rng) : thing(rng);
  text += " " + one_of(kVerbs, rng) + " " + thing(rng);
  if (rng.below(4) == 0) text += ", " + one_of(kAsides, rng);
  if (rng.below(4) == 0) {
    text += (rng.below(2) == 0 ? "; " : " and ") + thing(rng) + " " + one_of(kVerbs, rng) + " " +
            one_of(kPersons, rng);
  }
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  constexpr const char* kEnds[] = {".", ".", ".", "!", "?"};
  return text + one_of(kEnds, rng);
}

std::string speech(Rng& rng) {
  std::string text = one_of(kPersons, rng);
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  text += ":\n";
  for (std::uint32_t left = 1 + rng.below(3); left > 0; --left) {
    text += sentence(rng) + (left > 1 ? " " : "\n\n");
  }
  return text;
}

}  // namespace

std::string generated_play(std::uint64_t seed, std::size_t length) {
  Rng rng(seed, "play");
  std::string text;
  while (text.size() < length) text += speech(rng);
  text.resize(length);
  return text;
}

std::vector<std::int64_t> play_tokens(std::string_view text) {
  std::vector<std::int64_t> tokens;
  tokens.reserve(text.size());
  for (const char c : text) {
    const std::size_t place = kPlaySymbols.find(c);
    DLS_CHECK(place != std::string_view::npos,
              "character {} of the text is '{}', which is none of the {} symbols of the play",
              tokens.size(), c, kPlaySymbols.size());
    tokens.push_back(static_cast<std::int64_t>(place));
  }
  return tokens;
}

std::string play_text(const std::vector<std::int64_t>& tokens) {
  std::string text;
  for (const std::int64_t token : tokens) {
    DLS_CHECK(token >= 0 && token < static_cast<std::int64_t>(kPlaySymbols.size()),
              "token {} is {}, but the symbols of the play are 0 to {}", text.size(), token,
              kPlaySymbols.size() - 1);
    text += kPlaySymbols[static_cast<std::size_t>(token)];
  }
  return text;
}

}  // namespace dls
