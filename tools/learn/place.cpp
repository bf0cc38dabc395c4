#include "tools/learn/place.hpp"

#include <cstdlib>

namespace learn {

std::string Place::shown(const fs::path& path) const {
  const std::string text = path.lexically_normal().string();
  const std::string prefix = root.string() + "/";
  return text.rfind(prefix, 0) == 0 ? text.substr(prefix.size()) : text;
}

Place find_place() {
  if (const char* root = std::getenv("DLS_LEARN_ROOT"); root != nullptr && *root != '\0') {
    const fs::path folder = fs::absolute(root).lexically_normal();
    return {folder, folder / "build" / "default"};
  }
  // build/default/bin/learn_tool -> build/default
  const fs::path program = fs::read_symlink("/proc/self/exe");
  return {fs::path(DLS_ROOT), program.parent_path().parent_path()};
}

}  // namespace learn
