"""The add-in as a file: the committed one is the built one, modules read back exactly, the container is strict."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from pathlib import Path
from typing import Any

import olefile
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oletools.olevba import VBA_Parser, decompress_stream

from macros_py.builder.addin.package import build_addin, modules
from macros_py.builder.addin.vba_modules import standard, vba_text
from macros_py.builder.addin.vba_project import compound_file, compress, storage, stream, vba_project
from macros_py.builder.addin.xlwings_sources import xlwings_folder

COMMITTED = Path(__file__).parents[3] / "workbook" / "Sportulti.xlam"
PROJECT_PART = "xl/vbaProject.bin"
FIRST_OF_A_MODULE = 0x19
OWN_VALUES = {0x04, 0x09, 0x0F, 0x13}
"""Records that are each project's own: name, version, count of modules, cookie."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a freshly built add-in."""
    path = tmp_path_factory.mktemp("addin") / "Sportulti.xlam"
    build_addin(path)
    return path


def parts(path: Path) -> dict[str, bytes]:
    """Give the decompressed parts of a file."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_committed_addin_is_what_the_sources_give(built: Path) -> None:
    """Nobody edits the add-in by hand, or changes a source without building it anew."""
    fresh, committed = parts(built), parts(COMMITTED)
    assert list(fresh) == list(committed)
    changed = [name for name in fresh if fresh[name] != committed[name]]
    assert not changed, f"build workbook/Sportulti.xlam anew; these parts differ: {changed}"


def test_two_builds_give_equal_bytes(built: Path, tmp_path: Path) -> None:
    """The same sources give the same file, to the byte."""
    build_addin(tmp_path / "again.xlam")
    assert (tmp_path / "again.xlam").read_bytes() == built.read_bytes()


def test_every_module_reads_back_exactly(built: Path) -> None:
    """An independent reader finds every source, letter for letter, and no compiled code that differs."""
    parser = VBA_Parser(str(built))
    found = {path.rpartition("/")[2]: code for _, path, _, code in parser.extract_macros()}
    assert found == {module.name: module.source for module in modules()}
    parser.close()


def test_the_compound_file_is_strict(built: Path) -> None:
    """No defect, not even a doubtful one; the siblings form a red-black tree in the format's order."""
    project = io.BytesIO(parts(built)[PROJECT_PART])
    with olefile.OleFileIO(project, raise_defects=olefile.DEFECT_UNSURE) as opened:
        assert opened.parsing_issues == []
        for entry in opened.direntries:
            if entry is not None and entry.sid_child != olefile.NOSTREAM:
                names = in_order(opened.direntries, entry.sid_child, parent_is_black=True)[1]
                assert names == sorted(names, key=lambda name: (len(name.encode("utf-16-le")), name.upper()))
        assert opened.openstream("VBA/_VBA_PROJECT").read() == bytes.fromhex("CC61FFFF000100")


def in_order(entries: list[Any], number: int, *, parent_is_black: bool) -> tuple[int, list[str]]:
    """Give the black height and the names of a tree in order; two reds or uneven heights fail."""
    if number == olefile.NOSTREAM:
        return 0, []
    entry = entries[number]
    is_black = entry.color == 1
    assert is_black or parent_is_black
    left = in_order(entries, entry.sid_left, parent_is_black=is_black)
    right = in_order(entries, entry.sid_right, parent_is_black=is_black)
    assert left[0] == right[0]
    return left[0] + is_black, [*left[1], entry.name, *right[1]]


def dir_records(path: Path) -> list[tuple[int, bytes]]:
    """Give number and content of every record of the project's dir stream."""
    with olefile.OleFileIO(io.BytesIO(parts(path)[PROJECT_PART])) as opened:
        raw = decompress_stream(bytearray(opened.openstream("VBA/dir").read()))
    found, place = [], 0
    while place < len(raw):
        number, size = struct.unpack_from("<HI", raw, place)
        size = 6 if number == 0x09 else size
        found.append((number, bytes(raw[place + 6 : place + 6 + size])))
        place += 6 + size
    return found


