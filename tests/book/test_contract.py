"""What every adapter of the port must do alike: in memory, on a file, and staged over both."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from macros_py.book.layout import table_layout, table_layouts
from macros_py.cells import CellError, Formula


def entrant(name, **cells):
    """Give a row of tNevezok."""
    return {"Név": name, **cells}


def result(round, deal, table, **cells):
    """Give a row of tEredmenyek by its key."""
    return {"Forduló": round, "Leosztás": deal, "Asztal": table, **cells}


def names(book, table="tNevezok"):
    """Give the names in the order they are read."""
    return [row["Név"] for row in book.read_table(table)]


def test_an_empty_table_reads_as_no_rows(desk):
    """A fresh workbook has all tables, and none has a row."""
    assert {table: desk.book.read_table(table) for table in table_layouts()} == {
        table: [] for table in table_layouts()
    }


def test_an_emptied_table_keeps_one_blank_row(desk):
    """After an empty write the table still has the one row that Excel wants."""
    desk.lay("tNevezok", [entrant("A"), entrant("B")])
    desk.book.write_table("tNevezok", [])
    assert names(desk.book) == []
    rows, _ = desk.standing("tNevezok")
    assert len(rows) == 1
    assert set(rows[0].values()) == {None}


def test_rows_are_read_as_they_were_written(desk):
    """Every kind of value comes back as itself, before the saving and after it."""
    values = [
        "Őze Béla",
        7,
        2.5,
        date(2025, 3, 29),
        datetime(2025, 3, 29, 10, 5),
        time(10, 30),
        True,
        False,
        0,
    ]
    rows = [entrant(f"Név {index}", Megjegyzés=value) for index, value in enumerate(values)]
    desk.book.write_table("tNevezok", rows)
    assert [row["Megjegyzés"] for row in desk.book.read_table("tNevezok")] == values
    desk.book.save()
    assert [row["Megjegyzés"] for row in desk.book.read_table("tNevezok")] == values


def test_a_row_has_every_declared_column(desk):
    """What a written row does not mention reads as blank, and blank texts as well."""
    desk.book.write_table("tCserek", [{"Vonal": "A", "Ki": ""}])
    assert desk.book.read_table("tCserek") == [
        {column.name: "A" if column.name == "Vonal" else None for column in table_layout("tCserek").columns}
    ]


@pytest.mark.parametrize(
    "name", ["NA", "None", "null", "nan", "#N/A", "=2+2", "+36 30", "-", "@nagy", "1-2", "7/12"]
)
def test_names_of_every_kind_stay_text(desk, name):
    """A player may be called NA or None, and a name that begins like a formula is none."""
    desk.book.write_table("tNevezok", [entrant(name)])
    desk.book.save()
    (found,) = names(desk.book)
    assert found == name
    assert type(found) is str


def test_formulas_and_error_cells_are_told_apart_from_texts(desk):
    """A formula reads as a Formula, an error cell as a CellError, and both can be written back."""
    desk.book.write_table(
        "tNevezok", [entrant("A", Mesterpont=Formula("=1+1")), entrant("B", Mesterpont=CellError("#N/A"))]
    )
    desk.book.save()
    first, second = desk.book.read_table("tNevezok")
    assert (type(first["Mesterpont"]), first["Mesterpont"]) == (Formula, "=1+1")
    assert (type(second["Mesterpont"]), second["Mesterpont"]) == (CellError, "#N/A")


def test_blank_rows_are_no_rows(desk):
    """Rows blank in our columns are skipped, whether they hold own notes or not; 0 is not blank."""
    desk.lay(
        "tNevezok",
        [entrant("A"), {}, {"Saját": "jegyzet"}, {"Sorszám": 0}, entrant("B")],
        own=["Saját"],
    )
    assert names(desk.book) == ["A", None, "B"]
    assert desk.book.address("tNevezok", 1, "Név") == "B8"


def test_headings_are_found_by_name(desk):
    """Moved columns are read and written under their headings."""
    headings = [column.name for column in table_layout("tCserek").columns][::-1]
    desk.lay("tCserek", [{"Vonal": "B", "Ki": "X", "Indok": "rosszul lett"}], headings=headings)
    (row,) = desk.book.read_table("tCserek")
    desk.book.write_table("tCserek", [{**row, "Be": "Y"}])
    rows, _ = desk.standing("tCserek")
    assert list(rows[0]) == headings
    assert (rows[0]["Vonal"], rows[0]["Ki"], rows[0]["Be"]) == ("B", "X", "Y")
    assert desk.book.address("tCserek", 0, "Indok") == "A5"


def test_own_columns_and_hidden_rows_follow_the_key(desk):
    """A computed table may come back in another order: notes and hidden rows stay with their player."""
    desk.lay(
        "tAllas",
        [{"Név": name, "Saját": f"{name} jegyzete"} for name in ("A", "B", "C")],
        own=["Saját"],
        hidden=[1],
    )
    desk.book.write_table("tAllas", [{"Név": name} for name in ("C", "D", "B")])
    rows, hidden = desk.standing("tAllas")
    assert [(row["Név"], row["Saját"]) for row in rows] == [
        ("C", "C jegyzete"),
        ("D", None),
        ("B", "B jegyzete"),
    ]
    assert hidden == [2]


def test_equal_keys_are_told_apart_by_their_order(desk):
    """Two rows of one key keep each its own note."""
    rows = [
        result(1, 1, 1, Saját="első"),
        result(1, 1, 1, Saját="második"),
        result(1, 1, 2, Saját="harmadik"),
    ]
    desk.lay("tEredmenyek", rows, own=["Saját"])
    desk.book.write_table("tEredmenyek", desk.book.read_table("tEredmenyek"))
    found, _ = desk.standing("tEredmenyek")
    assert [row["Saját"] for row in found] == ["első", "második", "harmadik"]


def test_keys_are_equal_across_spellings(desk):
    """3, 3.0 and "3" are one key, and so are names that differ in case, spaces or composition."""
    desk.lay("tNevezok", [entrant("  O\u030bze  BÉLA ", Saját="x")], own=["Saját"])
    desk.book.write_table("tNevezok", [entrant("őze béla")])
    assert desk.standing("tNevezok")[0][0]["Saját"] == "x"


def test_a_sorted_table_keeps_the_referees_order(desk):
    """Existing rows stay where the referee has sorted them; new ones follow."""
    desk.lay("tEredmenyek", [result(1, 2, 1), result(1, 1, 2), result(1, 1, 1)])
    desk.book.write_table("tEredmenyek", [result(1, d, t) for d, t in ((1, 1), (1, 2), (2, 1), (2, 2))])
    expected = [(2, 1), (1, 2), (1, 1), (2, 2)]
    assert [(row["Leosztás"], row["Asztal"]) for row in desk.book.read_table("tEredmenyek")] == expected
    desk.book.save()
    assert [(row["Leosztás"], row["Asztal"]) for row in desk.book.read_table("tEredmenyek")] == expected


def test_a_table_in_key_order_stays_in_key_order(desk):
    """New rows go in between when the table stood in the order of its keys; 10 comes after 9."""
    desk.lay("tEredmenyek", [result(1, 9, 1), result(3, 1, 1), result(10, 1, 1)])
    rounds = [(10, 1), (2, 1), (1, 9), (1, 10), (3, 1)]
    desk.book.write_table("tEredmenyek", [result(round, deal, 1) for round, deal in rounds])
    rows, _ = desk.standing("tEredmenyek")
    assert [(row["Forduló"], row["Leosztás"]) for row in rows] == [(1, 9), (1, 10), (2, 1), (3, 1), (10, 1)]


def test_a_first_filling_keeps_the_given_order(desk):
    """A list read into an empty table stands as it was given, not in the order of its keys."""
    desk.book.write_table("tNevezok", [entrant("Z"), entrant("A"), entrant("M")])
    assert names(desk.book) == ["Z", "A", "M"]


def test_blank_rows_go_unless_they_hold_own_notes(desk):
    """A write closes gaps, but a row with the referee's own note stays where it was."""
    desk.lay("tNevezok", [entrant("B"), {}, {"Saját": "jegyzet"}, entrant("A")], own=["Saját"])
    desk.book.write_table("tNevezok", [entrant("A"), entrant("B")])
    rows, _ = desk.standing("tNevezok")
    assert [(row["Név"], row["Saját"]) for row in rows] == [("B", None), (None, "jegyzet"), ("A", None)]


