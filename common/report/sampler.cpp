#include "common/report/sampler.hpp"

#include <execinfo.h>
#include <fmt/core.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <unordered_map>

#include "common/core/check.hpp"
#include "common/report/symbols.hpp"

namespace dls {
namespace {

// A signal handler has no argument for "which one": this is the one that samples this thread.
thread_local Sampler* running = nullptr;

/// The instruction that a signal interrupted.
void* program_counter(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<void*>(machine.gregs[REG_RIP]);  // NOLINT(performance-no-int-to-ptr)
#elif defined(__aarch64__)
  return reinterpret_cast<void*>(machine.pc);  // NOLINT(performance-no-int-to-ptr)
#else
  return nullptr;
#endif
}

}  // namespace

Sampler::Sampler(int per_second, int capacity) : per_second_(per_second) {
  DLS_CHECK(per_second >= 2 && per_second <= 10000 && capacity > 0,
            "a sampler with {} samples a second and room for {}: it takes 2 to 10000, and room",
            per_second, capacity);
  samples_.resize(static_cast<std::size_t>(capacity));
  stack_.resize(256 << 10);
}

Sampler::~Sampler() { stop(); }

void Sampler::start() {
  DLS_CHECK(running == nullptr, "this thread is sampled already: stop() that sampler first");
  void* frame[2];
  backtrace(frame, 2);  // the first call loads a library, which a signal handler must not do

  // [start]
  // The handler gets a stack of its own. oneDNN's generated code uses the stack pointer for other
  // things: a handler that ran "on the stack" would write over whatever lies there.
  stack_t own = {};
  own.ss_sp = stack_.data();
  own.ss_size = stack_.size();
  sigaltstack(&own, &stack_before_);
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  action.sa_sigaction = [](int, siginfo_t*, void* context) {
    const int error = errno;  // what was interrupted may be about to read it
    if (running != nullptr) running->take(program_counter(context));
    errno = error;
  };
  sigaction(SIGPROF, &action, nullptr);

  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  DLS_CHECK(timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) == 0,
            "the system gives no timer for a sampler: {}", std::strerror(errno));
  running = this;
  itimerspec often = {};
  often.it_interval.tv_nsec = often.it_value.tv_nsec = 1000000000 / per_second_;
  timer_settime(timer_, 0, &often, nullptr);
  // [/start]
}

void Sampler::stop() {
  if (running != this) return;
  timer_delete(timer_);
  running = nullptr;
  sigaltstack(&stack_before_, nullptr);
}

// [take]
// Runs in the middle of anything: it may write into memory that is ready, and little else.
void Sampler::take(void* interrupted) {
  const int index = taken_++;
  if (index >= static_cast<int>(samples_.size())) return;
  Sample& sample = samples_[static_cast<std::size_t>(index)];
  void* frames[kDeepest + 8];
  const int depth = backtrace(frames, kDeepest + 8);
  // The first frames are this handler's own.
  int first = static_cast<int>(std::find(frames, frames + depth, interrupted) - frames);
  if (first == depth) frames[--first] = interrupted;  // no way up from there is known
  sample.depth = std::min(depth - first, kDeepest);
  std::copy(frames + first, frames + first + sample.depth, sample.frames);
}
// [/take]

int Sampler::samples() const { return std::min(taken_.load(), static_cast<int>(samples_.size())); }
int Sampler::lost() const { return taken_ - samples(); }

std::vector<std::vector<std::string>> Sampler::stacks() const {
  std::unordered_map<const void*, std::string> names;
  const auto name_of = [&](const char* address) -> const std::string& {
    std::string& name = names[address];
    if (name.empty()) name = function_at(address);
    return name;
  };
  std::vector<std::vector<std::string>> stacks;
  for (int i = 0; i < samples(); ++i) {
    const Sample& sample = samples_[static_cast<std::size_t>(i)];
    std::vector<std::string> stack;
    for (int k = sample.depth - 1; k >= 0; --k) {
      // A caller's frame is where it goes on, which may be the first byte of the next function.
      const char* address = static_cast<const char*>(sample.frames[k]);
      stack.push_back(name_of(k == 0 ? address : address - 1));
    }
    const auto main = std::find(stack.begin(), stack.end(), "main");
    if (main != stack.end()) stack.erase(stack.begin(), main);  // how it was started says nothing
    stacks.push_back(std::move(stack));
  }
  return stacks;
}

std::string Sampler::folded() const {
  std::map<std::string, int> counts;
  for (const auto& stack : stacks()) {
    std::string line;
    for (const std::string& name : stack) line += (line.empty() ? "" : ";") + name;
    ++counts[line];
  }
  std::string out;
  for (const auto& [line, count] : counts) out += fmt::format("{} {}\n", line, count);
  return out;
}

double share_of(const std::string& folded, const std::string& part) {
  std::istringstream lines(folded);
  double all = 0, with = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.rfind(' ');
    if (space == std::string::npos) continue;
    const double count = std::strtod(line.c_str() + space, nullptr);
    all += count;
    if (line.substr(0, space).find(part) != std::string::npos) with += count;
  }
  return all == 0 ? 0 : with / all;
}

}  // namespace dls
