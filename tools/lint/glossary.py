#!/usr/bin/env python3
"""Checks chapters/GLOSSARY.md and that no page uses a term before the chapter that introduces it.

A row of the glossary:  | term (another name) | Chinese | `PyTorch name` or – | where it is introduced |
The last cell is a link, [01 autograd](01_autograd/README.md), or, until that page exists, "02 tensors (planned)".

  - Rows are sorted by term and complete, no term stands twice.
  - A page chapters/NN_name/README.md uses no term of a later chapter. Whole words count, in any case, with a simple
    plural; code, comments and the targets of links do not count, nor do the sections "Where it leads" and "Sources".
    A sentence that must look ahead is allowed by   <!-- ahead: term, term -->   on that page, five terms at most.
  - The page that a row links to introduces the term: the paragraph of its first use has it in bold or italic. The head
    of the page, its headings and the section "What you will see" only whet the appetite, so uses there do not count.

glossary.py [ROOT]: prints what is wrong; exit status 1 if anything is.
"""
import collections
import pathlib
import re
import sys

Term = collections.namedtuple("Term", "name names line chapter page pattern")

LINKED = re.compile(r"\[(\d\d) [^\]]+\]\(((\d\d)_\w+/README\.md)\)")
PLANNED = re.compile(r"(\d\d) .+ \(planned\)")
AHEAD = re.compile(r"<!-- ahead: ([^>]*?) -->")
EMPHASIS = re.compile(r"(\*\*|\*)(?=[^\s*])(.+?)(?<=[^\s*])\1", re.S)
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) |\|)")
LOOKS_AHEAD = ("where it leads", "sources")
AHEAD_AT_MOST = 5


def pattern(names):
    """Matches any of the names as whole words: 'forward pass', 'Forward-passes'."""
    def one(name):
        return r"[\s_-]+".join(re.escape(word) for word in re.split(r"[\s_-]+", name))
    letters = "A-Za-z0-9_"
    return re.compile(f"(?<![{letters}])(?:{'|'.join(map(one, names))})(?:s|es)?(?![{letters}])", re.I)


def glossary(root, problems):
    """The rows of chapters/GLOSSARY.md as Terms; what is wrong with them goes into `problems`."""
    path, terms, seen = "chapters/GLOSSARY.md", [], {}
    for number, line in enumerate((root / path).read_text("utf-8").splitlines(), 1):
        if not line.startswith("|") or re.match(r"\| *(?:[Tt]erm *\||-)", line):
            continue
        where = f"{path}:{number}"
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 4 or not all(cells):
            problems.append(f"{where}: a row has four cells: term, Chinese, PyTorch name (or –), introduced in")
            continue
        term, chinese, torch, place = cells
        split = re.fullmatch(r"([^()]+?)(?: \(([^()]+)\))?", term)
        linked, planned = LINKED.fullmatch(place), PLANNED.fullmatch(place)
        if not split:
            problems.append(f"{where}: '{term}' should read: term, or term (another name)")
            continue
        if not re.search(r"[\u4e00-\u9fff]", chinese):
            problems.append(f"{where}: '{chinese}' is not Chinese")
        if torch != "–" and not re.fullmatch(r"`[^`]+`(?:, `[^`]+`)*", torch):
            problems.append(f"{where}: the PyTorch name '{torch}' must stand in backquotes, or be – if there is none")
        if not linked and not planned:
            problems.append(f"{where}: '{place}' must be [01 autograd](01_autograd/README.md) or 02 tensors (planned)")
            continue
        if linked and (linked[1] != linked[3] or not (root / "chapters" / linked[2]).exists()):
            problems.append(f"{where}: the link {place} leads to no page of chapter {linked[1]}")
            continue
        if planned and list(root.glob(f"chapters/{planned[1]}_*/README.md")):
            problems.append(f"{where}: chapter {planned[1]} has its page now: link it, and introduce '{term}' there")
        names = [split[1], *(split[2].split(", ") if split[2] else [])]
        for name in names:
            if name.lower() in seen:
                problems.append(f"{where}: '{name}' stands in line {seen[name.lower()]}, too")
            seen[name.lower()] = number
        if terms and terms[-1].name.lower() > names[0].lower():
            problems.append(f"{where}: '{names[0]}' must stand before '{terms[-1].name}': rows are sorted by term")
        page = "chapters/" + linked[2] if linked else None
        terms.append(Term(names[0], names, number, int((linked or planned)[1]), page, pattern(names)))
    if not terms:
        problems.append(f"{path}: no row found")
    return terms