def test_project_and_references_are_those_of_xlwings(built: Path) -> None:
    """Up to the first module, only what is each project's own differs from the add-in that xlwings ships."""
    ours, theirs = dir_records(built), dir_records(xlwings_folder() / "addin" / "xlwings.xlam")
    heads = [
        [(number, b"" if number in OWN_VALUES else content) for number, content in records[: first(records)]]
        for records in (ours, theirs)
    ]
    assert heads[0] == heads[1]
    shapes = [{number for number, _ in records[first(records) :]} for records in (ours, theirs)]
    assert shapes[0] == shapes[1]


def first(records: list[tuple[int, bytes]]) -> int:
    """Give the place of the first record of a module."""
    return [number for number, _ in records].index(FIRST_OF_A_MODULE)


def test_it_says_that_it_is_an_addin(built: Path) -> None:
    """Content type, hidden window, code names, both ribbon parts with their own relations, no date of today."""
    found = parts(built)
    assert b"vnd.ms-excel.addin.macroEnabled.main+xml" in found["[Content_Types].xml"]
    assert b'visibility="hidden"' in found["xl/workbook.xml"]
    assert b'codeName="ThisWorkbook"' in found["xl/workbook.xml"]
    assert b'codeName="Sheet1"' in found["xl/worksheets/sheet1.xml"]
    for year, name in (("2006", "customUI"), ("2007", "customUI14")):
        relation = f'office/{year}/relationships/ui/extensibility" Target="customUI/{name}.xml"'
        assert relation.encode() in found["_rels/.rels"]
    with zipfile.ZipFile(built) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@given(st.text(st.characters(codec="cp1252"), max_size=300).map(lambda text: text * 40))
def test_any_text_survives_compression(text: str) -> None:
    """What is compressed is what an independent reader decompresses."""
    data = text.encode("cp1252")
    if data:
        assert bytes(decompress_stream(bytearray(compress(data)))) == data


@given(
    st.dictionaries(st.from_regex(r"[A-Za-z]\w{0,20}", fullmatch=True), st.binary(max_size=9000), max_size=9)
)
def test_any_streams_survive_the_compound_file(contents: dict[str, bytes]) -> None:
    """Small and large streams come back, by names that differ in more than capitals."""
    distinct = {name.upper(): content for name, content in contents.items()}
    made = compound_file(storage("S", *(stream(name, content) for name, content in distinct.items())))
    with olefile.OleFileIO(io.BytesIO(made), raise_defects=olefile.DEFECT_UNSURE) as opened:
        assert {name: opened.openstream(["S", name]).read() for name in distinct} == distinct


def test_too_much_is_refused() -> None:
    """A content that the header cannot tell is refused in words."""
    with pytest.raises(ValueError, match="more than 7 MB"):
        compound_file(stream("a", bytes(8_000_000)))


def test_what_is_no_text_is_refused() -> None:
    """A short end that cannot be made smaller is no source text."""
    noise = random.Random(1).randbytes(4095)
    with pytest.raises(ValueError, match="no text"):
        compress(noise)


def test_names_must_differ() -> None:
    """A module may not bear the project's name, and not one that its text gainsays."""
    with pytest.raises(ValueError, match="must differ"):
        vba_project("Sportulti", [standard("SPORTULTI", "")])
    with pytest.raises(ValueError, match="another name"):
        standard("Mine", 'Attribute VB_Name = "Yours"\n')


def test_letters_that_the_code_page_lacks_are_spelled() -> None:
    """ő and ű are made by ChrW; quotes are doubled."""
    assert vba_text('Kő "űr"') == '"K" & ChrW(337) & " """ & ChrW(369) & "r"""'
    assert vba_text("") == '""'


def test_other_programs_find_the_modules(soffice: Any, tmp_path: Path) -> None:
    """LibreOffice opens the twin of the add-in as a workbook and keeps every module of ours."""
    twin = tmp_path / "twin.xlsm"
    build_addin(twin, as_workbook=True)
    saved = parts(soffice.convert([twin], "ods", ".ods")[0])
    listed = {name.rpartition("/")[2].removesuffix(".xml") for name in saved if name.startswith("Basic/")}
    assert {module.name for module in modules()} <= listed
