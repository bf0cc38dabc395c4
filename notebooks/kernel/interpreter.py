"""A clang-repl process: inputs go in, output comes out, and after a failure it goes back to where it was.

clang-repl forgives nothing: an uncaught exception ends it, a call of a missing function spoils every
later input, and an input that does not compile takes template instances along that others rely on.
So before each input the process makes a sleeping copy of itself (nb_engine::snapshot in prelude.hpp).
If the input fails, the process is ended and the copy goes on in its place, with all variables as
they were. The copy costs a few milliseconds, since fork() copies no memory until it is changed.
"""
import ctypes
import os
import re
import selectors
import signal
import subprocess
import tempfile
import time

PRELUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'prelude.hpp')
UNCAUGHT = 70  # the exit code of prelude.hpp's on_terminate
PR_SET_CHILD_SUBREAPER = 36

# After either of these every later input fails too, the marks among them.
SPOILED = re.compile(rb'Failed to materialize symbols|<<< inputs >>>:\d+:\d+: error:')


class Ended(Exception):
    """The process ended, or had to be ended, in the middle of an input. The text says why."""


class Pipe:
    """Output of the process up to its mark, \\x04 SERIAL VALUE \\x04."""

    def __init__(self, serial, hand_on):
        self.pattern = re.compile(rb'\x04%d (\d+)\x04' % serial)
        self.hand_on, self.waiting, self.value = hand_on, b'', None

    def feed(self, data):
        self.waiting += data
        found = self.pattern.search(self.waiting)
        if found:
            self.value = int(found.group(1))
            ready, self.waiting = self.waiting[:found.start()], b''
        else:
            # A mark may arrive in pieces: what could be its start waits.
            at = self.waiting.find(b'\x04')
            cut = len(self.waiting) if at < 0 else at
            ready, self.waiting = self.waiting[:cut], self.waiting[cut:]
        if ready:
            self.hand_on(ready)


class Interpreter:
    def __init__(self, program, flags):
        self.folder = tempfile.TemporaryDirectory(prefix='cells-')
        self.serial = 0
        self.copy = 0        # process id of the sleeping copy, 0 if there is none
        self.ended_copy = 0  # one that was ended and that the process has not waited for yet
        # A copy outlives its parent. It becomes our child, so that we learn how it ends.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self.process = subprocess.Popen(
            [program, *('--Xcc=' + flag for flag in flags)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**os.environ, 'LLVM_DISABLE_SYMBOLIZATION': '1'})
        self.pid = self.process.pid
        with open(PRELUDE, encoding='utf-8') as f:
            self.input(f.read(), 'prelude.hpp', lambda data: None, limit=60)

    def input(self, code, file, on_stdout, limit=None):
        """Runs code as a file of this name. (whether it ran to its end, stderr); raises Ended, with `stderr` set."""
        self.serial += 1
        # A folder of its own for each input: clang reads a file name once only.
        path = os.path.join(self.folder.name, str(self.serial), file)
        os.mkdir(os.path.dirname(path))
        with open(path, 'w', encoding='utf-8') as f:
            f.write(f'{code}\n\n;nb_engine::done = {self.serial};\n')
        lines = f'#include "{path}"\nnb_engine::mark({self.serial}, nb_engine::done);\n'
        done, stderr = self.exchange(lines, on_stdout, limit)
        return done == self.serial, stderr

    def snapshot(self):
        """Makes the copy that go_back() returns to."""
        self.serial += 1
        self.copy = self.exchange(f'nb_engine::snapshot({self.serial});\n', lambda data: None, 60)[0]
        self.ended_copy = 0

    def keep(self):
        """The input succeeded: the copy is not needed."""
        if self.copy:
            os.kill(self.copy, signal.SIGKILL)  # the process waits for it at its next snapshot
            self.copy, self.ended_copy = 0, self.copy

    def go_back(self):
        """Ends the process and goes on with the copy. False if there is none, or it fails too."""
        self.end_process()
        self.pid, self.copy = self.copy, 0
        if not self.pid:
            return False
        self.serial += 1
        try:  # What the dead process left in the pipes ends with this mark.
            self.exchange(f'nb_engine::mark({self.serial}, 0);\n', lambda data: None, 10)
        except Ended:
            return False
        return True

    def stop(self):
        """Ends everything at once, whatever it is doing."""
        for pid in self.pid, self.copy, self.ended_copy:  # the first ends, so the others become our children
            self.pid = pid
            self.end_process()
        self.pid = self.copy = self.ended_copy = 0
        self.process.poll()
        for pipe in self.process.stdin, self.process.stdout, self.process.stderr:
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        self.folder.cleanup()

    def end_process(self):
        """Kills the process. Its exit code (negative: a signal), or None if it is not ours to know."""
        if not self.pid:
            return None
        try:
            os.kill(self.pid, signal.SIGKILL)
            return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        except (ProcessLookupError, ChildProcessError):
            return None

    def exchange(self, lines, on_stdout, limit):
        """Sends lines that end with a mark and reads up to it: (the mark's value, stderr)."""
        errors = bytearray()
        pipes = {self.process.stdout: Pipe(self.serial, on_stdout),
                 self.process.stderr: Pipe(self.serial, errors.extend)}
        deadline = time.monotonic() + limit if limit else None
        why = None
        try:
            self.process.stdin.write(lines.encode())
            self.process.stdin.flush()
            with selectors.DefaultSelector() as selector:
                for pipe in pipes:
                    selector.register(pipe, selectors.EVENT_READ)
                while selector.get_map() and why is None:
                    ready = selector.select(0.02)  # the process may end without closing the pipes: its copy has them too
                    for key, _ in ready:
                        data = os.read(key.fd, 65536)
                        pipes[key.fileobj].feed(data)
                        if not data or pipes[key.fileobj].value is not None:
                            selector.unregister(key.fileobj)
                    if SPOILED.search(errors[-70000:]):
                        why = ''  # stderr says what happened
                    elif not ready and not self.alive():
                        break
                    elif deadline and time.monotonic() > deadline:
                        why = f'Stopped: it ran for more than {limit:g} s.'
        except BrokenPipeError:
            pass
        values = [pipe.value for pipe in pipes.values()]
        if why is None and None in values:
            why = self.cause_of_death()
        text = errors.decode(errors='replace').replace(self.folder.name + '/', '')
        if why is not None:
            ended = Ended(why)
            ended.stderr = text
            raise ended
        return values[0], text

    def alive(self):
        """Whether the process runs (a zombie does not)."""
        try:
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        except ChildProcessError:
            return os.path.exists(f'/proc/{self.pid}')

    def cause_of_death(self):
        code = self.end_process()
        self.pid = 0
        if code is None:
            return 'The cell ended the program.'
        if code == UNCAUGHT:
            return ''  # prelude.hpp has said what was thrown
        return f'The cell crashed ({signal.Signals(-code).name}).' if code < 0 else f'The cell ended the program (exit code {code}).'
