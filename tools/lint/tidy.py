#!/usr/bin/env python3
"""Runs clang-tidy over everything that a build folder compiles: tidy.py BUILD_FOLDER.

Of an exercise only the solution is looked at: stubs and wrong solutions are wrong on purpose.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor


def wanted(entry):
    command = entry["command"]
    return "DLS_EXERCISE=" not in command or "/solutions/" in command


def check(tidy, folder, source):
    done = subprocess.run([tidy, "--quiet", "-p", folder, source], capture_output=True, text=True, check=False)
    return source, done.returncode, done.stdout


def main(build):
    tidy = shutil.which("clang-tidy-19") or shutil.which("clang-tidy")
    if tidy is None:
        print("clang-tidy is not installed: apt install clang-tidy-19")
        return 1
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = [e for e in json.load(file) if wanted(e)]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
            json.dump(entries, file)
        sources = sorted({e["file"] for e in entries})
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for source, status, text in pool.map(lambda s: check(tidy, folder, s), sources):
                if status != 0:
                    bad += 1
                    print(f"{os.path.relpath(source)}:\n{text}")
    print(f"clang-tidy: {len(sources)} files, {bad} with findings")
    return 1 if bad or not sources else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
