// "Did you mean ...?": the known word nearest to one that is not known.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace dls {

/// Insertions, deletions, changes and swaps of neighbours that turn `a` into `b`
/// (optimal string alignment distance).
int edit_distance(std::string_view a, std::string_view b);

/// The sentence " Did you mean 'check'?" (with the space in front) when one of `known` is near
/// `word`, otherwise nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

/// "a, b and c".
std::string in_words(const std::vector<std::string>& items);

}  // namespace dls
