"""ARCHITECTURE.md held against the sources: libraries, sizes, docstrings, names, and what may not be committed.

Each check is a function from a source text to findings, so that it is tried on a planted violation as well.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
PACKAGE = "macros_py"
LONGEST_FILE, LONGEST_FUNCTION, MOST_POSITIONAL = 400, 50, 5
HOMES = {
    "openpyxl": ("macros_py.book.file_library",),
    "xlsxwriter": ("macros_py.builder.",),
    "xlwings": (
        "macros_py.libreoffice.",
        "macros_py.book.live",
        "macros_py.open_file",
        "macros_py.buttons",
        "macros_py.functions",
    ),
}
"""The only libraries the package may name, and how the full names of the modules begin that may name them."""
APART = (("macros_py.book.live", "macros_py.book.file"), ("macros_py.book.file", "macros_py.book.live"))
"""The adapters: modules whose names begin like the first import none that begin like the second."""
CODED = {"BookError", "OverLimit"}
"""Errors that are told apart by a code; the docstring of whoever raises one names the code too."""
KNOW_PRIVATE = ("macros_py.book.file_library", "macros_py.builder.record_page")
"""Where openpyxl's own names are known, and where XlsxWriter's; nowhere else."""
VAGUE_WORDS = {"util", "utils", "helper", "helpers", "common", "misc", "manager", "managers"}
FORBIDDEN_TEXT = re.compile(
    r"(?<![\w.)}\]*-])/(?:work|root|home|tmp|Users)/\w|\b[A-Z]:\\Users|\bpypi\.(?:org|python)|python[h]osted"
    r"|registry\.(?:npmjs|yarnpkg)|(?:deb|security)\.debian\.org|\.pyen[v]/",
)

Findings = list[str]
Function = ast.FunctionDef | ast.AsyncFunctionDef
Check = Callable[[str, str], Findings]


def imported(source: str, module: str) -> Iterator[str]:
    """Give the full name of everything imported anywhere in the source, relative imports resolved."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(module.split(".")[: -node.level]) if node.level else ""
            start = ".".join(part for part in (base, node.module) if part)
            yield from (f"{start}.{alias.name}" for alias in node.names) if start == PACKAGE else (start,)


def check_adapters(source: str, module: str) -> Findings:
    """Neither adapter of the workbook knows the other; the layers are held by the contracts in pyproject.toml."""
    others = [other for own, other in APART if module.startswith(own)]
    return [f"{module} imports {name}" for name in imported(source, module) if name.startswith(tuple(others))]


def check_libraries(source: str, module: str) -> Findings:
    """Only the standard library, and each third-party library only in its home."""
    findings = []
    for name in imported(source, module):
        top = name.split(".")[0]
        allowed = top == PACKAGE or top in sys.stdlib_module_names
        if not allowed and not (top in HOMES and module.startswith(HOMES[top])):
            findings.append(f"{module} imports {name}")
    return findings


def check_private(source: str, module: str) -> Findings:
    """What a library keeps to itself is named in one file each."""
    if module in KNOW_PRIVATE or module.startswith(f"{PACKAGE}.libreoffice."):
        return []
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)]
    private = [node for node in found if re.match(r"_[a-z](?!sdict$|eplace$)", node.attr)]
    own = {"self", "cls", "super()"}
    return [f"{module}: {ast.unparse(node)}" for node in private if ast.unparse(node.value) not in own]


def functions(source: str) -> Iterator[Function]:
    """Give every function and method of the source, nested ones too."""
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, Function))


def check_sizes(source: str, module: str) -> Findings:
    """No file over 400 lines, no function over 50, no more than 5 positional parameters."""
    lines = len(source.splitlines())
    findings = [f"{module}: {lines} lines"] if lines > LONGEST_FILE else []
    for function in functions(source):
        length = (function.end_lineno or 0) - function.lineno + 1
        if length > LONGEST_FUNCTION:
            findings.append(f"{module}.{function.name}: {length} lines")
        names = [entry.arg for entry in (*function.args.posonlyargs, *function.args.args)]
        count = len(names) - (names[:1] in (["self"], ["cls"]))
        if count > MOST_POSITIONAL and not module.startswith("tests."):
            findings.append(f"{module}.{function.name}: {count} positional parameters")
    return findings


def public_parts(node: ast.Module | ast.ClassDef, path: str) -> Iterator[tuple[str, ast.ClassDef | Function]]:
    """Give the public classes, functions and methods with their dotted names."""
    for child in node.body:
        if isinstance(child, ast.ClassDef | Function) and not child.name.startswith("_"):
            yield f"{path}.{child.name}", child
            if isinstance(child, ast.ClassDef):
                yield from public_parts(child, f"{path}.{child.name}")


def check_docstrings(source: str, module: str) -> Findings:
    """Every module and every public class, function and method says what it is."""
    tree = ast.parse(source)
    parts = [(module, tree), *public_parts(tree, module)]
    return [f"{name} has no docstring" for name, node in parts if not (ast.get_docstring(node) or "").strip()]


