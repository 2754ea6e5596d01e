"""The guard over the record: one planted violation of each kind is found, and a clean file passes."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from xlsxwriter import Workbook

from macros_py.builder.record import record_bytes
from macros_py.builder.record_guard import problems
from macros_py.words import describe
from tests.builder.invented_event import Wishes, invent

SHEET = "xl/worksheets/sheet1.xml"
MAIN = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
MACRO_MAIN = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
SHAPE = b'<xdr:wsDr xmlns:xdr="urn:x"><xdr:sp macro="[0]!Gomb"/></xdr:wsDr>'
BUTTON = b'<xml xmlns:x="urn:schemas-microsoft-com:office:excel"><x:FmlaMacro>[0]!Gomb</x:FmlaMacro></xml>'
RELATION = '<Relationships xmlns="urn:r"><Relationship Id="r1" Type="{}" Target="{}"{}/></Relationships>'

Change = Callable[[dict[str, bytes]], None]


def clean_file(formula: str = "=SUM(A1:A2)", value: object = 3) -> BytesIO:
    """Give a small workbook with one formula and its cached value."""
    target = BytesIO()
    book = Workbook(target, {"in_memory": True})
    sheet = book.add_worksheet()
    sheet.write_column(0, 0, [1, 2])
    sheet.write_formula(2, 0, formula, None, value)
    book.close()
    return target


def planted(change: Change, clean: Callable[[], BytesIO] = clean_file) -> BytesIO:
    """Give the clean file with its parts changed."""
    with zipfile.ZipFile(clean()) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    change(parts)
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as written:
        for name, content in parts.items():
            written.writestr(name, content)
    return target


def part(name: str, content: bytes = b"") -> Change:
    """Plant a part."""
    return lambda parts: parts.update({name: content})


def swap(name: str, old: bytes, new: bytes) -> Change:
    """Exchange bytes in a part; they must be there."""

    def change(parts: dict[str, bytes]) -> None:
        assert old in parts[name]
        parts[name] = parts[name].replace(old, new)

    return change


def relation(kind: str, target: str, mode: str = "") -> Change:
    """Plant a relationship of the first sheet."""
    extra = f' TargetMode="{mode}"' if mode else ""
    return part("xl/worksheets/_rels/sheet1.xml.rels", RELATION.format(kind, target, extra).encode())


PLANTED: dict[str, tuple[str, Change]] = {
    "VBA project": ("record_part", part("xl/vbaProject.bin")),
    "macro sheet": ("record_part", part("xl/macrosheets/sheet1.xml", b"<a/>")),
    "ribbon": ("record_part", part("customUI/customUI14.xml", b"<a/>")),
    "ribbon of 2007": ("record_part", part("customUI/customUI.xml", b"<a/>")),
    "link to another workbook": ("record_part", part("xl/externalLinks/externalLink1.xml", b"<a/>")),
    "ActiveX": ("record_part", part("xl/activeX/activeX1.xml", b"<a/>")),
    "form control": ("record_part", part("xl/ctrlProps/ctrlProp1.xml", b"<a/>")),
    "embedded object": ("record_part", part("xl/embeddings/oleObject1.bin")),
    "data connection": ("record_part", part("xl/connections.xml", b"<a/>")),
    "query table": ("record_part", part("xl/queryTables/queryTable1.xml", b"<a/>")),
    "web extension": ("record_part", part("xl/webextensions/webextension1.xml", b"<a/>")),
    "ribbon by relation": (
        "record_part",
        relation("urn:office/2007/relationships/ui/extensibility", "ui.xml"),
    ),
    "project by relation": ("record_part", relation("urn:office/2006/relationships/vbaProject", "code.bin")),
    "hyperlink outside": ("record_outside", relation("urn:hyperlink", "https://example.org", "External")),
    "template outside": ("record_outside", relation("urn:x", "file:///C:/a.xltx", "External")),
    "macro on a shape": ("record_macro", part("xl/drawings/drawing1.xml", SHAPE)),
    "macro on a button": ("record_macro", part("xl/drawings/vmlDrawing1.vml", BUTTON)),
    "macro-enabled type": ("record_type", swap("[Content_Types].xml", MAIN, MACRO_MAIN)),
    "no cached value": ("record_uncached", swap(SHEET, b"<v>3</v>", b"")),
    "empty cached value": ("record_uncached", swap(SHEET, b"<v>3</v>", b"<v></v>")),
    "cached error": ("record_error", swap(SHEET, b'r="A3"><f>', b'r="A3" t="e"><f>')),
    "function in a defined name": (
        "record_function",
        swap(
            "xl/workbook.xml",
            b"</sheets>",
            b'</sheets><definedNames><definedName name="a">ULTI_A(1)</definedName></definedNames>',
        ),
    ),
    "function in a conditional format": (
        "record_function",
        swap(
            SHEET,
            b"</sheetData>",
            b"</sheetData><conditionalFormatting><cfRule><formula>ULTI_A(A1)</formula></cfRule></conditionalFormatting>",
        ),
    ),
    "a sheet that is no XML": ("record_unreadable", swap(SHEET, b"</worksheet>", b"")),
}


def test_a_clean_file_passes() -> None:
    """A plain workbook with a cached formula has no problem, an empty text as value included."""
    assert problems(clean_file()) == []
    text = planted(swap(SHEET, b'r="A3"><f>SUM(A1:A2)</f><v>3</v>', b'r="A3" t="str"><f>IF(1,"")</f><v></v>'))
    assert problems(text) == []


@pytest.mark.parametrize(("code", "change"), PLANTED.values(), ids=PLANTED.keys())
def test_a_planted_violation_is_found(code: str, change: Change) -> None:
    """Each kind is refused under its own code, with a Hungarian sentence."""
    found = problems(planted(change))
    assert [problem.code for problem in found] == [code]
    assert describe(found[0]).code.startswith("M7")


@pytest.mark.parametrize(
    ("formula", "codes"),
    [
        ("=ULTI_ERTEK(A1)", ["record_function"]),
        ("=ulti_ertek(A1)", ["record_function"]),
        ("=[1]Lap!A1", ["record_outside"]),
        ("='[masik.xlsx]Lap'!A1", ["record_outside"]),
        ("='C:\\xl\\sportulti.xlam'!ULTI(A1)", ["record_outside", "record_function"]),
        ("=cmd|' /c calc'!A1", ["record_outside"]),
        ('=HYPERLINK("http://example.org")', ["record_function"]),
        ('=WEBSERVICE("http://example.org")', ["record_function"]),
        ("=_xlfn.XLOOKUP(1,A1:A2,A1:A2)", ["record_function"]),
        ("=#REF!+1", ["record_outside"]),
        ('=IF(A1="ULTI_X(","[1]|.xla","")', []),
        ("='Az (első) lap'!A1", []),
    ],
)
def test_formulas(formula: str, codes: list[str]) -> None:
    """No other file, add-in or program, no function off the list; what stands in quotes is only a text."""
    assert [problem.code for problem in problems(clean_file(formula, 1))] == codes


def test_an_error_value_is_found() -> None:
    """#NAME? cached is what a function of an absent add-in leaves behind."""
    assert [problem.code for problem in problems(clean_file("=SUM(A1)", "#NAME?"))] == ["record_error"]


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip at all"])
def test_a_file_that_is_no_workbook(tmp_path: Path, content: bytes) -> None:
    """What cannot be opened is a problem, not a crash."""
    path = tmp_path / "rossz.xlsx"
    path.write_bytes(content)
    assert [problem.code for problem in problems(path)] == ["record_unreadable"]


