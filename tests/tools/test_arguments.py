"""Whatever the tools in Python are given, they answer with a sentence and a status that is not 0, never a traceback."""
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGES, GLOSSARY, INCLUDES, TIDY, LINT, RUN = (os.path.join(ROOT, path) for path in (
    "tools/pages.py", "tools/lint/glossary.py", "tools/lint/includes.py", "tools/lint/tidy.py",
    "notebooks/kernel/lint.py", "notebooks/kernel/run_notebook.py"))


class Arguments(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(self.path("folder"))
        self.put("binary", b"\x7fELF\xd0\x00\xff")
        self.put("text", b"no JSON, no page")
        self.put("number", b"3")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def put(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)

    def refuses(self, words, tool, *arguments):
        """Runs the tool in the temporary folder; its status is 1 or 2, and what it prints says `words`."""
        done = subprocess.run([sys.executable, "-B", tool, *arguments], cwd=self.folder.name, capture_output=True,
                              text=True, check=False)
        said = done.stdout + done.stderr
        self.assertIn(done.returncode, (1, 2), said)
        self.assertIn(words, said)
        self.assertNotIn("Traceback", said)
        self.assertLess(len(said), 1500, said)

    def test_notebooks(self):
        for tool in (LINT, RUN):
            self.refuses("No such file", tool, "gone")
            self.refuses("Is a directory", tool, "folder")
            for name in ("binary", "text"):
                self.refuses("cannot be read as JSON", tool, name)
            for content in (b"3", b"[1]", b'{"cells": 3}', b'{"cells": [{}]}', b'{"cells": [{"cell_type": "code"}]}'):
                self.refuses("is JSON, but no notebook", tool, self.put("x.ipynb", content))
        self.refuses("Which notebooks?", LINT)
        self.refuses("required: NOTEBOOK", RUN)
        self.refuses("invalid float value: 'x'", RUN, "--limit", "x", "text")

    def test_pages(self):
        self.refuses("required", PAGES)
        self.refuses("No such file", PAGES, "--check", "gone")
        self.refuses("Is a directory", PAGES, "--check", "folder")
        for mode in ("--check", "--write"):
            self.refuses("cannot be read as a page", PAGES, mode, "binary")
        page = self.put("page.md", b"<!-- run:  -->\n```text\n```\n")
        self.refuses("the marker names no chapter", PAGES, "--check", page)
        os.chmod(self.put("bin/77_x", b"#!/bin/sh\necho a\n"), 0o755)
        page = self.put("page.md", b"<!-- run: 77 | from [ -->\n```text\n```\n")
        self.refuses("'[' is no regular expression", PAGES, "--check", "--bin", "bin", page)

    def test_glossary(self):
        self.refuses("GLOSSARY.md cannot be read: No such file", GLOSSARY, "gone")
        self.refuses("GLOSSARY.md cannot be read: Not a directory", GLOSSARY, "text")
        self.refuses("one folder at most", GLOSSARY, "folder", "folder")
        self.put("course/chapters/GLOSSARY.md", b"\xff\xfe")
        self.refuses("is no UTF-8 text", GLOSSARY, "course")

    def test_includes(self):
        for name in ("gone", "folder", "text"):
            self.refuses(f"{name} has no source file in common, chapters", INCLUDES, name)
        self.refuses("one folder at most", INCLUDES, "folder", "folder")
        self.put("tree/common/core/x.hpp", b"\xff\xfe")
        self.refuses("common/core/x.hpp: cannot be read as text", INCLUDES, "tree")

    def test_tidy(self):
        os.chmod(self.put("bin/clang-tidy", b"#!/bin/sh\n"), 0o755)  # the arguments count, not what is installed
        old = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", old)
        os.environ["PATH"] = self.path("bin") + ":" + old
        self.refuses("tidy.py BUILD_FOLDER", TIDY)
        for name in ("gone", "folder", "text"):
            self.refuses("is no list of compile commands", TIDY, name)
        for content in (b"no JSON", b"3", b"[3]", b"[{}]", b"\xff"):
            self.put("build/compile_commands.json", content)
            self.refuses("is no list of compile commands", TIDY, "build")
        self.put("build/compile_commands.json", b"[]")
        self.refuses("0 files", TIDY, "build")


if __name__ == "__main__":
    unittest.main()
