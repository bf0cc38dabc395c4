// The interpreter reads this before the first cell. Cells do not use it.
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>

namespace nb_engine {

int done = 0;       // the serial number of the last input that ran to its end
pid_t sleeper = 0;  // the copy that snapshot() made

/// Ends the output of an input on both pipes with a mark.
inline void mark(int serial, int value) {
  fflush(stdout);
  fflush(stderr);
  dprintf(1, "\x04%d %d\x04", serial, value);
  dprintf(2, "\x04%d %d\x04", serial, value);
}

inline int threads() {
  int count = -2;  // . and ..
  if (DIR* tasks = opendir("/proc/self/task")) {
    while (readdir(tasks)) ++count;
    closedir(tasks);
  }
  return count;
}

/// Makes a copy of the whole process that sleeps until this process ends, and then goes on in its
/// place: with all variables as they are now. The mark's value is the copy's process id. It is 0,
/// and there is no copy, when a library keeps threads running: a copy would lack them.
inline void snapshot(int serial) {
  if (sleeper > 0) waitpid(sleeper, nullptr, 0);  // the engine has ended it
  fflush(stdout);
  fflush(stderr);
  const pid_t awake = getpid();
  sleeper = threads() == 1 ? fork() : 0;
  const bool is_copy = sleeper == 0 && getpid() != awake;
  if (!is_copy) {
    mark(serial, sleeper > 0 ? sleeper : 0);
    return;
  }
  while (getppid() == awake) usleep(5000);
}

/// clang-repl cannot catch what a cell throws: say what it was and end.
[[noreturn]] inline void on_terminate() {
  fflush(stdout);
  try {
    if (std::exception_ptr e = std::current_exception()) std::rethrow_exception(e);
    fprintf(stderr, "std::terminate was called.\n");
  } catch (const std::exception& e) {
    fprintf(stderr, "uncaught exception: %s\n", e.what());
  } catch (...) {
    fprintf(stderr, "uncaught exception that is no std::exception\n");
  }
  _exit(70);
}

}  // namespace nb_engine

// An interrupt is sent to the whole process group: the engine alone answers it.
signal(SIGINT, SIG_IGN);
std::set_terminate(nb_engine::on_terminate);