def whole_record() -> BytesIO:
    """Give a whole record, whose sheets the guard looks through quickly."""
    return BytesIO(record_bytes(invent(Wishes(9, 2, 2))))


POINTS = "xl/worksheets/sheet7.xml"
"""Pontok, full of formulas."""
CELL = b'<c r="A6" s="'
AMONG_CELLS: dict[str, tuple[bytes, list[str]]] = {
    "a function": (b'<c r="A6"><f>ULTI_A(1)</f><v>1</v></c>', ["record_function"]),
    "a function behind attributes": (
        b'<c r="A6"><f t="shared">ULTI_A(1)</f><v>1</v></c>',
        ["record_function"],
    ),
    "a function in pieces": (b'<c r="A6"><f><![CDATA[ULTI_A]]>(1)</f><v>1</v></c>', ["record_function"]),
    "another file": (b'<c r="A6"><f>[1]Lap!A1</f><v>1</v></c>', ["record_outside"]),
    "a program": (b'<c r="A6" t="str"><f>cmd|&apos; /c calc&apos;!A1</f><v>x</v></c>', ["record_outside"]),
    "letters as numbers": (b'<c r="A6"><f>&#85;LTI_A(1)</f><v>1</v></c>', ["record_function"]),
    "no value": (b'<c r="A6"><f>A1</f></c>', ["record_uncached"]),
    "an empty number": (b'<c r="A6"><f>A1</f><v></v></c>', ["record_uncached"]),
    "an error": (b'<c r="A6" t="e"><v>#REF!</v></c>', ["record_error"]),
    "an object": (b'<oleObject progId="x"/>', ["record_part"]),
    "after a comment": (b'<!-- <c r="A6"> --><c r="A6"><f>ULTI_A(1)</f><v>1</v></c>', ["record_function"]),
    "an unknown entity": (b'<c r="A6" t="str"><f>A1</f><v>&ulti;</v></c>', ["record_unreadable"]),
    "a control": (b'<c r="A6" t="str"><f>A1</f><v>\x01</v></c>', ["record_unreadable"]),
    "no UTF-8": (b'<c r="A6" t="str"><f>A1</f><v>\xff</v></c>', ["record_unreadable"]),
    "a tag that is none": (b'<!-<c r="A6"><v>1</v></c>- -->', ["record_unreadable"]),
}


@pytest.mark.parametrize(("cell", "codes"), AMONG_CELLS.values(), ids=AMONG_CELLS.keys())
def test_among_thousands_of_usual_cells(cell: bytes, codes: list[str]) -> None:
    """What is planted in the middle of a whole record is found, at its place."""
    found = problems(planted(swap(POINTS, CELL, cell + CELL), whole_record))
    assert [problem.code for problem in found] == codes
    assert codes == ["record_unreadable"] or "sheet7.xml" in str(found[0])


@pytest.mark.parametrize(("code", "change"), PLANTED.values(), ids=PLANTED.keys())
def test_a_quick_look_finds_the_same(code: str, change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cell by cell, or only what is unusual: the same problems in the same words."""
    quick = problems(planted(change))
    monkeypatch.setattr("macros_py.builder.record_guard.is_harmless_piece", lambda _: False)
    assert [(one.code, one.fields) for one in problems(planted(change))] == [
        (one.code, one.fields) for one in quick
    ]
    assert {problem.code for problem in quick} == {code}


def test_a_long_sheet_is_looked_at_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the pieces begin and end, what is wrong is found, and nothing else."""
    cell = b'<c r="A6"><f>ULTI_A(1)</f><v>1</v></c>'
    file = planted(swap(POINTS, CELL, cell + CELL), whole_record)
    whole = problems(file)
    for size in (100, 1_009, 20_000):
        monkeypatch.setattr("macros_py.builder.record_guard.GUARDED_AT_ONCE", size)
        assert problems(file) == whole
        assert problems(whole_record()) == []
