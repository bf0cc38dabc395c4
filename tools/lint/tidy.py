#!/usr/bin/env python3
"""The second compiler and clang-tidy over everything that a build folder compiles: tidy.py BUILD_FOLDER.

Every file must compile without a warning (only parsed: no code is generated; the clang preset joins the files of a
library into one, which reads their headers once). What people read and build upon, common/,
chapters/, tools/ and the solutions, must pass clang-tidy as well, which reports the compiler's warnings, too. Stubs and
wrong solutions are wrong on purpose.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def is_read_by_people(entry):
    path = os.path.relpath(entry["file"], ROOT)
    return "tests/" not in path or path.endswith("_solutions.cpp")


def parse_only(entry):
    command = re.sub(r" -o \S+", "", entry["command"]) + " -fsyntax-only"
    return subprocess.run(command, shell=True, cwd=entry["directory"], capture_output=True, text=True, check=False)


def tidy(program, entry):
    with tempfile.TemporaryDirectory() as folder:  # one command: a file may be compiled in several ways
        with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
            json.dump([entry], file)
        settings = "--config-file=" + os.path.join(ROOT, ".clang-tidy")  # also for a file written by the build
        return subprocess.run([program, "--quiet", settings, "-p", folder, entry["file"]], capture_output=True,
                              text=True, check=False)


def main(build):
    program = shutil.which("clang-tidy-19") or shutil.which("clang-tidy")
    if program is None:
        print("clang-tidy is not installed: apt install clang-tidy-19")
        return 1
    listed = os.path.join(build, "compile_commands.json")
    try:
        with open(listed, encoding="utf-8") as file:
            entries = [e for e in json.load(file) if os.path.isdir(e["directory"]) and e["file"]
                       and not e["file"].endswith("_gates.cpp") and "DLS_EXERCISE=" not in e["command"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{listed} is no list of compile commands ({error!r}): configure that folder with cmake --preset clang")
        return 1
    bad = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        def check(entry):
            return entry, tidy(program, entry) if is_read_by_people(entry) else parse_only(entry)
        for entry, done in pool.map(check, entries):
            if done.returncode != 0:
                bad += 1
                print(f"{os.path.relpath(entry['file'], ROOT)}:\n{done.stdout}{done.stderr}")
    print(f"clang: {len(entries)} files, {bad} with findings")
    return 1 if bad or not entries else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
