"""The lint of the glossary finds every kind of wrong row and every term that is used too early, and only those."""
import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools", "lint"))
import glossary  # noqa: E402

ONE, TWO = "[01 one](01_one/README.md)", "[02 two](02_two/README.md)"
ROWS = ["| Term | 中文 | PyTorch | introduced in |", "|---|---|---|---|",
        f"| forward pass | 前向传播 | `nn.Module.forward` | {ONE} |",
        f"| loss | 损失 | – | {ONE} |",
        "| stream | 流 | `torch.cuda.Stream`, `torch.Stream` | 03 three (planned) |",
        f"| view (alias) | 视图 | `Tensor.view` | {TWO} |"]
HEAD = "# 01 · The loss\n\nAfterwards you know a loss.\n\n## What you will see\n\nA loss, before it is explained.\n\n"
BODY = "## The idea of a loss\n\nThe **loss** says\nhow wrong. The *forward pass* computes it.\n\n"
TAIL = "## Where it leads\n\nTo views and streams.\n\n## Sources\n\nA view.\n"
PAGE_1 = HEAD + BODY + TAIL
PAGE_2 = "# 02\n\n## The idea\n\nA **view** of losses.\n"


def lint(rows=ROWS, page_1=PAGE_1, page_2=PAGE_2):
    """The exit status and the output of the lint over a made-up course of two pages."""
    files = {"GLOSSARY.md": "# Glossary\n\n" + "\n".join(rows) + "\n", "01_one/README.md": page_1,
             "02_two/README.md": page_2}
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        for path, text in files.items():
            if text is not None:
                (root / "chapters" / path).parent.mkdir(parents=True, exist_ok=True)
                (root / "chapters" / path).write_text(text, "utf-8")
        with contextlib.redirect_stdout(io.StringIO()) as out:
            status = glossary.main(root)
    return status, out.getvalue()


