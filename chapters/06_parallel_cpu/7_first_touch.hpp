// Memory that was never touched has no pages yet: what the first touch costs, counted.
//
// malloc() of a large block only reserves addresses. At the first write to each 4 KiB the processor
// stops the program, and the system finds a free page, fills it with zeros and enters it into a
// table: a page fault. free() gives the pages back, and the next malloc() starts again.
#pragma once
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "common/core/error.hpp"

namespace dls::ch06 {

// [count]
/// Page faults of this process so far that needed no disk.
inline std::int64_t page_faults() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}
// [/count]

inline std::size_t page_size() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

/// Memory straight from the system, given back at the end.
class FreshMemory {
 public:
  /// huge: asks for pages of 2 MiB instead of 4 KiB, which the system may grant or not.
  explicit FreshMemory(std::size_t bytes, bool huge = false) : bytes_(bytes) {
    void* const got =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED)
      throw Error("the system has no " + std::to_string(bytes) +
                  " bytes left: " + std::strerror(errno));
    data_ = static_cast<unsigned char*>(got);
    ::madvise(got, bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  }
  FreshMemory(const FreshMemory&) = delete;
  FreshMemory& operator=(const FreshMemory&) = delete;
  ~FreshMemory() { ::munmap(data_, bytes_); }

  unsigned char* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  unsigned char* data_ = nullptr;
  std::size_t bytes_;
};

// [touch]
/// Writes all of it. The value of each byte does not matter; that it is written does.
inline void touch(unsigned char* data, std::size_t bytes, int value) {
  std::memset(data, value, bytes);
}
// [/touch]

}  // namespace dls::ch06