def error_names(raised_value: ast.expr) -> list[str]:
    """Give the class names that the expression behind ``raise`` may stand for: both branches of a choice."""
    if isinstance(raised_value, ast.IfExp):
        return [*error_names(raised_value.body), *error_names(raised_value.orelse)]
    if isinstance(raised_value, ast.Call):
        return error_names(raised_value.func)
    return [ast.unparse(raised_value).split(".")[-1]]


def codes(raised_value: ast.expr) -> Iterator[str]:
    """Give the codes of refusals that the expression behind ``raise`` makes, where they stand in it as texts."""
    for call in ast.walk(raised_value):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in CODED:
            texts = (node for word in call.args for node in ast.walk(word) if isinstance(node, ast.Constant))
            yield from (str(text.value) for text in texts)


def raised(node: ast.AST) -> Iterator[str]:
    """Give the exception classes, and codes, raised by the function itself, not by one nested in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Raise) and child.exc is not None:
            yield from (name for name in error_names(child.exc) if name[:1].isupper())
            yield from codes(child.exc)
        elif not isinstance(child, Function | ast.Lambda | ast.ClassDef):
            yield from raised(child)


def check_raises(source: str, module: str) -> Findings:
    """Every ``raise X`` of a public function stands in its docstring as ``:raises X:``, and a refusal's code."""
    findings = []
    for name, node in public_parts(ast.parse(source), module):
        if isinstance(node, Function):
            text = ast.get_docstring(node) or ""
            documented = re.findall(r":raises (?:[\w.]*\.)?(\w+):|``(\w+)``", text)
            missing = {*raised(node)} - {word for pair in documented for word in pair}
            findings += [f"{name}: {error} not documented" for error in missing]
    return findings


def check_name(source: str, module: str) -> Findings:
    """No part of a module's name is a word that says nothing."""
    words = {word for part in module.split(".") for word in part.split("_")}
    return [f"{module}: {word}" for word in sorted(words & VAGUE_WORDS)]


def check_text(source: str, path: str) -> Findings:
    """No path of one machine and no registry's host."""
    return [f"{path}: {match[0]}" for match in FORBIDDEN_TEXT.finditer(source)]


def check_setup(source: str, module: str) -> Findings:
    """At its top setup_workbook imports the standard library only."""
    top = ast.Module([node for node in ast.parse(source).body if not isinstance(node, Function)], [])
    names = imported(ast.unparse(top), module)
    return [f"{module} imports {name}" for name in names if name.split(".")[0] not in sys.stdlib_module_names]


def module_name(path: Path) -> str:
    """Give the dotted name of a source file of the project."""
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


PACKAGE_FILES = sorted((PROJECT / PACKAGE).rglob("*.py"))
SETUP_FILE = PROJECT / "setup_workbook.py"
TEST_FILES = sorted((PROJECT / "tests").rglob("*.py"))
ALL_FILES = [*PACKAGE_FILES, SETUP_FILE, *TEST_FILES]
OUR_FILES = [*PACKAGE_FILES, SETUP_FILE]

CHECKS: list[tuple[Check, list[Path]]] = [
    (check_adapters, PACKAGE_FILES),
    (check_libraries, PACKAGE_FILES),
    (check_private, PACKAGE_FILES),
    (check_setup, [SETUP_FILE]),
    (check_sizes, ALL_FILES),
    (check_docstrings, ALL_FILES),
    (check_raises, OUR_FILES),
    (check_name, ALL_FILES),
]


@pytest.mark.parametrize(("check", "files"), CHECKS, ids=[check.__name__ for check, _ in CHECKS])
def test_the_sources_keep_the_house_rules(check: Check, files: list[Path]) -> None:
    """No source file has a finding."""
    assert files
    assert [line for path in files for line in check(path.read_text("utf-8"), module_name(path))] == []


