"""The lint of includes finds every kind of wrong include, and only those."""
import contextlib
import io
import os
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools", "lint"))
import includes  # noqa: E402


def lint(files):
    """The exit status and the output of the lint over a made-up tree {path: text}."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            status = includes.main(root)
    return status, out.getvalue()


BASE = {
    "common/core/error.hpp": "#pragma once\n",
    "common/io/file.hpp": '#include "common/core/error.hpp"\n#include <vector>\n',
    "common/nn/linear.hpp": "",
    "chapters/01_a/tape.hpp": '#include "common/io/file.hpp"\n',
    "chapters/01_a/main.cpp": '#include "tape.hpp"\n#include "chapters/01_a/tape.hpp"\n',
    "chapters/02_b/main.cpp": "",
    "tests/chapters/01_a/x_tests.cpp": '#include "chapters/01_a/tape.hpp"\n',
}


class Includes(unittest.TestCase):
    def broken(self, path, line, words):
        status, text = lint({**BASE, path: "// a comment\n" + line + "\n"})
        self.assertEqual(status, 1, text)
        self.assertIn(f"{path}:2:", text)
        self.assertIn(words, text)

    def test_a_right_tree_passes(self):
        status, text = lint(BASE)
        self.assertEqual(status, 0, text)
        self.assertIn("7 files", text)

    def test_a_chapter_never_includes_another(self):
        self.broken("chapters/02_b/main.cpp", '#include "chapters/01_a/tape.hpp"', "may include common/ and itself")
        self.broken("chapters/02_b/main.cpp", '  #  include "../01_a/tape.hpp"', "may include common/ and itself")

    def test_an_exercise_never_includes_a_chapter(self):
        self.broken("exercises/01_a/1_x.hpp", '#include "chapters/01_a/tape.hpp"', "may include common/ and itself")

    def test_common_never_includes_a_chapter(self):
        self.broken("common/io/file.cpp", '#include "chapters/01_a/tape.hpp"', "common/ never includes chapters/")

    def test_common_folders_know_only_those_below(self):
        self.broken("common/core/bad.hpp", '#include "common/io/file.hpp"', "may include nothing else")
        self.broken("common/io/bad.hpp", '#include "common/nn/linear.hpp"', "not common/nn")

    def test_a_new_folder_of_common_must_be_entered(self):
        self.broken("common/new/x.hpp", '#include "common/core/error.hpp"', "is unknown")

    def test_an_include_that_leads_nowhere(self):
        self.broken("chapters/01_a/main.cpp", '#include "gone.hpp"', "no such file")

    def test_an_empty_tree_is_no_success(self):
        self.assertEqual(lint({"README.md": ""} | {"x/y": ""})[0], 1)


if __name__ == "__main__":
    unittest.main()
