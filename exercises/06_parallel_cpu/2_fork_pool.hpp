// 06.2  Work in processes, results through pipes (about 45 min)
//
// run_in_processes(tasks, workers, task) calls task(0), task(1), ..., task(tasks - 1), each once,
// in `workers` child processes made by fork(), and returns their results in order. A result is any
// bytes: none, one, a million, zeros among them.
//
//   - A child shares no memory with its parent. It sends its results through a pipe of its own:
//     ::pipe(ends) gives two numbers, ends[0] to read from, ends[1] to write to.
//   - One ::read() or ::write() moves as many bytes as it likes (a pipe holds 65,536): both return
//     how many, and are called again for the rest. read() returns 0 when every copy of the writing
//     end is closed, and the parent has a copy, too.
//   - A child closes ends[0], and the reading ends of earlier pipes that it was born with: otherwise
//     it waits for ever for somebody to read, when its parent is gone.
//   - The results of a child need marks between them: send each one's length first.
//   - A child ends with ::_exit(0), not with return or exit(): what the parent has still to print
//     would be printed twice. When its task throws, it ends with ::_exit(1).
//   - The parent reads first and then reaps every child with ::waitpid(pid, &status, 0). A child
//     that is not reaped stays as a zombie. One that is waited for too early waits itself, for
//     somebody to empty its pipe.
//   - If a child did not end with 0 (WIFEXITED(status) && WEXITSTATUS(status) == 0), throw
//     dls::Error, after all children have been reaped.
//
// A simple plan: child w does the tasks w, w + workers, w + 2 workers, ... The parent reads the
// pipe of each child to its end, one child after the other. workers is at least 1, and may be
// larger than tasks.
//
// Check it:  ./learn check 06.2        Stuck:  ./learn hint 06.2
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "common/core/error.hpp"

using Task = std::function<std::string(std::size_t)>;

inline std::vector<std::string> run_in_processes([[maybe_unused]] std::size_t tasks,
                                                 [[maybe_unused]] int workers,
                                                 [[maybe_unused]] const Task& task) {
  throw dls::NotDone("06.2 fork_pool: write run_in_processes()");
}
