"""What a referee does to a closed file between two verbs, and what the program writes then."""

from __future__ import annotations

from openpyxl import load_workbook

from macros_py.book.file import FileBook

ENTRY = "Eredményrögzítés"


def edit(path, change):
    """Let a referee change the closed file."""
    workbook = load_workbook(path, rich_text=True)
    change(workbook)
    workbook.save(path)


def results(rounds=1, deals=2, tables=3):
    """Give plain result rows in the order of the papers."""
    return [
        {
            "Forduló": r,
            "Leosztás": d,
            "Példány": 1,
            "Sor": t,
            "Asztal": t,
            "A": f"A{t}",
            "B": f"B{t}",
            "C": f"C{t}",
        }
        for r in range(1, rounds + 1)
        for d in range(1, deals + 1)
        for t in range(1, tables + 1)
    ]


def rewrite(path, table, rows):
    """Write one table and save; give the sheets as bare openpyxl reads them."""
    book = FileBook.open(path)
    book.write_table(table, rows)
    book.save()
    return load_workbook(path)


def areas(sheet):
    """Give the conditional formats of a sheet: area and formula, strongest first."""
    rules = [
        (rule.priority, str(area.sqref), rule.formula[0])
        for area in sheet.conditional_formatting
        for rule in area.rules
    ]
    return [(area, formula) for _, area, formula in sorted(rules)]