class Glossary(unittest.TestCase):
    def passes(self, **files):
        status, text = lint(**files)
        self.assertEqual(status, 0, text)

    def breaks(self, words, **files):
        """Exactly one problem, which says `words`."""
        status, text = lint(**files)
        self.assertEqual(status, 1, text)
        self.assertIn(words, text)
        self.assertIn(" 1 problems", text)

    def with_row(self, old, new):
        return [row.replace(old, new) for row in ROWS]

    def test_a_right_course_passes(self):
        status, text = lint()
        self.assertEqual((status, text), (0, "4 terms, 2 pages: in order\n"))

    def test_rows_are_sorted(self):
        swapped = ROWS[:2] + [ROWS[3], ROWS[2]] + ROWS[4:]
        self.breaks("GLOSSARY.md:6: 'forward pass' must stand before 'loss'", rows=swapped)

    def test_rows_are_complete(self):
        self.breaks("GLOSSARY.md:7: a row has four cells", rows=self.with_row("| 流 ", ""))
        self.breaks("GLOSSARY.md:7: a row has four cells", rows=self.with_row("| 流 |", "|  |"))
        self.breaks("'flow' is not Chinese", rows=self.with_row("流", "flow"))
        self.breaks("must stand in backquotes", rows=self.with_row("`Tensor.view`", "Tensor.view"))
        self.breaks("should read: term, or term (another name)", rows=self.with_row("| stream ", "| stream (a ) b "))

    def test_an_empty_glossary_or_course_is_no_success(self):
        self.assertIn("no row found", lint(rows=[])[1])
        self.assertEqual(lint(rows=ROWS[:2] + [ROWS[4]], page_1=None, page_2=None)[0], 1)

    def test_no_term_stands_twice(self):
        self.breaks("'loss' stands in line 6, too", rows=ROWS[:4] + [ROWS[3]] + ROWS[4:])
        self.breaks("'Forward pass' stands in line 5, too", rows=self.with_row("| loss |", "| loss (Forward pass) |"))

    def test_the_last_cell_leads_to_a_page(self):
        self.breaks("must be [01 autograd]", rows=self.with_row("03 three (planned)", "03 three"))
        self.breaks("leads to no page of chapter 02", rows=self.with_row("02_two", "02_gone"))
        self.breaks("leads to no page of chapter 03", rows=self.with_row("[02 two]", "[03 two]"))

    def test_a_planned_page_that_exists_must_be_linked(self):
        self.breaks("chapter 02 has its page now", rows=self.with_row(TWO, "02 two (planned)"))

    def test_a_later_term_is_found_with_its_line(self):
        line = (HEAD + BODY).count("\n") + 1
        for use in ("A view of it.", "VIEWS!", "the view's end", "see [a view](x.md)", "Every alias.", "数据view数据"):
            self.breaks(f"chapters/01_one/README.md:{line}: uses 'view', which chapter 02",
                        page_1=HEAD + BODY + use + "\n" + TAIL)
        self.breaks("uses 'stream', which chapter 03", page_2=PAGE_2 + "\nA\nstream.\n")
        self.breaks("README.md:1: uses 'view'", page_1=PAGE_1.replace("The loss\n", "The loss and its view\n"))

    def test_a_phrase_is_found_over_a_line_end_and_with_hyphens(self):
        rows = self.with_row("stream", "side stream")
        for use in ("a side\nstream", "side-streams", "SIDE_STREAM"):
            self.breaks("uses 'side stream'", rows=rows, page_2=PAGE_2 + "\n" + use + ".\n")

    def test_what_is_no_use(self):
        for text in ("preview, viewer, my_view", "`a view`", "```cpp\nview view;\n```", "[there](view.md)",
                     "<!-- a view -->", "    y = view(x)", "https://view.org/view"):
            self.passes(page_1=HEAD + BODY + text + "\n\n" + TAIL)

    def test_the_exempt_sections_end(self):
        self.breaks("uses 'view'", page_1=PAGE_1 + "\n## More\n\nA view.\n")

    def test_a_page_may_look_ahead_a_little(self):
        self.passes(page_1=HEAD + BODY + "<!-- ahead: view -->\nA view.\n" + TAIL)
        self.passes(page_1=HEAD + BODY + "<!-- ahead: Stream, view -->\nA view of streams.\n" + TAIL)
        self.breaks("uses 'stream'", page_1=HEAD + BODY + "<!-- ahead: view -->\nA view of streams.\n" + TAIL)
        self.breaks("allows 'stream', which is no later term that this page uses",
                    page_1=HEAD + BODY + "<!-- ahead: stream, view -->\nA view.\n" + TAIL)
        self.breaks("allows 'loss'", page_1=HEAD + BODY + "<!-- ahead: loss -->\n" + TAIL)

    def test_looking_ahead_has_a_limit(self):
        names = [f"zeta{i}" for i in range(6)]
        rows = ROWS + [f"| {name} | 词 | – | 04 four (planned) |" for name in names]
        for count in (5, 6):
            page = HEAD + BODY + f"<!-- ahead: {', '.join(names[:count])} -->\n{' '.join(names[:count])}\n" + TAIL
            if count == 5:
                self.passes(rows=rows, page_1=page)
            else:
                self.breaks("looks ahead to 6 terms, at most 5", rows=rows, page_1=page)

    def test_a_page_introduces_its_terms(self):
        self.breaks("should introduce 'view' (GLOSSARY.md:8), but never uses it", page_2="# 02\n\n## Idea\n\nNothing.\n")
        self.breaks("should introduce 'forward pass'", page_1=PAGE_1.replace("*forward pass*", "`forward pass`"))

    def test_the_first_use_is_bold_or_italic(self):
        self.breaks("'loss' is neither bold nor italic at its first use, \"The loss says how wrong.",
                    page_1=PAGE_1.replace("**loss**", "loss"))
        self.breaks("'loss' is neither", page_1=PAGE_1.replace("The **loss**", "A loss.\n\nThe **loss**"))
        self.breaks("'loss' is neither", page_1=PAGE_1.replace("The **loss**", "- A loss.\n- The **loss**"))
        self.breaks("'loss' is neither", page_1=PAGE_1.replace("The **loss**", "2 * loss * 3"))
        self.passes(page_1=PAGE_1.replace("**loss**", "*loss in words*"))


if __name__ == "__main__":
    unittest.main()
