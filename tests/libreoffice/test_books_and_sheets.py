"""Books, sheets, places and looks: what plain xlwings does around the values."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest
import xlwings

from macros_py.libreoffice import FileNotOpened, FileNotSaved, NotSupported


def test_books_are_found_by_name_path_and_number(calc: xlwings.App, tmp_path: Path) -> None:
    """A saved book is found by its name, its path and its number, and is opened only once."""
    path = tmp_path / "Őszi kupa.xlsx"
    book = calc.books.add()
    book.save(path)
    assert (book.name, Path(book.fullname)) == (path.name, path)
    assert calc.books[path.name] == book
    assert calc.books[0] == book
    assert calc.books.open(path) == book
    assert calc.books.active == book
    assert len(calc.books) == 1
    with pytest.raises(KeyError, match=r"nincs\.xlsx"):
        calc.books["nincs.xlsx"]


def test_a_stale_lock_file_does_not_matter(calc: xlwings.App, tmp_path: Path) -> None:
    """The lock file of a program that died does not keep a file from being opened and saved."""
    path = tmp_path / "zar.xlsx"
    calc.books.add().save(path)
    calc.books[0].close()
    (tmp_path / ".~lock.zar.xlsx#").write_text(
        ",somebody,elsewhere,30.11.2026 05:00,file:///nowhere;", "utf-8"
    )
    book = calc.books.open(path)
    book.sheets[0]["A1"].value = 1
    book.save()
    assert book.sheets[0]["A1"].value == 1.0


def test_what_is_no_workbook_is_refused(calc: xlwings.App, tmp_path: Path) -> None:
    """A damaged file is refused with its path, and the program goes on."""
    path = tmp_path / "rossz.xlsx"
    path.write_bytes(b"PK\x03\x04" + bytes(200))
    with pytest.raises(FileNotOpened, match=r"could not open .*rossz\.xlsx"):
        calc.books.open(path)
    assert calc.books.add().sheets.count == 1


def test_what_cannot_be_written_is_refused(calc: xlwings.App, tmp_path: Path) -> None:
    """A folder that is not there and an ending that Calc does not write are refused with the path."""
    book = calc.books.add()
    with pytest.raises(FileNotSaved, match=r"could not save .*x\.xlsx"):
        book.impl.save(str(tmp_path / "nincs" / "x.xlsx"))
    with pytest.raises(FileNotSaved, match=r"no filter for \.docx"):
        book.impl.save(str(tmp_path / "x.docx"))


def test_a_book_opened_read_only_is_not_written(calc: xlwings.App, tmp_path: Path) -> None:
    """A file opened for reading cannot be saved over by accident: its contents stay."""
    path = tmp_path / "csak.xlsx"
    calc.books.add().save(path)
    calc.books[0].close()
    before = path.read_bytes()
    book = calc.books.open(path, read_only=True)
    assert book.sheets[0]["A1"].value is None
    book.close()
    assert path.read_bytes() == before


def test_sheets_are_added_named_moved_copied_and_deleted(calc: xlwings.App) -> None:
    """The sheets of a book stand in the order in which they were put, under any spelling of their names."""
    book = calc.books.add()
    first = book.sheets[0]
    first.name = "Első"
    last = book.sheets.add("Utolsó", after=first)
    assert book.sheets.active == last
    last["A1"].value = "x"
    last.copy(before=first, name="Másolat")
    assert [sheet.name for sheet in book.sheets] == ["Másolat", "Első", "Utolsó"]
    assert book.sheets["másolat"]["A1"].value == "x"
    first.visible = False
    assert not book.sheets["Első"].visible
    first.delete()
    assert [sheet.name for sheet in book.sheets] == ["Másolat", "Utolsó"]
    assert "első" not in book.sheets
    with pytest.raises(xlwings.NoSuchObjectError, match="there is no sheet Első"):
        book.sheets["Első"]


def test_places_are_found(calc: xlwings.App) -> None:
    """Addresses, corners, used area, ends of stretches and expansion are those of Excel."""
    sheet = calc.books.add().sheets[0]
    sheet["B2"].value = [[1, 2, 3], [4, 5, 6], [7, None, 9]]
    sheet["B9"].value = "x"
    assert sheet.used_range.address == "$B$2:$D$9"
    assert sheet["B2"].expand().address == "$B$2:$D$4"
    assert sheet["B2"].current_region.address == "$B$2:$D$4"
    assert sheet["B2"].end("down").address == "$B$4"
    assert sheet["B4"].end("down").address == "$B$9"
    assert sheet["B9"].end("up").address == "$B$4"
    assert sheet["B2"].end("right").address == "$D$2"
    assert sheet["D4"].end("left").address == "$B$4"
    assert sheet["C3"].end("down").row == sheet.cells.shape[0]
    assert sheet.range((2, 2), (4, 4)).address == "$B$2:$D$4"
    assert sheet["B2:D4"].last_cell.address == "$D$4"
    assert sheet["AB3"].get_address(False, False) == "AB3"
    assert sheet["B2:D4"][1, 1].value == 5.0


def test_a_place_that_is_none_is_refused(calc: xlwings.App) -> None:
    """A text that is no address, name or table is refused with the text."""
    sheet = calc.books.add().sheets[0]
    with pytest.raises(xlwings.NoSuchObjectError, match="nincs_ilyen is no address, no name and no table"):
        sheet["nincs_ilyen"]
    with pytest.raises(IndexError, match="counted from 1"):
        sheet.range((0, 1))


def test_clearing_leaves_the_looks(calc: xlwings.App) -> None:
    """Contents go and formats stay with ``clear_contents``; both go with ``clear``."""
    cell = calc.books.add().sheets[0]["A1"]
    cell.value, cell.color, cell.number_format = 1.5, (255, 0, 0), "0.00"
    cell.clear_contents()
    assert (cell.value, cell.color, cell.number_format) == (None, (255, 0, 0), "0.00")
    cell.clear()
    assert (cell.color, cell.number_format) == (None, "General")


def test_looks_are_set_and_read(calc: xlwings.App) -> None:
    """Colours, font, alignment, width, height and number format read back as they were set."""
    sheet = calc.books.add().sheets[0]
    cell = sheet["B2"]
    cell.color, cell.font.color = "#ffee00", (0, 0, 128)
    cell.font.bold, cell.font.italic, cell.font.size, cell.font.name = True, True, 14, "DejaVu Sans"
    cell.wrap_text, cell.column_width, cell.row_height = True, 20, 30
    cell.number_format = "yyyy-mm-dd hh:mm"
    assert (cell.color, cell.font.color) == ((255, 238, 0), (0, 0, 128))
    assert (cell.font.bold, cell.font.italic, cell.font.size, cell.font.name) == (
        True,
        True,
        14.0,
        "DejaVu Sans",
    )
    assert cell.wrap_text
    assert cell.number_format == "yyyy-mm-dd hh:mm"
    assert abs(cell.column_width - 20) < 0.1
    assert abs(cell.row_height - 30) < 0.1
    cell.horizontal_alignment, cell.vertical_alignment = "center", "top"
    assert (cell.horizontal_alignment, cell.vertical_alignment) == ("center", "top")
    sheet.freeze_panes.freeze_at("1:1")
    sheet.freeze_panes.unfreeze()


def test_cells_are_copied_with_their_looks(calc: xlwings.App) -> None:
    """A copied range brings values, formulas and colours to its new place."""
    sheet = calc.books.add().sheets[0]
    sheet["A1:B1"].value = [2, "=A1*2"]
    sheet["A1"].color = (1, 2, 3)
    sheet["A1:B1"].copy(sheet["A5"])
    assert sheet["A5:B5"].value == [2.0, 4.0]
    assert sheet["B5"].formula == "=A5*2"
    assert sheet["A5"].color == (1, 2, 3)


def test_the_state_of_the_program_is_put_back(calc: xlwings.App) -> None:
    """Selection, screen, status bar and calculation read as set, and ``properties`` puts them back after a fault."""
    sheet = calc.books.add().sheets[0]
    sheet["B2:C3"].select()
    wanted = {
        "screen_updating": False,
        "calculation": "manual",
        "status_bar": "3/10",
        "display_alerts": False,
    }
    with contextlib.suppress(ZeroDivisionError), calc.properties(**wanted):
        assert {name: getattr(calc, name) for name in wanted} == wanted
        raise ZeroDivisionError
    assert {name: getattr(calc, name) for name in wanted} == {
        "screen_updating": True,
        "calculation": "automatic",
        "status_bar": False,
        "display_alerts": True,
    }
    assert calc.selection.address == "$B$2:$C$3"


def test_a_message_without_a_window_is_kept(calc: xlwings.App) -> None:
    """Without a window a message is kept to be read; a question is refused, for nobody can answer it."""
    calc.impl.alerts.clear()
    assert calc.alert("Kész.") == "ok"
    with pytest.raises(NotSupported, match="a question and without a window"):
        calc.alert("Biztos?", buttons="yes_no")
    assert calc.impl.alerts == ["Kész.", "Biztos?"]


Use = Callable[[xlwings.Sheet], object]
UNSUPPORTED: list[tuple[str, Use]] = [
    ("Sheet.charts", lambda sheet: sheet.charts),
    ("Sheet.pictures", lambda sheet: sheet.pictures),
    ("Sheet.pivot_tables", lambda sheet: sheet.pivot_tables),
    ("Range.add_comment", lambda sheet: sheet["A1"].add_comment("x")),
    ("Range.merge", lambda sheet: sheet["A1:B2"].merge()),
    ("Range.sort", lambda sheet: sheet["A1:B2"].sort(1)),
    ("Range.copy to the clipboard", lambda sheet: sheet["A1"].copy()),
    ("App.run", lambda sheet: sheet.book.app.macro("x")()),
    ("App.hwnd", lambda sheet: sheet.book.app.hwnd),
    ("setting App.interactive", lambda sheet: setattr(sheet.book.app, "interactive", False)),
    ("Books.open with more than", lambda sheet: sheet.book.app.books.impl.open("x.xlsx", format="2")),
    ("App(spec)", lambda sheet: xlwings.engines["libreoffice"].apps.add(spec="x")),
    ("Tables.add of anything but", lambda sheet: sheet.tables.add(sheet["A1:B2"], has_headers=False)),
]


@pytest.mark.parametrize(("member", "use"), UNSUPPORTED, ids=[entry[0] for entry in UNSUPPORTED])
def test_the_rest_of_xlwings_says_that_it_is_not_here(calc: xlwings.App, member: str, use: Use) -> None:
    """A member outside the subset raises one error that names it."""
    sheet = calc.books.add().sheets[0]
    with pytest.raises(NotSupported) as caught:
        use(sheet)
    assert "is not supported here: this is LibreOffice Calc" in str(caught.value)
    assert member.removeprefix("setting ") in caught.value.member
