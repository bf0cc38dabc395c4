// Where a profiler listens: a program's scopes and operations say when they begin and end (C++17).
//
//   {
//     const ProfileScope scope("forward");
//     ...
//   }
//
// Without a listener this costs a look at one pointer.
#pragma once
#include <cstddef>

namespace dls {

class Tensor;

/// A listener. common/report/op_recorder.hpp is one that makes a table and a trace.
class ProfileHook {
 public:
  /// What begins: a scope of the program, an operation, or the backward pass of one.
  enum class Kind { scope, op, backward };

  virtual ~ProfileHook() = default;
  /// `name` is a literal: it stays.
  virtual void enter(const char* name, Kind kind) = 0;
  /// How many tensors the operation entered last reads, and the first three of them (or fewer).
  virtual void reads(const Tensor* const* first, std::size_t count) = 0;
  /// Ends what was entered last.
  virtual void leave() = 0;
};

/// The listener of this thread; nullptr: none.
ProfileHook*& profile_hook();

/// Enters for as long as it lives.
class ProfileScope {
 public:
  explicit ProfileScope(const char* name, ProfileHook::Kind kind = ProfileHook::Kind::scope)
      : hook_(profile_hook()) {
    if (hook_ != nullptr) hook_->enter(name, kind);
  }
  ~ProfileScope() {
    if (hook_ != nullptr) hook_->leave();
  }
  ProfileScope(const ProfileScope&) = delete;
  ProfileScope& operator=(const ProfileScope&) = delete;

  /// Who listens; nullptr: nobody.
  ProfileHook* hook() const { return hook_; }

 private:
  ProfileHook* hook_;
};

}  // namespace dls