def test_shrinking_leaves_nothing_behind(desk):
    """After a shorter write nothing of the longer one can be read."""
    desk.lay("tNevezok", [entrant(f"Játékos {number}") for number in range(20)])
    desk.book.write_table("tNevezok", [entrant("Játékos 3")])
    assert [row["Név"] for row in desk.standing("tNevezok")[0]] == ["Játékos 3"]
    assert names(desk.book) == ["Játékos 3"]


def test_repeating_columns_come_and_go(desk):
    """A column a round: the table grows to the right with the rounds, and shrinks again."""
    desk.lay("tAllas", [{"Név": "A", "Saját": "x"}], own=["Saját"])
    grown = {f"{number}. forduló %": number + 0.25 for number in range(1, 4)}
    desk.book.write_table("tAllas", [{"Név": "A", **grown}])
    (row,) = desk.book.read_table("tAllas")
    assert {heading: row[heading] for heading in grown} == grown
    assert "Saját" not in row
    desk.book.write_table("tAllas", [{"Név": "A", "1. forduló %": 50}])
    rows, _ = desk.standing("tAllas")
    assert rows == [{**dict.fromkeys(rows[0]), "Név": "A", "1. forduló %": 50, "Saját": "x"}]
    assert "2. forduló %" not in rows[0]


