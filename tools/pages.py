#!/usr/bin/env python3
"""Keeps the pages true: code on a page is taken from the files, transcripts from runs.

    <!-- code: chapters/01_autograd/tape.hpp#backward -->     the next ```cpp block equals the lines between
                                                              // [backward] and // [/backward] of that file
    <!-- run: 01 --quick --section tape -->                   the next ```text block equals what the program
                                                              of chapter 01 prints with these options
    <!-- run: 01 --section tape | from epoch | to final -->   of that only the lines from the first that matches
                                                              a regular expression to the next that matches another

pages.py --check [--bin DIR]   says where a page and the truth differ, exit status 1 if anywhere
pages.py --write [--bin DIR]   brings the pages up to date

In a transcript numbers may differ by 1e-3, whatever reads as a time or a rate may differ freely, and a line
"..." stands for any lines left out. Links between files must lead somewhere, pictures must have alt text.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BLOCK = re.compile(r"<!-- (code|run): ([^\n]*?) -->\n+```(\w*)\n(.*?)^```$", re.S | re.M)
TIME = re.compile(r"~?[\d.,]+ ?(?:[\w-]+/s|GFLOP/s|MB/s|GB/s|ns|us|ms|s|min)\b")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


class Skip(Exception):
    """A transcript that cannot be checked here, with the reason."""


def section(path, name):
    """The lines of a file between // [name] and // [/name], with the common indent removed."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        lines = file.read().splitlines()
    begin = [i for i, line in enumerate(lines) if line.strip() in (f"// [{name}]", f"# [{name}]")]
    end = [i for i, line in enumerate(lines) if line.strip() in (f"// [/{name}]", f"# [/{name}]")]
    if len(begin) != 1 or len(end) != 1 or end[0] < begin[0]:
        raise ValueError(f"{path} has no section '{name}': it needs one line // [{name}] and one line // [/{name}]")
    body = lines[begin[0] + 1:end[0]]
    indent = min((len(l) - len(l.lstrip()) for l in body if l.strip()), default=0)
    return "\n".join(l[indent:] for l in body) + "\n"


def slice_lines(text, pieces):
    """Applies '| from REGEX' and '| to REGEX'."""
    lines = text.splitlines()
    for piece in pieces:
        word, _, pattern = piece.strip().partition(" ")
        try:
            hits = [i for i, line in enumerate(lines) if re.search(pattern, line)]
        except re.error as error:
            raise ValueError(f"'{pattern}' is no regular expression: {error}") from None
        if word not in ("from", "to") or not hits:
            raise ValueError(f"no line of the output matches '{piece.strip()}'")
        lines = lines[hits[0]:] if word == "from" else lines[:hits[0] + 1]
    return "\n".join(line.rstrip() for line in lines) + "\n"


class Runner:
    """Runs chapter programs, each distinct command once."""

    def __init__(self, binaries):
        self.binaries, self.seen = binaries, {}

    def output(self, command):
        command, *pieces = command.split(" | ")
        if command not in self.seen:
            self.seen[command] = self.run(command.split())
        return slice_lines(self.seen[command], pieces)

    def run(self, words):
        if not words:
            raise ValueError("the marker names no chapter: <!-- run: 01 --quick -->")
        found = [p for p in glob.glob(os.path.join(self.binaries, words[0] + "_*")) if os.access(p, os.X_OK)]
        if not found:
            raise Skip(f"the program of chapter {words[0]} is not built in {self.binaries}")
        datasets = found[0] + ".datasets"
        if "--quick" not in words and "--section" not in words and os.path.exists(datasets):
            with open(datasets, encoding="utf-8") as file:
                for name in file.read().split():
                    if not os.path.isdir(os.path.join(ROOT, "data", name)):
                        raise Skip(f"data/{name} is not there (./learn data get {name})")
        with tempfile.TemporaryDirectory() as out:
            done = subprocess.run([found[0], *words[1:], "--out", out], capture_output=True, text=True, cwd=ROOT,
                                  timeout=600, check=False)
            if done.returncode != 0:
                raise ValueError(f"'{' '.join(words)}' ended with status {done.returncode}:\n{done.stderr}")
            return done.stdout.replace(out, "out/" + os.path.basename(found[0]))


def same_line(a, b):
    a, b = TIME.sub("(time)", a), TIME.sub("(time)", b)
    if NUMBER.sub("#", a).split() != NUMBER.sub("#", b).split():
        return False
    pairs = zip(NUMBER.findall(a), NUMBER.findall(b))
    return all(abs(float(x) - float(y)) <= 1e-3 * max(abs(float(x)), abs(float(y))) for x, y in pairs)


