#!/usr/bin/env python3
"""lint.py NOTEBOOK...: checks that a notebook is well formed and that its cells are portable.

Portable: xeus-cling, xeus-cpp and clang-repl all accept the cell. They differ, so the rules are:

  includes come first in a cell         a failed cell is rolled back, its include guards are not
  functions, templates, overloads       in a `namespace x { ... }` that has a cell of its own
  no lambda inside a statement          it crashes clang-repl; `auto f = [](int x) { ... };` is fine
  no bare value at the end of a cell    each kernel prints it differently, or not: use std::cout
  each name is defined once             clang-repl does not redefine; trials go in a { block }
  std::cout, not printf                 xeus-cling shows C++ streams only
  no magics, no std::cin, no main       only one of the kernels has them, or none
"""
import collections
import json
import re
import sys

CONTROL = re.compile(r'(if|for|while|do|switch|try|else|catch)\b')
NAMESPACE = re.compile(r'(inline\s+)?namespace\b')
FUNCTION = re.compile(r'(template\b|extern\s+"")|'                                   # template, extern "C"
                      r'[\w:<>,&*\s]+[\s&*]~?\w+\s*\([^=]*\)\s*(const|noexcept|->[^{;=]*)?\s*\{')
TYPE = re.compile(r'(struct|class|enum(\s+class)?|union)\s+(\w+)[^;]*\{')
LAMBDA = re.compile(r'(?<![\w\])])\[[^\[\]]*\]\s*(\([^()]*(\([^()]*\)[^()]*)*\)\s*)?(mutable\s*|noexcept\s*)*(->[^{;]*)?\{')
NAMED_LAMBDA = re.compile(r'(const\s+|static\s+)*auto\s+\w+\s*=\s*\[\s*\]')
KEYWORDS = r'(?:return|throw|delete|using|typedef|goto|case|new|else|namespace|co_await|co_return)\b'
VARIABLE = re.compile(r'(?!' + KEYWORDS + r')(?:(?:const|static|constexpr|inline|unsigned|long)\s+)*'
                      r'[A-Za-z_][\w:]*(?:<[^;=]*?>)?(?:::\w+)?(?:\s+const)?[\s&*]+'
                      r'(\w+)\s*(?:=[^=]|\{|\(|\[|;|,)')
BINDING = re.compile(r'(?:const\s+)?auto\s*&{0,2}\s*\[([\w\s,]+)\]\s*[={(]')


def blank(code):
    """The code with comments, preprocessor lines and the insides of strings as spaces: positions stay."""
    def replace(found):
        text = found.group()
        inside = re.sub(r'[^\n]', ' ', text)
        return f'"{inside[1:-1]}"' if text[0] in '"\'R' else inside
    code = re.sub(r'\bR"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'',
                  replace, code, flags=re.S)
    return re.sub(r'(?m)^[ \t]*#(?:.*\\\n)*.*$', lambda found: re.sub(r'[^\n]', ' ', found.group()), code)


def spans(code):
    """Where the statements of a blanked cell are: each ends with ';' or '}' outside all brackets."""
    depth = start = 0
    for i, c in enumerate(code + ';'):
        depth += (c in '({[') - (c in ')}]')
        closes = c == '}' and not re.match(r'\s*([;,.()=\[]|else\b|catch\b|while\b)', code[i + 1:])
        if depth == 0 and (c == ';' or closes):
            text = code[start:i + 1]
            if text.strip(' \t\n;'):
                yield start + len(text) - len(text.lstrip()), start + len(text.rstrip())
            start = i + 1


def statements(code):
    return [code[start:end] for start, end in spans(code)]


def defined_names(statement):
    """The names that a statement outside all brackets defines (namespaces and functions left out)."""
    if CONTROL.match(statement) or NAMESPACE.match(statement) or FUNCTION.match(statement):
        return []
    if found := TYPE.match(statement):
        return [found.group(3)]
    if found := BINDING.match(statement):
        return [name.strip() for name in found.group(1).split(',')]
    if found := VARIABLE.match(statement):
        # int a = 1, b = 2: what follows a comma outside all brackets
        flat = re.sub(r'[({\[<](?:[^(){}\[\]<>]|[({\[<][^(){}\[\]<>]*[)}\]>])*[)}\]>]', '', statement)
        return [found.group(1)] + re.findall(r',\s*[*&]*\s*(\w+)', flat)
    return []


def has_lambda(statement):
    """Whether a statement holds a lambda in a place where clang-repl crashes."""
    named = NAMED_LAMBDA.match(statement)
    inside = NAMESPACE.match(statement) or FUNCTION.match(statement) or TYPE.match(statement)
    return not named and not inside and bool(LAMBDA.search(statement))


def short(statement):
    return repr(re.sub(r'\s+', ' ', statement)[:50])