def prose(text):
    """The text with all that is not prose blanked; every line keeps its number."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    text = re.sub(r"^(```+).*?^\1[^\n]*$", blank, text, flags=re.S | re.M)
    text = re.sub(r"<!--.*?-->|`[^`\n]+`|^ {4}[^\n]*$", blank, text, flags=re.S | re.M)
    return re.sub(r"(?<=\])\([^)\s]+\)|https?://\S+", blank, text)


def sections(text):
    """(heading, line of the heading, body) for each ## section; the head of the page comes first, heading ''."""
    parts = re.split(r"^## +(.*)$", text, flags=re.M)
    line = 1 + parts[0].count("\n")
    yield "", 1, parts[0]
    for heading, body in zip(parts[1::2], parts[2::2]):
        yield heading.strip().lower(), line, heading + body
        line += body.count("\n")


def check_order(page, text, terms, problems):
    """No term of a later chapter, but for those the page announces."""
    chapter = int(page.split("/")[1][:2])
    allowed = [name.strip().lower() for group in AHEAD.findall(text) for name in group.split(",")]
    if len(allowed) > AHEAD_AT_MOST:
        problems.append(f"{page}: looks ahead to {len(allowed)} terms, at most {AHEAD_AT_MOST}: explain them instead")
    for term in (t for t in terms if t.chapter > chapter):
        hits = [line + body.count("\n", 0, hit.start()) for heading, line, body in sections(prose(text))
                if heading not in LOOKS_AHEAD for hit in term.pattern.finditer(body)]
        asked = [name for name in allowed if name in map(str.lower, term.names)]
        allowed = [name for name in allowed if not (hits and name in asked)]
        if hits and not asked:
            problems.append(f"{page}:{hits[0]}: uses '{term.name}', which chapter {term.chapter:02} introduces")
    for name in allowed:
        problems.append(f"{page}: the comment 'ahead' allows '{name}', which is no later term that this page uses")


def check_introduced(term, text, problems):
    """The paragraph of the first use in the body of the page has the term in bold or italic."""
    bodies = [re.sub(r"^#.*$", "", body.partition("\n")[2], flags=re.M) for heading, _, body in sections(prose(text))
              if heading not in ("", "what you will see", *LOOKS_AHEAD)]
    for paragraph in PARAGRAPH.split("\n\n".join(bodies)):
        if term.pattern.search(paragraph):
            if not any(term.pattern.search(e.group(2)) for e in EMPHASIS.finditer(paragraph)):
                start = " ".join(paragraph.split())[:60]
                problems.append(f"{term.page}: '{term.name}' is neither bold nor italic at its first use, \"{start}...\"")
            return
    problems.append(f"{term.page}: should introduce '{term.name}' (GLOSSARY.md:{term.line}), but never uses it")


def main(root):
    problems = []
    terms = glossary(root, problems)
    found = sorted(root.glob("chapters/[0-9][0-9]_*/README.md"))
    pages = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in found}
    for page, text in pages.items():
        check_order(page, text, terms, problems)
        for term in terms:
            if term.page == page:
                check_introduced(term, text, problems)
    print("".join(problem + "\n" for problem in problems), end="")
    print(f"{len(terms)} terms, {len(pages)} pages: " + (f"{len(problems)} problems" if problems else "in order"))
    return 1 if problems or not pages else 0


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parents[2]
    if len(sys.argv) > 2:
        sys.exit("glossary.py [ROOT]: takes one folder at most")
    try:
        sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here))
    except OSError as error:
        sys.exit(f"glossary.py: {error.filename} cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        sys.exit(f"glossary.py: the glossary or a page is no UTF-8 text: {error}")
