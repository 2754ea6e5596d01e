"""Fields and headings: one list, true to the sheets, and nowhere else in the rules."""

from __future__ import annotations

import ast
from pathlib import Path

from macros_py.book.layout import table_layouts
from macros_py.rules.hall.event import LINES
from macros_py.rules.problems import Fields, Problem
from macros_py.words import FIELD_HEADINGS, heading, on_sheet

RULES = Path(__file__).parent.parent / "macros_py" / "rules"
OF_THE_GAME = {*LINES, "Talon"}
"""Headings that are also what the game calls the thing itself."""


def test_every_heading_stands_on_its_sheet_once() -> None:
    """Each field has a column of the layout, and no two fields of a table have the same."""
    layouts = table_layouts()
    for table, fields in FIELD_HEADINGS.items():
        names = [column.name for column in layouts[table].columns]
        assert [one for one in fields.values() if one not in names] == []
        assert len(set(fields.values())) == len(fields), table


def headings_in(source: str) -> set[str]:
    """Give the headings of the sheets that stand as text constants in a module."""
    headings = {column.name for table in table_layouts().values() for column in table.columns}
    texts = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    return {text for text in texts if isinstance(text, str)} & headings - OF_THE_GAME


def test_the_rules_know_no_heading() -> None:
    """Rules name fields of their own types; what a sheet calls them is no business of theirs."""
    assert headings_in('Problem("ft_missing", column="Felvevő")') == {"Felvevő"}
    found = {path.name: headings_in(path.read_text("utf-8")) for path in sorted(RULES.rglob("*.py"))}
    assert {name: headings for name, headings in found.items() if headings} == {}


def test_a_problem_speaks_of_its_sheet() -> None:
    """Column, the end of the key and the fields named in the sentence become headings; all else stays."""
    fields = {"columns": Fields(("ft_A", "ft_C")), "name": "soloist"}
    found = on_sheet(Problem("x", "tEredmenyek", 0, (1, 2, 3, "soloist"), "soloist", fields=fields))
    assert (found.column, found.key) == ("Felvevő", (1, 2, 3, "Felvevő"))
    assert found.fields == {"columns": "Ft A és Ft C", "name": "soloist"}
    assert on_sheet(found) == found
    assert on_sheet(Problem("x", column="fordulok")).column == "fordulok"
    assert heading("tDontesek", "kind") == "Fajta"
