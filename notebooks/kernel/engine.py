"""Runs C++17 cells with clang-repl and hands out what they print and show, as notebooks store it.

Needs Python's standard library and clang-repl (Debian: clang-tools-19), no Jupyter and no conda.
The Jupyter kernel (cpp_kernel.py) and the test runner (run_notebook.py) both stand on it.
"""
import codecs
import os
import re
import shutil

import lint
from interpreter import Ended, Interpreter

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = ['clang-repl-19', 'clang-repl-20', 'clang-repl-21', 'clang-repl-22']

# -O1: a 512^3 matrix product in a cell takes 520 ms at -O0 and about 15 ms here.
# -ffp-contract=off: the same rounding as the rest of the repository.
FLAGS = ['-std=c++17', '-O1', '-ffp-contract=off', '-I' + ROOT]

PICTURE, PICTURE_END = '\x02', '\x03'  # nb.hpp writes \x02 MIME \n CONTENT \x03

# What clang-repl adds to a compiler's message, and what LLVM adds to a crash.
NOISE = re.compile(r'(?m)^(In file included from (?:<<< inputs >>>|input_line_).*|<<< inputs >>>:.*|'
                   r'error: Parsing failed\..*|fatal error: too many errors emitted.*|'
                   r'JIT session error:.*|error: Failed to materialize.*)\n?')
CRASH_REPORT = re.compile(r'(?ms)^(PLEASE submit|Stack dump| ?#0 0x).*')
MISSING_SYMBOL = re.compile(r'Symbols not found: \[ ?([^\]]*?) ?\]')

AS_BEFORE = 'The variables are as they were before this cell.'
GONE = 'The interpreter was restarted and its variables are gone: run the cells from the top.'


class CellError(Exception):
    """A cell that failed. `died`: the interpreter had to be restarted, so all its variables are gone."""

    def __init__(self, text, died=False):
        super().__init__(text)
        self.died = died


def find_program():
    """The path of clang-repl, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def split_head(code):
    """A cell as (leading comments and preprocessor lines, the rest); the rest keeps its line numbers."""
    end = depth = at = 0
    line = re.compile(r'[ \t]*(?:(?://|#)(?:[^\\\n]|\\.|\\\n)*|/\*.*?\*/[ \t]*)?(?:\n|\Z)', re.S)
    while at < len(code) and (found := line.match(code, at)):
        at = found.end()
        directive = re.match(r'\s*#\s*(if|endif)', found.group())
        if directive:
            depth += 1 if directive.group(1) == 'if' else -1
        if depth == 0:  # never cut between #if and #endif
            end = at
    return code[:end], '\n' * code.count('\n', 0, end) + code[end:]


def tidy(stderr):
    """What a reader should see of the interpreter's stderr."""
    text = re.sub(r'(?m)\b\d+/(?=cell\d*\.cpp\b)', '', stderr)
    symbols = MISSING_SYMBOL.search(text)
    if symbols and not re.search(r'(?m)^cell\d*\.cpp:\d+:\d+: (fatal )?error:', text):
        return f'Declared, but defined nowhere: {symbols.group(1)}. (A library is loaded with dlopen.)\n'
    return CRASH_REPORT.sub('', NOISE.sub('', text))


class Output:
    """Turns stdout, as it arrives, into nbformat outputs: text and pictures in order."""

    def __init__(self, emit):
        self.emit, self.text = emit, ''
        self.decoder = codecs.getincrementaldecoder('utf-8')('replace')

    def feed(self, data, last=False):
        self.text += self.decoder.decode(data, last)
        while self.text:
            plain, start, rest = self.text.partition(PICTURE)
            if plain:
                self.emit({'output_type': 'stream', 'name': 'stdout', 'text': plain})
            picture, end, after = rest.partition(PICTURE_END)
            if not end:  # no picture, or the rest of it is still on its way
                self.text = '' if last else start + rest
                return
            mime, _, content = picture.partition('\n')
            self.emit({'output_type': 'display_data', 'data': {mime: content}, 'metadata': {}})
            self.text = after


class Engine:
    """Runs cells one after the other. The interpreter starts with the first."""

    def __init__(self, limit=None, flags=FLAGS):
        """`limit`: the most seconds that a cell may run (None: no limit)."""
        self.program = find_program()
        if not self.program:
            raise FileNotFoundError('clang-repl is missing: apt install clang-tools-19')
        self.limit, self.flags, self.interpreter = limit, flags, None

    def run(self, code, emit, name='cell', snapshot=True):
        """Runs one cell and hands its outputs (nbformat dictionaries) to `emit` as they come.

        `name` is what compiler messages call the cell. Raises CellError. After that, or after
        KeyboardInterrupt, the variables are as before the cell, unless the error says they are gone.
        Without `snapshot`, which takes a fraction of a second, any failure costs the variables.
        """
        for problem in lint.fatal_problems(code):
            raise CellError(problem)
        # Includes are an input of their own, so that a slip in the code does not undo them.
        head, body = split_head(code)
        if '#' in head:
            self.run_part(head, emit, name + '.cpp', snapshot)
        if body.strip():
            self.run_part(body, emit, name + '.cpp', snapshot)

    def run_part(self, code, emit, file, snapshot):
        output = Output(emit)
        try:
            if not self.interpreter:
                self.interpreter = Interpreter(self.program, self.flags)
            if snapshot:
                self.interpreter.snapshot()
            ran, stderr = self.interpreter.input(code, file, output.feed, self.limit)
        except Ended as e:
            output.feed(b'', last=True)
            text = f'{tidy(e.stderr)}{e}'.strip()
            raise CellError(f'{text}\n{self.go_back()}', died=not self.interpreter) from None
        except KeyboardInterrupt:
            raise KeyboardInterrupt(self.go_back()) from None
        output.feed(b'', last=True)
        text = tidy(stderr)
        if not ran:
            if 'error: redefinition of' in text:
                text += 'A name is defined once: restart the kernel, or try things out in a { block }.\n'
            self.go_back()
            raise CellError(text.strip(), died=not self.interpreter)
        self.interpreter.keep()
        if text:
            emit({'output_type': 'stream', 'name': 'stderr', 'text': text})

    def go_back(self):
        """To the variables before the failed cell, if that is possible. Says what was done."""
        if self.interpreter and self.interpreter.go_back():
            return AS_BEFORE
        self.stop()
        return GONE

    def stop(self):
        """Ends the interpreter, whatever it is doing. The next cell starts a fresh one."""
        if self.interpreter:
            self.interpreter.stop()
            self.interpreter = None
