// DLS_CHECK: one line that says what must hold, and what to tell the learner when it does not.
#pragma once
#include <fmt/core.h>

#include "common/core/error.hpp"

/// Throws dls::Error with the formatted text unless `condition` holds. The arguments of the text
/// are evaluated only on failure, so a check on a hot path costs one branch.
#define DLS_CHECK(condition, ...)                     \
  do {                                                \
    if (!(condition)) [[unlikely]]                    \
      throw ::dls::Error(::fmt::format(__VA_ARGS__)); \
  } while (false)
