// A text to learn from while no real one is needed: endless talk between people of a play.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dls {

/// The 65 symbols of the text, in the order of their tokens 0 to 64. They are those of the works of
/// Shakespeare as small language models are usually shown them, which chapter 15 reads.
inline constexpr std::string_view kPlaySymbols =
    "\n !$&',-.3:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The first `length` characters of a play that goes on for ever: names in capitals, and below each
/// one to three sentences of a small grammar. It depends on the seed alone, and a longer text
/// begins with the shorter one. All of kPlaySymbols come up within 20,000 characters.
std::string generated_play(std::uint64_t seed, std::size_t length);

/// Text as tokens: each character's place in kPlaySymbols. Throws Error on a character that is not
/// there.
std::vector<std::int64_t> play_tokens(std::string_view text);

/// Tokens as text. Throws Error on a token that is not from 0 to 64.
std::string play_text(const std::vector<std::int64_t>& tokens);

}  // namespace dls
