// What differs between a terminal and a pipe: colours, and lines that are drawn over.
#pragma once
#include <string>

namespace learn {

/// Colours for words of a verdict. All of them are empty texts in a pipe or where NO_COLOR is set.
struct Style {
  std::string good, bad, quiet, off;
};

/// The style for standard output.
Style stdout_style();

/// One line on standard error that says how far something is. On a terminal it is drawn over again
/// and again and vanishes at the end; in a pipe only the first text of it is printed, once.
class StatusLine {
 public:
  /// `first` is the line a pipe gets.
  explicit StatusLine(std::string first);
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void show(const std::string& text);
  /// Takes the line away, so that something else can be printed.
  void clear();

 private:
  std::string first_;
  bool terminal_;
  bool said_ = false;
  std::size_t width_ = 0;
};

}  // namespace learn
