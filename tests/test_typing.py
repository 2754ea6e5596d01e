"""How fast typing is: counted in keystrokes on the layout of the result rows."""

from __future__ import annotations

from pathlib import Path

from macros_py.book.file import FileBook
from macros_py.book.layout import table_layouts
from macros_py.rules.hall.circulation import protocol_lines

LAYOUT = table_layouts()["tEredmenyek"]
TYPED = [column.name for column in LAYOUT.columns if column.is_typed]


def keystrokes(cells: dict[str, str]) -> int:
    """Count what it takes to type one row from its first typed cell: letters, Tab to the next cell, Enter at the end.

    Excel goes back with Enter to the column where the run of Tabs began, one row further down.
    """
    columns = [column.name for column in LAYOUT.columns]
    start, last = columns.index(TYPED[0]), max(columns.index(name) for name in cells)
    return sum(map(len, cells.values())) + (last - start) + 1


def test_a_quick_row_is_soloist_achievement_ft_and_enter() -> None:
    """Three cells without one to jump over: the soloist A's row costs its letters, two Tabs and an Enter."""
    assert TYPED == ["Felvevő", "Teljesítés", "Ft A", "Ft B", "Ft C"]
    places = [index for index, column in enumerate(LAYOUT.columns) if column.is_typed]
    assert places == list(range(places[0], places[0] + 5))
    assert keystrokes({"Felvevő": "a", "Teljesítés": "p40", "Ft A": "16"}) == 1 + 3 + 2 + 3
    assert keystrokes({"Felvevő": "c", "Teljesítés": "p", "Ft C": "4"}) == 1 + 1 + 1 + 5
    assert (
        keystrokes({"Felvevő": "b", "Teljesítés": "u-", "Ft A": "7", "Ft B": "-14", "Ft C": "7"})
        == 1 + 2 + 5 + 5
    )


def test_nothing_but_the_result_is_typed() -> None:
    """Round, deal, table, names and starter stand there already; state and note are for exceptions."""
    written = {"Forduló", "Leosztás", "Példány", "Sor", "Asztal", "A", "B", "C", "Kezdő"}
    exceptions = {"Állapot", "Döntés", "Ellenőrzés", "Megjegyzés"}
    assert {column.name for column in LAYOUT.columns} == written | set(TYPED) | exceptions


def test_the_order_of_typing_is_the_order_of_the_papers() -> None:
    """14 tables × 9 deals: eighteen papers with seven rows each, one after the other, none torn apart."""
    assert LAYOUT.order == ("Forduló", "Leosztás", "Példány", "Sor")
    papers = [(line.deal, line.copy) for line in protocol_lines(1, 14, 9)]
    assert len(set(papers)) == 18
    assert papers == sorted(papers)
    assert all(papers.count(paper) == 7 for paper in set(papers))


def test_the_file_opens_at_the_row_gone_to(tmp_path: Path) -> None:
    """The cell is selected on the active sheet, and in sight below the frozen headings."""
    file = tmp_path / "Kupa.xlsx"
    book = FileBook.create(file, Path(__file__).resolve().parent.parent / "workbook" / "Sportulti.xlsx")
    rows = [{"Forduló": 1, "Leosztás": deal, "Asztal": 1} for deal in range(1, 31)]
    book.write_table("tEredmenyek", rows)
    book.select("tEredmenyek", 24, "Felvevő")
    book.save()
    workbook = FileBook.open(file)._workbook
    assert workbook.active.title == "Eredményrögzítés"
    view = workbook.active.sheet_view
    assert {selection.activeCell for selection in view.selection} == {"J29"}
    assert view.pane.topLeftCell == "F24"