def unbalanced(code):
    """What is wrong with the brackets of a blanked cell, or None. clang-repl does not survive an open brace."""
    pairs, opened = {')': '(', ']': '[', '}': '{'}, []
    for i, c in enumerate(code):
        line = code.count('\n', 0, i) + 1
        if c in '([{':
            opened.append((c, line))
        elif c in pairs:
            if not opened or opened.pop()[0] != pairs[c]:
                return f"line {line}: '{c}' closes nothing"
    return f"line {opened[-1][1]}: '{opened[-1][0]}' is never closed" if opened else None


def fatal_problems(source):
    """What would crash or block the interpreter: the engine refuses such a cell instead of losing everything."""
    if found := re.match(r'\s*([%!].*)', source):
        yield f'magics and shell lines are not portable: {short(found.group(1))}'
        return
    code = blank(source)
    if brackets := unbalanced(code):
        yield brackets
        return
    if re.search(r'\bstd\s*::\s*cin\b|\b(scanf|getchar|getline\s*\(\s*cin)\b', code):
        yield 'a cell cannot read std::cin: write the value into the cell'
    for s in statements(code):
        if has_lambda(s):
            yield ('a lambda inside a statement crashes clang-repl: give it a name first (auto f = [](...) {...};) '
                   f'or move it into a function in a namespace cell: {short(s)}')


def problems(source):
    """Everything that is not portable in the code of one cell."""
    yield from fatal_problems(source)
    if re.match(r'\s*[%!]', source):
        return
    code = blank(source)
    first = re.search(r'(?m)^[ \t]*(?![ \t]|#|//|/?\*|$).+', source)
    if first and re.search(r'(?m)^[ \t]*#[ \t]*include', source[first.start():]):
        yield 'includes come first in a cell, before all other code'
    if re.search(r'(?<!\w)(printf|puts|putchar|fprintf)\s*\(', code):
        yield 'printf and puts are not shown by xeus-cling: use std::cout'
    pieces = statements(code)
    for s in pieces:
        if s[-1] not in ';}':
            yield f'the last line lacks its semicolon (values are printed with std::cout): {short(s)}'
        elif re.fullmatch(r'[\w.:\[\]]+;', s) and not re.fullmatch(r'(break|continue|return);', s):
            yield f'a value alone does nothing in some kernels: print it with std::cout: {short(s)}'
        if NAMESPACE.match(s):
            if len(pieces) > 1:
                yield f'a namespace has a cell of its own: {short(s)}'
        elif re.match(r'int\s+main\s*\(', s) or re.match(r'return\b', s):
            yield f'a cell has no main and no return: {short(s)}'
        elif not CONTROL.match(s) and FUNCTION.match(s):
            yield f'a function or template stands in a namespace x {{ ... }} that has a cell of its own: {short(s)}'


def notebook_problems(notebook):
    """Everything that is wrong with a notebook (parsed JSON)."""
    if (notebook.get('nbformat'), notebook.get('nbformat_minor')) != (4, 5):
        yield 'the format is not nbformat 4.5'
    if notebook.get('metadata', {}).get('kernelspec', {}).get('name') != 'xcpp17':
        yield "metadata.kernelspec.name is not 'xcpp17'"
    cells = notebook.get('cells', [])
    for cell_id, count in collections.Counter(c.get('id') for c in cells).items():
        if cell_id is None or count > 1:
            yield f'cell ids must exist and differ: {cell_id!r} occurs {count} times'
    defined = {}
    for n, cell in enumerate((c for c in cells if c['cell_type'] == 'code'), 1):
        source = ''.join(cell['source'])
        for problem in problems(source):
            yield f'cell {n}: {problem}'
        if 'raises-exception' not in cell['metadata'].get('tags', []):
            for name in (name for s in statements(blank(source)) for name in defined_names(s)):
                if name in defined:
                    yield f'cell {n}: {name!r} is already defined in cell {defined[name]}; trials go in a {{ block }}'
                defined.setdefault(name, n)
        if cell.get('execution_count') != n:
            yield f'cell {n}: its stored output is missing or old: run_notebook.py --write stores it'
        for mime in (mime for o in cell.get('outputs', []) for mime in o.get('data', {})):
            if mime not in ('image/png', 'text/plain'):
                yield f'cell {n}: an output of type {mime}: GitHub and some kernels strip it, use image/png'


def main(paths):
    if not paths:
        print('Which notebooks? lint.py NOTEBOOK...')
        return 2
    bad = 0
    for path in paths:
        try:
            with open(path, encoding='utf-8') as f:
                found = list(notebook_problems(json.load(f)))
        except (OSError, ValueError) as e:
            found = [f'cannot be read as JSON: {e}']
        except (KeyError, TypeError, AttributeError) as e:
            found = [f'is JSON, but no notebook: {e!r}']
        for problem in found:
            print(f'{path}: {problem}')
        bad += len(found)
    print(f'{len(paths)} notebooks, {bad} problems')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
