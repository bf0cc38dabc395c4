#!/usr/bin/env python3
"""Checks who includes whom. A folder may only know the folders below it:

    chapters, exercises, solutions -> common       a chapter never includes another chapter
    tests, notebooks, tools        -> everything   common never includes a chapter
    common: core <- math <- autograd <- nn, optim <- models;  core <- io <- data, report;  core <- dist
            simt knows core's error.hpp alone, and report; its cuBLAS and NCCL parts also math and dist

includes.py [ROOT]: prints every include that breaks a rule; exit status 1 if there is one.
"""
import os
import re
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)
SOURCE = (".hpp", ".h", ".cpp", ".cu", ".cuh")
FOLDERS = ("common", "chapters", "exercises", "solutions", "tests", "tools", "notebooks")

# Which folders of common/ a folder of common/ may include, itself aside.
COMMON = {
    "core": set(),
    "math": {"core"},
    "autograd": {"core", "math"},
    "nn": {"core", "math", "autograd"},
    "optim": {"core", "math", "autograd"},
    "models": {"core", "math", "autograd", "nn", "optim"},
    "io": {"core"},
    "data": {"core", "io"},
    "report": {"core", "io"},
    "dist": {"core"},
    "simt": {"core", "report", "math", "dist"},
}


def resolve(root, path, include):
    """The included file relative to the root: next to the including file, or from the root."""
    near = os.path.normpath(os.path.join(os.path.dirname(path), include))
    return near if os.path.exists(os.path.join(root, near)) else os.path.normpath(include)


def problem(path, target):
    """What is wrong with `path` including `target` (both relative to the root), or None."""
    here, there = path.split("/"), target.split("/")
    if here[0] in ("tests", "tools", "notebooks"):
        return None
    if here[0] == "common":
        if there[0] != "common":
            return f"common/ never includes {there[0]}/"
        mine, other = here[1], there[1]
        if mine not in COMMON:
            return f"common/{mine} is unknown: enter it in tools/lint/includes.py"
        if other != mine and other not in COMMON[mine]:
            allowed = ", ".join(sorted(COMMON[mine])) or "nothing else"
            return f"common/{mine} may include {allowed}, not common/{other}"
        return None
    if there[0] == "common" or there[:2] == here[:2]:
        return None
    return f"{here[0]}/{here[1]} may include common/ and itself, not {'/'.join(there[:2])}"


def sources(root):
    for folder in FOLDERS:
        for base, _, files in os.walk(os.path.join(root, folder)):
            for name in sorted(files):
                if name.endswith(SOURCE):
                    yield os.path.relpath(os.path.join(base, name), root)


def main(root):
    bad = count = 0
    for path in sources(root):
        count += 1
        try:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError) as error:
            bad += 1
            print(f"{path}: cannot be read as text: {error}")
            continue
        for match in INCLUDE.finditer(text):
            target = resolve(root, path, match.group(1))
            wrong = None
            if target.split("/")[0] in FOLDERS:
                wrong = problem(path, target)
            elif not os.path.exists(os.path.join(root, target)):
                wrong = "there is no such file (a path starts at the root: \"common/core/error.hpp\")"
            if wrong:
                bad += 1
                line = text.count("\n", 0, match.start()) + 1
                print(f"{path}:{line}: includes \"{match.group(1)}\": {wrong}")
    if not count:
        print(f"{root} has no source file in {', '.join(FOLDERS)}")
    else:
        print(f"{count} files: " + (f"{bad} includes break a rule" if bad else "all includes obey the rules"))
    return 1 if bad or not count else 0


if __name__ == "__main__":
    here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if len(sys.argv) > 2:
        sys.exit("includes.py [ROOT]: takes one folder at most")
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else here))