def tracked_files() -> list[Path]:
    """Give the files that git has or would take; without git, all but what is hidden."""
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(git, cwd=PROJECT, capture_output=True, check=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        files = [path for path in PROJECT.rglob("*") if path.is_file()]
        return [path for path in files if not path.relative_to(PROJECT).parts[0].startswith(".")]
    return [PROJECT / name for name in names if name and (PROJECT / name).is_file()]


def readable_text(path: Path) -> str:
    """Give a file's text; of a workbook, that of all its parts."""
    if not zipfile.is_zipfile(path):
        return path.read_bytes().decode("utf-8", errors="ignore")
    with zipfile.ZipFile(path) as parts:
        return "\n".join(parts.read(name).decode("utf-8", errors="ignore") for name in parts.namelist())


def test_nothing_of_one_machine_is_committed() -> None:
    """No tracked file names a path of a machine or a package registry's host."""
    files = tracked_files()
    assert SETUP_FILE in files
    assert [line for path in files for line in check_text(readable_text(path), path.name)] == []


LONG = "\n".join(["def f():", '    """Do."""', *["    x = 1"] * LONGEST_FUNCTION])
PLANTED: list[tuple[Check, str, str, str]] = [
    (check_libraries, "macros_py.rules.cards.cards", "import numpy", "imports numpy"),
    (check_libraries, "macros_py.rules.cards.cards", "import openpyxl.styles", "imports openpyxl.styles"),
    (check_libraries, "macros_py.book.port", "from openpyxl import Workbook", "imports openpyxl"),
    (check_libraries, "macros_py.book.file", "import openpyxl", "imports openpyxl"),
    (check_libraries, "macros_py.book.file", "import xlsxwriter", "imports xlsxwriter"),
    (
        check_libraries,
        "macros_py.actions.score_event",
        "def f():\n    import xlsxwriter",
        "imports xlsxwriter",
    ),
    (check_libraries, "macros_py.actions.context", "import xlwings", "imports xlwings"),
    (check_libraries, "macros_py.book.frames", "import pandas", "imports pandas"),
    (check_private, "macros_py.book.file_writing", "def f(sheet):\n    return sheet._cells", "sheet._cells"),
    (check_private, "macros_py.book.live", "x = self.book._impl", "self.book._impl"),
    (check_setup, "setup_workbook", "if True:\n    import openpyxl", "imports openpyxl"),
    (check_setup, "setup_workbook", "from macros_py.words import say", "imports macros_py.words"),
    (check_sizes, "macros_py.cells", "x = 1\n" * (LONGEST_FILE + 1), "401 lines"),
    (check_sizes, "macros_py.cells", LONG, "f: 52 lines"),
    (check_sizes, "macros_py.cells", "class C:\n    def f(self, a, b, c, d, e, f): ...", "6 positional"),
    (check_docstrings, "macros_py.cells", "x = 1", "macros_py.cells has no docstring"),
    (
        check_docstrings,
        "macros_py.cells",
        '"""M."""\nclass C:\n    """C."""\n    def f(self): ...',
        "C.f has",
    ),
    (
        check_raises,
        "macros_py.cells",
        "def f():\n    if 1:\n        raise OddError('x') from None",
        "OddError",
    ),
    (check_raises, "macros_py.cells", 'def f():\n    """:raises A: x."""\n    raise b.B', "B not"),
    (
        check_raises,
        "macros_py.cells",
        'def f():\n    """:raises A: x."""\n    raise A() if x else B()',
        "B not",
    ),
    (
        check_raises,
        "macros_py.cells",
        'def f():\n    """:raises BookError: ``a``."""\n    raise BookError("a" if x else "b", path=1)',
        "b not",
    ),
    (check_name, "macros_py.book.file_helpers", "", "helpers"),
    (check_name, "macros_py.common.cells", "", "common"),
    (check_text, "README.md", "see " + "/root" + "/x", "root/x"),
    (check_text, "notes", "index = https://" + "pypi" + ".org/simple", "pypi"),
    (check_text, "notes", "C:" + "\\Users" + "\\x", "Users"),
]


@pytest.mark.parametrize(("check", "module", "source", "words"), PLANTED)
def test_each_check_can_fail(check: Check, module: str, source: str, words: str) -> None:
    """A planted violation is found, and named."""
    findings = check(source, module)
    assert len(findings) == 1
    assert words in findings[0]


ALLOWED: list[tuple[Check, str, str]] = [
    (check_libraries, "macros_py.book.live", "import xlwings"),
    (check_libraries, "macros_py.libreoffice.apps", "from xlwings import base_classes"),
    (check_libraries, "macros_py.book.file_library", "import openpyxl"),
    (check_libraries, "macros_py.builder.record", "from xlsxwriter import Workbook"),
    (check_private, "macros_py.book.file_library", "def f(sheet):\n    return sheet._cells"),
    (
        check_private,
        "macros_py.book.file",
        "class C:\n    def f(self):\n        return self._stamp, row._asdict()",
    ),
    (check_setup, "setup_workbook", "import sys\ndef f():\n    from macros_py.words import say"),
    (check_sizes, "macros_py.cells", "class C:\n    def f(self, a, b, c, d, e, *, f, g): ..."),
    (check_docstrings, "macros_py.cells", '"""M."""\ndef _f(): ...'),
    (check_raises, "macros_py.cells", 'def f():\n    """:raises KeyError: x."""\n    raise KeyError(1)'),
    (
        check_raises,
        "macros_py.cells",
        "def f():\n    try:\n        g()\n    except E as error:\n        raise error",
    ),
    (check_name, "macros_py.book.key_file", ""),
    (check_text, "notes", "xl/worksheets/sheet1.xml, ../home/x, the work/shop, https://docs.python.org"),
]


@pytest.mark.parametrize(("check", "module", "source"), ALLOWED)
def test_each_check_lets_the_rest_pass(check: Check, module: str, source: str) -> None:
    """What the house rules allow is no finding."""
    assert check(source, module) == []