def test_a_column_of_remarks_is_written_row_by_row(desk):
    """Remarks go beside the rows that count, in the order they were read."""
    desk.lay("tEredmenyek", [result(1, 2, 1), {}, result(1, 1, 1)])
    desk.book.write_column("tEredmenyek", "Ellenőrzés", ["rossz", ""])
    assert [row["Ellenőrzés"] for row in desk.book.read_table("tEredmenyek")] == ["rossz", None]
    rows, _ = desk.standing("tEredmenyek")
    assert [row["Ellenőrzés"] for row in rows] == ["rossz", None, None]


def test_a_column_needs_a_value_for_each_row(desk):
    """Too few or too many remarks would stand beside wrong rows: refused, and nothing written."""
    desk.lay("tEredmenyek", [result(1, 1, 1), result(1, 1, 2)])
    with pytest.raises(ValueError):
        desk.book.write_column("tEredmenyek", "Ellenőrzés", ["egy"])
    assert [row["Ellenőrzés"] for row in desk.book.read_table("tEredmenyek")] == [None, None]


def test_named_values_are_read_and_written(desk):
    """A named cell gives back what was written, and its place."""
    assert desk.book.read_value("fordulok") == 7
    assert type(desk.book.read_value("kezdolap_hibak")) is Formula
    desk.book.write_value("verseny_nev", "=Kupa")
    desk.book.write_value("verseny_datum", date(2025, 3, 29))
    desk.book.write_value("fordulok", None)
    desk.book.save()
    assert desk.book.read_value("verseny_nev") == "=Kupa"
    assert desk.book.read_value("fordulok") is None
    assert str(desk.book.read_value("verseny_datum")).startswith("2025-03-29")
    assert desk.book.value_address("verseny_nev") == ("Verseny", "B5")


def test_a_grid_is_written_from_its_named_cell(desk):
    """The block's top left value stands in the named cell."""
    desk.book.write_grid("fordulokep_racs", [["Asztal", 1, 2], ["1", "kész", None]])
    assert desk.book.read_value("fordulokep_racs") == "Asztal"
    desk.book.save()
    assert desk.book.read_value("fordulokep_racs") == "Asztal"


def test_addresses_name_the_cells(desk):
    """The address of a row that counts skips blank rows and own columns."""
    desk.lay("tEredmenyek", [result(1, 1, 1), result(1, 1, 2)])
    assert desk.book.address("tEredmenyek", 0, "Forduló") == "A5"
    assert desk.book.address("tEredmenyek", 1, "Ft A") == "L6"


@pytest.mark.parametrize("call", ["read_table", "read_value", "value_address"])
def test_an_unknown_name_is_a_fault_of_ours(desk, call):
    """Asking for what no layout has is refused at once."""
    with pytest.raises(Exception, match="tNincs"):
        getattr(desk.book, call)("tNincs")
