"""Where rows and columns of a table go: planned alike for a closed file, an open program and the memory."""

from __future__ import annotations

from macros_py.book.held import HeldTable
from macros_py.book.layout import table_layout
from macros_py.book.port import Row
from macros_py.book.table_plan import TWIN, PhysicalRow, placed_headings, planned, planned_block
from macros_py.cells import Formula

STANDINGS = table_layout("tAllas")
FIRST, SECOND = "1. forduló %", "2. forduló %"


def standing(*rows: Row) -> HeldTable:
    """Give the standings as they stand on a sheet, with the referee's own column behind."""
    headings = [*(column.name for column in STANDINGS.columns), "Saját"]
    held = [PhysicalRow({heading: row.get(heading) for heading in headings}) for row in rows]
    return HeldTable(STANDINGS, headings, held, STANDINGS.header_row)


def test_an_own_formula_reads_on_where_its_row_and_column_come_to() -> None:
    """A round more moves the own column to the left of it, a better place moves the row: the formula goes along."""
    table = standing({"Név": "A"}, {"Név": "B", "Saját": Formula("=$A6+B6+B$1")})
    plan = planned(table, [{"Név": "B", FIRST: 60, SECOND: 50}, {"Név": "A", FIRST: 40, SECOND: 50}])
    assert plan.headings[-2:] == ["Saját", SECOND]
    assert [(row.values["Név"], row.values["Saját"]) for row in plan.rows] == [
        ("B", "=$A5+B5+B$1"),
        ("A", None),
    ]
    fewer = HeldTable(STANDINGS, plan.headings, [PhysicalRow(row.values) for row in plan.rows], 4)
    moved = planned(fewer, [{"Név": "A", FIRST: 1}, {"Név": "B", FIRST: 0}])
    assert moved.rows[1].values["Saját"] == "=$A6+B6+B$1"


def test_a_row_left_with_a_column_that_goes_is_no_note_of_the_referees() -> None:
    """Only what stands under his own headings keeps a row; a percentage of a round that is gone does not."""
    table = standing({"Név": "A", FIRST: 1})
    table.headings.insert(-1, SECOND)
    table.rows = [*table.rows, PhysicalRow({SECOND: 50}), PhysicalRow({"Saját": "jegyzet"})]
    table.rows = [PhysicalRow({one: row.values.get(one) for one in table.headings}) for row in table.rows]
    plan = planned(table, [{"Név": "A", FIRST: 2}])
    assert SECOND not in plan.headings
    assert [(row.values["Név"], row.values["Saját"]) for row in plan.rows] == [("A", None), (None, "jegyzet")]


def test_headings_beside_a_table_belong_to_it_up_to_the_first_gap() -> None:
    """Own headings spelled alike are told apart within the table; beside it the first one twice ends it."""
    texts = [column.name.upper() for column in STANDINGS.columns] + ["Saját", "Saját"]
    found = placed_headings(texts, ["Más", "", "Messze"], STANDINGS, "Állás")
    assert found == [*(column.name for column in STANDINGS.columns), "Saját", f"Saját{TWIN}", "Más"]
    assert placed_headings(texts, ["Saját", "Más"], STANDINGS, "Állás")[-1] == f"Saját{TWIN}"


def test_a_block_blanks_the_rest_of_its_room() -> None:
    """Shorter lines and fewer of them than last time leave nothing behind."""
    block = planned_block("fordulokep_racs", [["Asztal", 1], ["1"]])
    assert block[0][:3] == ["Asztal", 1, None]
    assert block[1][:2] == ["1", None]
    assert {len(line) for line in block} == {len(block[0])}
    assert {cell for line in block[2:] for cell in line} == {None}
    assert len(block) > 2
