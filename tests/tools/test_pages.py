"""The check of pages sees every way in which a page can drift from the code and the runs."""
import contextlib
import io
import os
import stat
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import pages  # noqa: E402

CODE = "int a;\n// [part]\n  int b;\n    int c;\n// [/part]\nint d;\n"
PROGRAM = "#!/bin/sh\necho 'epoch  loss'\necho '1  0.5000   12.3 s'\necho '2  0.2500   1,234 images/s'\necho 'done'\n"


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.old_root, pages.ROOT = pages.ROOT, self.folder.name
        self.addCleanup(setattr, pages, "ROOT", self.old_root)
        self.put("code.hpp", CODE)
        self.put("bin/07_x", PROGRAM)
        os.chmod(os.path.join(self.folder.name, "bin/07_x"), stat.S_IRWXU)

    def put(self, path, text):
        path = os.path.join(self.folder.name, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def problems(self, text, write=False):
        """How many problems the page has, and what it reads afterwards."""
        page = self.put("page.md", text)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            count = pages.update(page, pages.Runner(os.path.join(self.folder.name, "bin")), write)[0]
        self.said = out.getvalue()
        with open(page, encoding="utf-8") as file:
            return count, file.read()

    def run_block(self, body, options=""):
        return f"<!-- run: 07{options} -->\n```text\n{body}```\n"

    def test_code_is_the_lines_of_the_file(self):
        self.assertEqual(self.problems("<!-- code: code.hpp#part -->\n```cpp\nint b;\n  int c;\n```\n")[0], 0)
        self.assertEqual(self.problems("<!-- code: code.hpp#part -->\n```cpp\nint b;\n  int e;\n```\n")[0], 1)
        self.assertEqual(self.problems("<!-- code: code.hpp#gone -->\n```cpp\nint b;\n```\n")[0], 1)
        self.assertEqual(self.problems("<!-- code: gone.hpp#part -->\n```cpp\nint b;\n```\n")[0], 1)

    def test_a_transcript_may_differ_in_time_and_in_the_last_digits(self):
        good = "epoch  loss\n1 0.5001 99 s\n2  0.25  7 images/s\ndone\n"
        self.assertEqual(self.problems(self.run_block(good))[0], 0)
        self.assertEqual(self.problems(self.run_block(good.replace("0.5001", "0.51")))[0], 1)
        self.assertEqual(self.problems(self.run_block(good.replace("done", "Done")))[0], 1)
        self.assertEqual(self.problems(self.run_block(good.replace("done\n", "")))[0], 1)
        self.assertEqual(self.problems(self.run_block(""))[0], 1)

    def test_dots_stand_for_lines_left_out(self):
        self.assertEqual(self.problems(self.run_block("epoch loss\n...\ndone\n"))[0], 0)
        self.assertEqual(self.problems(self.run_block("...\n2 0.25 7 images/s\n...\n"))[0], 0)
        self.assertEqual(self.problems(self.run_block("...\n3 0.25 7 images/s\n...\n"))[0], 1)
        self.assertEqual(self.problems(self.run_block("...\nepoch loss\n"))[0], 1)

    def test_a_slice_of_the_output(self):
        self.assertEqual(self.problems(self.run_block("2 0.25 7 images/s\ndone\n", " | from ^2"))[0], 0)
        self.assertEqual(self.problems(self.run_block("1 0.5 7 s\n2 0.25 7 images/s\n", " | from ^1 | to ^2"))[0], 0)
        self.assertEqual(self.problems(self.run_block("done\n", " | from ^2"))[0], 1)
        self.assertEqual(self.problems(self.run_block("done\n", " | from ^9"))[0], 1)

    def test_write_brings_a_page_up_to_date(self):
        text = self.run_block("old\n", " | from ^2") + "<!-- code: code.hpp#part -->\n```cpp\n```\n"
        count, new = self.problems(text, write=True)
        self.assertEqual(count, 0)
        self.assertIn("2  0.2500   1,234 images/s\ndone\n```", new)
        self.assertIn("```cpp\nint b;\n  int c;\n```", new)

    def test_a_failing_program_is_a_problem_and_a_missing_one_a_visible_skip(self):
        self.put("bin/07_x", "#!/bin/sh\nexit 3\n")
        self.assertEqual(self.problems(self.run_block("x\n"))[0], 1)
        self.assertEqual(self.problems("<!-- run: 08 -->\n```text\nx\n```\n")[0], 0)
        self.assertIn("skipped", self.said)

    def test_a_marker_without_its_block(self):
        self.assertEqual(self.problems("<!-- run: 07 -->\n\ntext\n")[0], 1)

    def test_links_and_pictures(self):
        self.assertEqual(self.problems("[code](code.hpp) [web](https://example.org) ![curve](code.hpp)")[0], 0)
        self.assertEqual(self.problems("[code](gone.hpp)")[0], 1)
        self.assertEqual(self.problems("![](code.hpp)")[0], 1)


if __name__ == "__main__":
    unittest.main()