def same_text(page, truth):
    """Line by line; '...' on the page matches any number of lines."""
    parts, part = [], []
    for line in page.splitlines():
        if line.strip() == "...":
            parts, part = parts + [part], []
        else:
            part.append(line)
    parts.append(part)
    lines, at = truth.splitlines(), 0
    if len(parts) == 1:  # nothing is left out, so every line counts
        return len(part) == len(lines) and all(map(same_line, part, lines))
    for n, part in enumerate(parts):
        starts = range(at, len(lines) - len(part) + 1)
        if n == 0:
            starts = range(0, 1)
        if n == len(parts) - 1:
            starts = [s for s in starts if s + len(part) == len(lines) or not part]
        hit = next((s for s in starts if s + len(part) <= len(lines) and all(map(same_line, part, lines[s:s + len(part)]))), None)
        if hit is None:
            return False
        at = hit + len(part)
    return True


def truth_of(kind, what, runner):
    if kind == "run":
        return runner.output(what)
    path, _, name = what.partition("#")
    return section(path, name)


def check_links(page, text):
    """Every relative link leads to a file, every picture has alt text."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
    for picture, label, target in LINK.findall(prose):
        if picture and not label.strip():
            yield f"the picture {target} has no alt text"
        if re.match(r"[a-z]+:|#", target):
            continue
        if not os.path.exists(os.path.join(os.path.dirname(page), target.split("#")[0])):
            yield f"the link to {target} leads nowhere"


def update(page, runner, write):
    """Checks (or rewrites) one page; returns the numbers of problems and of blocks."""
    name = os.path.relpath(page, ROOT)
    try:
        with open(page, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        print(f"{name}: cannot be read as a page: {error}")
        return 1, 0
    problems = list(check_links(page, text))
    blocks = []

    def visit(match):
        kind, what, language, old = match.groups()
        blocks.append(what)
        try:
            new = truth_of(kind, what, runner)
        except Skip as reason:
            print(f"{name}: skipped '{what}': {reason}")
            return match.group()
        except (ValueError, OSError, subprocess.TimeoutExpired) as error:
            problems.append(f"'{what}': {error}")
            return match.group()
        if old == new or (kind == "run" and same_text(old, new)):
            return match.group()
        if write and "\n...\n" not in "\n" + old:
            return match.group().replace(f"```{language}\n{old}```", f"```{language}\n{new}```")
        problems.append(f"'{what}' differs\n--- page\n{old}--- truth\n{new}")
        return match.group()

    new_text = BLOCK.sub(visit, text)
    markers = len(re.findall(r"<!-- (?:code|run):", text))
    if markers != len(blocks):
        problems.append(f"{markers} markers, but {len(blocks)} of them stand before a ``` block")
    if write and new_text != text:
        with open(page, "w", encoding="utf-8") as file:
            file.write(new_text)
        print(f"{name}: written")
    for problem in problems:
        print(f"{name}: {problem}")
    return len(problems), len(blocks)


def main():
    parser = argparse.ArgumentParser(description="Checks the pages against files and runs.")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--check", action="store_true")
    mode.add_argument("--write", action="store_true")
    parser.add_argument("--bin", default=os.path.join(ROOT, "build/default/bin"))
    parser.add_argument("pages", nargs="*", help="all pages when none is named")
    options = parser.parse_args()
    pages = [os.path.abspath(p) for p in options.pages]
    if not pages:
        try:
            listed = subprocess.run(["git", "ls-files", "-zco", "--exclude-standard", "*.md"], cwd=ROOT,
                                    capture_output=True, text=True, check=True).stdout
            pages = [os.path.join(ROOT, p) for p in listed.split("\0")
                     if p and os.path.exists(os.path.join(ROOT, p))]
        except (OSError, subprocess.CalledProcessError):  # a copy without git
            pages = [p for p in glob.glob(os.path.join(ROOT, "**/*.md"), recursive=True)
                     if os.path.relpath(p, ROOT).split("/")[0] not in ("build", "data", "out", "my")]
    runner = Runner(os.path.abspath(options.bin))
    results = [update(page, runner, options.write) for page in pages]
    problems, blocks = (sum(r[i] for r in results) for i in (0, 1))
    print(f"{len(pages)} pages, {blocks} blocks: " + (f"{problems} problems" if problems else "all true"))
    return 1 if problems or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
