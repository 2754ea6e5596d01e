"""The empty workbook: what later work may lean on stands where the layout of the project fixes it."""

from __future__ import annotations

import posixpath
import re
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest
from openpyxl.workbook import Workbook

from macros_py.builder.workbook import build_workbook

COMMITTED = Path(__file__).resolve().parents[2] / "workbook" / "Sportulti.xlsx"
LONGEST_LIST = 255
"""Excel repairs (destroys) a file whose drop-down list or formatting formula is longer."""

CASES = tomllib.loads(
    (Path(__file__).resolve().parents[1] / "cases" / "workbook_layout.toml").read_text("utf-8")
)


def words(text: str) -> list[str]:
    """Give the words of a list in the case file."""
    return text.split(", ")


SHEETS = words(CASES["sheets"])
INPUT_SHEETS = words(CASES["input_sheets"])
TABLES = CASES["tables"]
NAMES = CASES["names"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a freshly built workbook."""
    path = tmp_path_factory.mktemp("built") / "Sportulti.xlsx"
    build_workbook(path)
    return path


@pytest.fixture(scope="module")
def book(built: Path) -> Workbook:
    """Give the built workbook as openpyxl reads it."""
    return openpyxl.load_workbook(built)


def parts(path: Path) -> dict[str, bytes]:
    """Give the decompressed parts of a file."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def formulas(path: Path) -> list[str]:
    """Give every formula of a file: of cells, conditional formats and validations."""
    tags = {"f", "formula", "formula1", "formula2"}
    return [
        element.text
        for name, data in parts(path).items()
        if posixpath.dirname(name) == "xl/worksheets"
        for element in ElementTree.fromstring(data).iter()
        if element.tag.rpartition("}")[2] in tags and element.text
    ]


def test_the_committed_workbook_is_what_the_templates_give(built: Path) -> None:
    """Nobody edits workbook/Sportulti.xlsx by hand, or changes a template without building it anew."""
    fresh, committed = parts(built), parts(COMMITTED)
    assert list(fresh) == list(committed)
    changed = [name for name in fresh if fresh[name] != committed[name]]
    assert not changed, f"build workbook/Sportulti.xlsx anew; these parts differ: {changed}"


def test_two_builds_give_equal_bytes(built: Path, tmp_path: Path) -> None:
    """The same templates give the same file, to the byte."""
    again = tmp_path / "again.xlsx"
    build_workbook(again)
    assert again.read_bytes() == built.read_bytes()


def test_the_sheets_stand_in_their_order(book: Workbook) -> None:
    """The nineteen sheets, in the order of the day."""
    assert book.sheetnames == SHEETS


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_table_has_exactly_its_columns(book: Workbook, sheet: str) -> None:
    """One table a sheet at most, with the fixed columns first, headings in the cells, and one blank row."""
    found = {
        f"{table.name}: {', '.join(column.name for column in table.tableColumns)}"
        for table in book[sheet].tables.values()
    }
    assert found == ({TABLES[sheet]} if sheet in TABLES else set())
    for table in book[sheet].tables.values():
        head, *rows = book[sheet][table.ref]
        assert [cell.value for cell in head] == [column.name for column in table.tableColumns]
        assert [[cell.value for cell in row] for row in rows] == [[None] * len(head)]
        assert table.autoFilter.ref == table.ref


def test_each_value_of_the_event_has_its_name(book: Workbook) -> None:
    """The names of the Verseny sheet exist, lead there, and stand beside a label."""
    for name in words(NAMES["Verseny"]):
        [(sheet, cell)] = book.defined_names[name].destinations
        assert sheet == "Verseny"
        assert book[sheet].cell(book[sheet][cell].row, 1).value


@pytest.mark.parametrize("sheet", NAMES)
def test_the_cells_that_verbs_write_have_names(book: Workbook, sheet: str) -> None:
    """What a verb writes outside the tables is found by name, on the sheet where it belongs."""
    for name in words(NAMES[sheet]):
        [(found, cell)] = book.defined_names[name].destinations
        assert (found, ":" in cell) == (sheet, False)


def test_the_layout_number_is_three(book: Workbook) -> None:
    """A file says by which layout it was made."""
    [(sheet, cell)] = book.defined_names["elrendezes"].destinations
    assert book[sheet][cell].value == 3


@pytest.mark.parametrize("sheet", SHEETS)
def test_only_computed_sheets_are_protected(book: Workbook, sheet: str) -> None:
    """Input sheets are open; computed ones are protected without password, but filters and widths are free."""
    protection = book[sheet].protection
    assert protection.sheet is (sheet not in INPUT_SHEETS)
    if protection.sheet:
        assert (protection.password, protection.autoFilter, protection.formatColumns) == (None, False, False)


def test_the_structure_is_protected_without_password(book: Workbook) -> None:
    """Sheets cannot be removed or reordered by accident."""
    assert book.security.lockStructure
    assert book.security.workbookPassword is None


def test_the_chosen_round_and_the_report_can_be_typed(book: Workbook) -> None:
    """On protected sheets the cells that a person fills in are open, the others are not."""
    for name, is_locked in {
        "fordulokep_fordulo": False,
        "jelentes_datum": False,
        "allas_jelleg": True,
    }.items():
        [(sheet, cell)] = book.defined_names[name].destinations
        assert book[sheet][cell].protection.locked is is_locked


def test_no_pop_up_stops_a_typist(book: Workbook) -> None:
    """Drop-downs offer words but neither refuse others nor show messages; none is longer than Excel bears."""
    validations = [one for sheet in book for one in sheet.data_validations.dataValidation]
    assert validations
    for one in validations:
        assert not any((one.showErrorMessage, one.showInputMessage))
        assert len(one.formula1) <= LONGEST_LIST


def test_seats_are_not_offered_in_a_drop_down(book: Workbook) -> None:
    """Felvevő takes a lower-case seat, which an inline list would call wrong."""
    areas = [str(one.sqref) for one in book["Eredményrögzítés"].data_validations.dataValidation]
    assert areas == ["O5"]


def test_formulas_are_such_as_every_program_reads(built: Path) -> None:
    """No structured reference, no link to another file, no function that LibreOffice 7.4 lacks, none too long."""
    found = formulas(built)
    assert len(found) > 30
    for formula in found:
        bare = re.sub(r'"[^"]*"', '""', formula)
        assert not re.search(r"[\[\]{}]|_xlfn|_xludf", bare), formula
        assert set(re.findall(r"([A-Z][A-Z.]+)\(", bare)) <= set(words(CASES["functions"]["known"])), formula


def test_conditional_formats_are_short_and_stay_on_their_sheet(book: Workbook) -> None:
    """Old Excel takes 255 characters and no other sheet in a conditional format; names may lead there."""
    rules = [rule for sheet in book for area in sheet.conditional_formatting for rule in area.rules]
    assert rules
    for rule in rules:
        assert len(rule.formula[0]) <= LONGEST_LIST
        assert "!" not in re.sub(r'"[^"]*"', '""', rule.formula[0])


def test_no_part_is_lost_when_openpyxl_saves(built: Path, tmp_path: Path) -> None:
    """The workbook holds only what survives the adapter: formats, drop-downs, names, protection, panes, print."""
    saved = tmp_path / "saved.xlsx"
    openpyxl.load_workbook(built).save(saved)
    before, after = openpyxl.load_workbook(built), openpyxl.load_workbook(saved)
    assert set(after.defined_names) == set(before.defined_names)
    assert after.security.lockStructure
    for sheet in before:
        assert surviving(after[sheet.title]) == surviving(sheet)
    assert b"extLst" not in b"".join(parts(built).values())


def surviving(sheet: openpyxl.worksheet.worksheet.Worksheet) -> dict[str, object]:
    """Give what must be the same before and after a save."""
    return {
        "marks": [
            (str(area.sqref), rule.formula, rule.stopIfTrue, repr(rule.dxf))
            for area in sheet.conditional_formatting
            for rule in area.rules
        ],
        "lists": [(str(one.sqref), one.formula1) for one in sheet.data_validations.dataValidation],
        "panes": sheet.freeze_panes,
        "is_protected": sheet.protection.sheet,
        "print": (sheet.print_title_rows, sheet.page_setup.orientation, sheet.page_setup.fitToHeight),
        "footer": sheet.oddFooter.center.text,
        "widths": {letter: one.width for letter, one in sheet.column_dimensions.items()},
    }


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_sheet_prints_on_a4_with_title_and_page_number(book: Workbook, sheet: str) -> None:
    """A4, one page wide, page / pages below, and the headings of a table on every page."""
    found = book[sheet]
    assert (int(found.page_setup.paperSize), found.page_setup.fitToWidth or 1) == (9, 1)
    assert found.sheet_properties.pageSetUpPr.fitToPage
    assert "&P / &N" in f"&{found.oddFooter.center.text.lstrip('&')}"
    assert found["A1"].value
    assert found.oddHeader.right.text
    assert bool(found.print_title_rows) is (sheet in TABLES)


def test_head_and_left_columns_of_the_results_are_frozen(book: Workbook) -> None:
    """While typing, the head, and round, deal, copy, line and table stay in sight."""
    assert book["Eredményrögzítés"].freeze_panes == "F5"


def test_every_verb_stands_on_the_first_sheet(book: Workbook) -> None:
    """The list of verbs is that of templates/buttons.toml, with one line of help each."""
    rows = [[cell.value for cell in row] for row in book["Kezdőlap"]["A19:C80"]]
    listed = {verb: (label, text) for label, verb, text in rows if verb}
    assert {"new_event", "assign_lines", "score_event", "write_record"} <= set(listed)
    assert all(label and text for label, text in listed.values())


def test_the_counts_live_while_the_referee_types(
    built: Path, tmp_path: Path, recalculate: Callable[[Path], Path]
) -> None:
    """Blank Ft of played rounds, open errors and unconfirmed warnings are counted by the sheet itself."""
    filled = openpyxl.load_workbook(built)
    rounds, results, problems = filled["Fordulók"], filled["Eredményrögzítés"], filled["Hibák"]
    for row, state in enumerate(("lezárva", "lejátszva", "kiosztva"), start=5):
        rounds.cell(row, 1, row - 4)
        rounds.cell(row, 3, state)
    typed = [
        (1, 2, -1, -1, None),
        (1, 0, None, 0, None),
        (2, None, None, None, None),
        (3, None, None, None, None),
    ]
    for row, (number, *ft, state) in enumerate([*typed, (2, "N", None, "N", "nem játszott")], start=5):
        for column, value in zip((1, 12, 13, 14, 15), (number, *ft, state), strict=True):
            results.cell(row, column, value)
    degrees = (("hiba", None), ("figyelmeztetés", None), ("figyelmeztetés", "Kis Anna"), ("megjegyzés", None))
    for row, (degree, person) in enumerate(degrees, start=5):
        problems.cell(row, 2, degree)
        problems.cell(row, 10, person)
    path = tmp_path / "typed.xlsx"
    filled.save(path)
    counted = openpyxl.load_workbook(recalculate(path), data_only=True)["Kezdőlap"]
    assert [counted[cell].value for cell in ("B13", "B14", "B15")] == [4, 1, 1]


def test_the_empty_workbook_counts_nothing(built: Path, recalculate: Callable[[Path], Path]) -> None:
    """The values written beside the formulas are those that a program computes."""
    computed = openpyxl.load_workbook(recalculate(built), data_only=True)
    cached = openpyxl.load_workbook(built, data_only=True)
    for sheet in ("Kezdőlap", "Játékvezetői jegyzőkönyv"):
        for row in cached[sheet].iter_rows():
            for cell in row:
                assert (computed[sheet][cell.coordinate].value or None) == (cell.value or None), (
                    cell.coordinate
                )
