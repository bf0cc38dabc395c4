// The two exceptions of this code base (C++17: notebooks include this file).
#pragma once
#include <stdexcept>
#include <string>

namespace dls {

/// Something is wrong that a person can mend: the text says what was wrong, with the values, and
/// what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown by the stub of an exercise until the learner has written it.
class NotDone : public std::runtime_error {
 public:
  /// `what` names the exercise and the task: "01.1 batched_backward: ...".
  explicit NotDone(const std::string& what) : std::runtime_error("not done yet: " + what) {}
};

}  // namespace dls
