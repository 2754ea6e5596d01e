"""Files from outside, small on the disk and larger than any machine in memory: refused at once, in a sentence."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from macros_py.__main__ import main
from macros_py.book.file_extent import EVENT_LIMITS, FEW_ELEMENTS, LARGEST_TEXT, LIST, Walk, area
from macros_py.book.file_opening import open_workbook, read_returned_sheet, refuse_unreadable
from macros_py.book.list_files import read_list
from macros_py.book.port import BookError, OverLimit
from macros_py.book.references import column_letter, column_number
from macros_py.book.saving import read_stamp
from macros_py.book.text_files import read_draw
from tests.refusals import refused

pytestmark = pytest.mark.slow

NEW = Path(__file__).parents[2] / "workbook" / "Sportulti.xlsx"
NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>Név</t></is></c></row>'
MOST_MEGABYTES = 300
MEASURED = """
import sys
from pathlib import Path
from macros_py.__main__ import main
code = main(sys.argv[1:])
[most] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
print(int(most.split()[1]) // 1024, file=sys.stderr)
sys.exit(code)
"""


def book_of(path: Path, rows: Iterable[str] = (), behind: str = "", styles: str = "") -> Path:
    """Write a workbook whose first sheet has rows, and something behind them, as XML."""
    made = io.BytesIO()
    Workbook().save(made)
    with zipfile.ZipFile(made) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    cells = HEAD + "".join(rows)
    sheet = f'<worksheet xmlns="{NAMESPACE}"><sheetData>{cells}</sheetData>{behind}</worksheet>'
    parts["xl/worksheets/sheet1.xml"] = sheet.encode("utf-8")
    if styles:
        parts["xl/styles.xml"] = f'<styleSheet xmlns="{NAMESPACE}">{styles}</styleSheet>'.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def number(row: int, column: str) -> str:
    """Give a row with one number in it."""
    return f'<row r="{row}"><c r="{column}{row}"><v>1</v></c></row>'


WORKBOOKS: dict[str, tuple[Callable[[Path], Path], str]] = {
    "harmincezer sor az utolsó oszlopban": (
        lambda path: book_of(path, (number(row, "XFD") for row in range(2, 30_002))),
        "az XFD2 cella is ki van töltve, pedig legfeljebb 20000 sort és 256 oszlopot",
    ),
    "egy cella a lap legvégén": (
        lambda path: book_of(path, [number(1_048_576, "XFD")]),
        "az XFD1048576 cella is ki van töltve",
    ),
    "sok sor": (
        lambda path: book_of(path, (number(row, "A") for row in range(2, 100_000))),
        "az A20001 cella is ki van töltve",
    ),
    "sok sor, szám nélkül": (
        lambda path: book_of(path, ["<row><c><v>1</v></c></row>"] * 100_000),
        "az A20001 cella is ki van töltve",
    ),
    "sok formázott, üres cella": (
        lambda path: book_of(path, ["<row>", '<c s="0"/>' * (LIST.cells + 1), "</row>"]),
        "400000 cellánál is több van",
    ),
    "más előtaggal": (
        lambda path: book_of(
            path, [f'<x:row xmlns:x="{NAMESPACE}">', "<x:c/>" * (LIST.cells + 1), "</x:row>"]
        ),
        "400000 cellánál is több van",
    ),
    "az egész lap egyesítve": (
        lambda path: book_of(path, behind='<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
        "egyesített cellák",
    ),
    "az egész lapon hivatkozás": (
        lambda path: book_of(path, behind='<hyperlinks><hyperlink ref="A1:XFD1048576"/></hyperlinks>'),
        "400000 cellánál is több van",
    ),
    "milliónyi formátum": (
        lambda path: book_of(path, styles=f"<cellXfs>{'<xf/>' * 1_000_000}</cellXfs>"),
        "400000 cellánál is több van",
    ),
    "egy érvényesítés milliónyi cellán": (
        lambda path: book_of(
            path, behind=f'<dataValidations><dataValidation sqref="{"A1 " * 3_000_000}"/></dataValidations>'
        ),
        "400000 cellánál is több van",
    ),
}
TEXTS: dict[str, tuple[str, str]] = {
    "millió sor": ("Név\n" + "a\n" * 1_000_000, "legfeljebb 20000 sor és 256 oszlop"),
    "millió oszlop": ("Név\n" + ";,\t" * 1_000_000, "legfeljebb 20000 sor és 256 oszlop"),
    "óriási fájl": ("Név\n" + "Kis Pál\n" * 1_000_000, "A fájl 8 MB, .*legfeljebb 5 MB"),
    "óriási cella": ("Név\n" + "a" * 40_000, "az A2 cella 40000 betűből áll"),
}


@pytest.mark.parametrize("kind", WORKBOOKS)
def test_a_workbook_of_too_much_is_no_list(kind: str, tmp_path: Path) -> None:
    """Named is what is too much, and where it stands; nothing of it was made into objects."""
    make, words = WORKBOOKS[kind]
    with pytest.raises(OverLimit, match=words):
        read_list(make(tmp_path / "lista.xlsx"))


@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_of_too_much_is_no_list(kind: str, tmp_path: Path) -> None:
    """Rows, columns, one cell, the whole."""
    text, words = TEXTS[kind]
    (tmp_path / "lista.csv").write_text(text, "utf-8")
    with pytest.raises(OverLimit, match=words):
        read_list(tmp_path / "lista.csv")


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows does not tell the most memory of a process this way"
)
@pytest.mark.parametrize(
    "kind", ["harmincezer sor az utolsó oszlopban", "egy cella a lap legvégén", "sok sor"]
)
def test_the_whole_verb_stays_small(kind: str, tmp_path: Path) -> None:
    """Exit code 2 within 300 MB and some seconds."""
    (tmp_path / "Kupa.xlsx").write_bytes(NEW.read_bytes())
    source = WORKBOOKS[kind][0](tmp_path / "lista.xlsx")
    words = ["import_entrants", str(tmp_path / "Kupa.xlsx"), "--from", str(source), "--dry-run"]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    sentence, megabytes = done.stderr.strip().splitlines()
    assert "A listában" in sentence
    assert int(megabytes) < MOST_MEGABYTES


def test_the_longest_list_is_read(tmp_path: Path) -> None:
    """Twenty thousand people, with a blank formatted cell far off, cells merged down, and a height at the very end."""
    rows = [
        f'<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>Kis Pál</t></is></c></row>'
        for row in range(2, LIST.rows + 1)
    ]
    rows.append('<row r="30000"><c r="XFD30000" s="0"/></row><row r="1048576" ht="20"/>')
    merged = "".join(f'<mergeCell ref="C{row}:C{row + 1}"/>' for row in range(2, 10_000, 2))
    path = book_of(tmp_path / "lista.xlsx", rows, f"<mergeCells>{merged}</mergeCells>")
    [sheet] = read_list(path)
    assert len(sheet.rows) == LIST.rows
    text = "Név\n" + "Kis Pál\n" * (LIST.rows - 1)
    (tmp_path / "lista.csv").write_text(text, "utf-8")
    assert {len(one.rows) for one in read_list(tmp_path / "lista.csv")} == {LIST.rows}


def test_an_event_has_its_own_limits(tmp_path: Path) -> None:
    """A cell at the very end of a sheet is the referee's own; the whole sheet merged is nobody's."""
    workbook = load_workbook(NEW)
    results = workbook["Eredményrögzítés"]
    results["XFD1048576"] = "saját"
    first = int(re.search(r"[0-9]+", results.tables["tEredmenyek"].ref)[0]) + 1  # type: ignore[index]
    results.cell(first, 1).value = 1
    workbook.save(tmp_path / "kupa.xlsx")
    assert open_workbook(tmp_path / "kupa.xlsx")
    assert list(read_returned_sheet(tmp_path / "kupa.xlsx").numbers) == [first]
    book_of(tmp_path / "rossz.xlsx", behind='<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')
    with pytest.raises(OverLimit, match=f"{EVENT_LIMITS.cells} cellánál is több"):
        refuse_unreadable(tmp_path / "rossz.xlsx")


AMONG_ROWS: dict[str, tuple[str, str]] = {
    "semmi szokatlan": (number(7, "A"), ""),
    "sok cella": (f'<row r="5">{"<c/>" * 300_000}</row>', ""),
    "megjegyzés": ("<!-- <c/> -->", ""),
    "egyesítés": ('<mergeCell ref="A1:XFD1048576"/>', "too_many_cells"),
    "hivatkozás": ('<hyperlink ref="A1:XFD1048576"/>', "too_many_cells"),
    "túl messze": (number(2_000_000, "A"), "cell_too_far"),
    "túl messze, másként írva": ("<row r = '2000000'><c><v>1</v></c></row>", "cell_too_far"),
    "túl messze, szám nélkül": ("<row r='1048000'/>" + "<row><c><v>1</v></c></row>" * 600, "cell_too_far"),
    "hosszú jellemző": (f'<row r="5"><x y="{"A1 " * 200_000}"/></row>', "too_many_cells"),
    "sorok két helyen": (f'</sheetData><x y="{"A1 " * 200_000}"/><sheetData>', "too_many_cells"),
}


@pytest.mark.parametrize(("planted", "refusal"), AMONG_ROWS.values(), ids=AMONG_ROWS.keys())
def test_rows_counted_at_once(
    planted: str, refusal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Usual rows are counted without reading them; whatever is odd among them is refused all the same."""
    path = book_of(tmp_path / "kupa.xlsx", [planted])
    met = []
    for most in (FEW_ELEMENTS, -1):  # at once where it may be, and element by element
        monkeypatch.setattr("macros_py.book.file_extent.FEW_ELEMENTS", most)
        walk = Walk(path, EVENT_LIMITS)
        try:
            with zipfile.ZipFile(path) as parts:
                walk.through(walk.rowless(parts.open("xl/worksheets/sheet1.xml")))
            met.append(("", walk.cells, walk.elements))
        except OverLimit as error:
            met.append((error.code, 0, 0))
    assert met[0] == met[1]
    assert met[0][0] == refusal


DRAWS = {
    "mélyen egymásba ágyazott": "[" * 200_000,
    "lista egy cellában": json.dumps({"sorsolas": {"verseny": []}, "helyek": [{"Vonal": "A"}]}),
    "tábla egy cellában": json.dumps(
        {"sorsolas": {}, "helyek": [{"Vonal": {}, "Induló asztal": 1, "Név": "x"}]}
    ),
}


@pytest.mark.parametrize("kind", DRAWS)
def test_what_is_deeply_nested_is_no_draw(kind: str, tmp_path: Path) -> None:
    """A draw is a head and lines of plain values."""
    (tmp_path / "s.json").write_text(DRAWS[kind], "utf-8")
    with refused("not_a_draw", match="nem sorsolási fájl"):
        read_draw(tmp_path / "s.json")


@pytest.mark.parametrize("name", ["s.json", "s.csv"])
def test_a_huge_draw_is_refused(name: str, tmp_path: Path) -> None:
    """By its size, before it is read."""
    (tmp_path / name).write_bytes(b"[" * (LARGEST_TEXT + 1))
    with pytest.raises(OverLimit, match="ekkora névsor vagy sorsolás nincs"):
        read_draw(tmp_path / name)
    (tmp_path / "Kupa.xlsx").write_bytes(NEW.read_bytes())
    assert main(["verify_draw", str(tmp_path / "Kupa.xlsx"), "--from", str(tmp_path / name)]) == 2


def damaged_zips(sound: bytes) -> dict[str, bytes]:
    """Give workbooks over which the zip reader fails: a flipped byte, a password, an unknown packing."""
    at = sound.index(b"PK\x01\x02")
    return {
        "átfordult bájt": sound[:400] + bytes([sound[400] ^ 0xFF]) + sound[401:],
        "jelszó": sound[:6] + b"\x01" + sound[7 : at + 8] + b"\x01" + sound[at + 9 :],
        "ismeretlen tömörítés": sound[:8] + b"\x63" + sound[9 : at + 10] + b"\x63" + sound[at + 11 :],
    }


@pytest.mark.parametrize("kind", ["átfordult bájt", "jelszó", "ismeretlen tömörítés"])
def test_a_zip_that_cannot_be_unpacked_is_a_damaged_file(kind: str, tmp_path: Path) -> None:
    """Whatever the reader raises: a sentence, and as a place for an export it says nothing of itself."""
    path = tmp_path / "rossz.xlsx"
    path.write_bytes(damaged_zips(book_of(tmp_path / "ep.xlsx").read_bytes())[kind])
    for read in (refuse_unreadable, read_list, read_returned_sheet):
        with pytest.raises(BookError, match=r"sérült|nem olvasható"):
            read(path)
    assert read_stamp(path, "elrendezes") == ""


def test_columns_have_numbers_and_letters() -> None:
    """A is 1, XFD is 16384; a block has as many cells as rows times columns, whatever its order."""
    assert [column_number(letters) for letters in ("A", "Z", "AA", "XFD")] == [1, 26, 27, 16_384]
    assert all(column_number(column_letter(column)) == column for column in range(1, 16_385))
    assert area("A1:C4") == area("C4:A1") == area("$A$1:$C$4") == 12
    assert area("B2") == area("nincs") == 1
