#include "common/core/profile_hook.hpp"

namespace dls {

ProfileHook*& profile_hook() {
  thread_local ProfileHook* hook = nullptr;
  return hook;
}

}  // namespace dls
