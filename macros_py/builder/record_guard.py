"""Refuses a record that is not self-contained: whoever opens it must need nothing of ours, and run nothing.

It reads the parts of the zip, so it needs no spreadsheet program and judges any ``.xlsx``.
What it wants: no code (VBA, ribbon, ActiveX, macros on shapes, embeddings), nothing from outside (links,
connections), only functions of its list, and for every formula a cached value that is no error.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import IO, BinaryIO, cast
from xml.etree import ElementTree

from macros_py.rules.problems import Problem

_WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
_FORBIDDEN_PARTS = (
    *("vbaproject", "activex", "/ctrlprops/", "customui", "macrosheets", "dialogsheets", "externallinks"),
    *("/embeddings/", "connections.xml", "/querytables/", "userforms", "attachedtoolbars", "webextensions"),
)
_FORBIDDEN_RELATIONS = (
    *("vbaProject", "ui/extensibility", "externalLink", "externalLinkPath"),
    *("oleObject", "package", "control", "connections", "attachedTemplate"),
)
_FUNCTIONS = frozenset(
    {
        *("IF", "AND", "OR", "NOT", "ISNUMBER", "COUNT", "COUNTIF", "COUNTIFS", "SUM", "SUMIF", "SUMIFS"),
        *("SUMPRODUCT", "INDEX", "MATCH", "RANK", "ROUND", "ROUNDUP", "INT", "MAX", "MIN", "AVERAGE"),
    }
)
"""All that a record may call: LibreOffice 7.4 and every Excel know them; none is a function of ours."""
GUARDED_AT_ONCE = 1 << 17
"""Bytes that are looked at together, from row to row."""
_UTF_8 = b'<?xml version="1.0" encoding="UTF-8"'
_CELLS = re.compile(
    rb'(?:<c r="[A-Z]+[0-9]+"(?: s="[0-9]+")?(?:/>|><v>[^<]*</v></c>|(?: t="str")?><f>[^<]*</f><v>[^<]+</v></c>'
    rb'| t="inlineStr"><is><t(?: xml:space="preserve")?>[^<]*</t></is></c>))+'
)
"""What a record is full of: numbers, texts, and formulas with a value that is no error."""
_WRITTEN_FORMULA = re.compile(rb"<f>([^<]*)</f>")
_MARKUP, _ENTITY = (b"<!", b"]]>"), re.compile(rb"&(?!amp;|lt;|gt;)")
"""Where one of these is, a text may not be what it looks like."""
_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_CONTROL_BYTES = bytes({*range(32)} - {*b"\t\n\r"})
_FORMULA_TAGS = frozenset({"f", "definedName", "formula", "formula1", "formula2", "calculatedColumnFormula"})


def problems(record: Path | BinaryIO) -> list[Problem]:
    """Give everything that makes a record unfit to be handed on; an empty list means it may go."""
    try:
        with zipfile.ZipFile(record) as parts:
            return [problem for name in parts.namelist() for problem in _part_problems(parts, name)]
    except (zipfile.BadZipFile, ElementTree.ParseError, EOFError, OSError) as error:
        return [Problem("record_unreadable", found=str(error))]


def _part_problems(parts: zipfile.ZipFile, name: str) -> Iterator[Problem]:
    """:raises xml.etree.ElementTree.ParseError: the part calls itself XML and is not."""
    low = f"/{name}".lower()
    if any(word in low for word in _FORBIDDEN_PARTS):
        yield Problem("record_part", found=name)
    elif low.endswith((".xml", ".rels", ".vml")):
        sheet = low.startswith("/xl/worksheets/") and low.endswith(".xml")
        with parts.open(name) as stream:
            yield from (_cell_problems if sheet else _element_problems)(stream, name)


def _element_problems(stream: IO[bytes], part: str) -> Iterator[Problem]:
    """Judge a part that holds no cells: types, relations, shapes, defined names."""
    for _, element in ElementTree.iterparse(stream):
        tag = _bare(element.tag)
        if tag == "Override" and element.get("PartName") == "/xl/workbook.xml":
            if element.get("ContentType") != _WORKBOOK_TYPE:
                yield Problem("record_type", found=element.get("ContentType"))
        elif tag == "Relationship":
            kind, target = element.get("Type", ""), element.get("Target")
            if element.get("TargetMode") == "External":
                yield Problem("record_outside", found=target, fields={"part": part})
            elif kind.endswith(_FORBIDDEN_RELATIONS):
                yield Problem("record_part", found=target)
        elif tag == "FmlaMacro" or any(_bare(key) == "macro" and value for key, value in element.items()):
            yield Problem("record_macro", found=element.text or element.get("macro"), fields={"part": part})
        elif tag in _FORMULA_TAGS:
            yield from _formula_problems(element.text or "", part, element.get("name", ""))


def _cell_problems(stream: IO[bytes], part: str) -> Iterator[Problem]:
    """Judge a worksheet: each formula, its cached value, and the formulas of formats and validations."""
    parser: ElementTree.XMLPullParser[ElementTree.Element] = ElementTree.XMLPullParser()
    for piece in _pieces(stream):
        parser.feed(piece)
        for _, element in cast("Iterator[tuple[str, ElementTree.Element]]", parser.read_events()):
            tag = _bare(element.tag)
            if tag == "c":
                yield from _one_cell(element, part)
            elif tag == "row":
                element.clear()
            elif tag in _FORMULA_TAGS and tag != "f":
                yield from _formula_problems(element.text or "", part, "")
            elif tag in {"oleObject", "control"}:
                yield Problem("record_part", found=f"{part} {tag}")
    parser.close()


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """Give a worksheet piece by piece, each to the end of a row; usual cells without a fault stand as a blank one."""
    rest, is_plain = b"", None
    while content := stream.read(GUARDED_AT_ONCE):
        rows, end, rest = (rest + content).rpartition(b"</row>")
        is_plain = is_harmless_piece(rows) and (rows.startswith(_UTF_8) if is_plain is None else is_plain)
        yield _CELLS.sub(b"<c/>", rows + end) if is_plain else rows + end
    yield rest


def is_harmless_piece(rows: bytes) -> bool:
    """Tell whether each text is what it looks like, and no formula has anything wrong."""
    zeroed = rows.translate(_ZEROS, _CONTROL_BYTES)
    if len(zeroed) < len(rows) or _ENTITY.search(rows) or any(mark in rows for mark in _MARKUP):
        return False
    try:
        rows.decode("utf-8")
        formulas = [formula.decode("utf-8") for formula in {*_WRITTEN_FORMULA.findall(zeroed)}]
    except UnicodeDecodeError:
        return False
    return not any(found for formula in formulas for found in _formula_problems(unescape(formula), "", ""))


def _one_cell(cell: ElementTree.Element, part: str) -> Iterator[Problem]:
    """Judge one cell. A cached empty text is a value; a missing ``<v>``, or an empty number, is none."""
    formula = value = None
    for child in cell:
        if (tag := _bare(child.tag)) == "f":
            formula = child
        elif tag == "v":
            value = child
    place = cell.get("r", "")
    if cell.get("t") == "e":
        yield Problem("record_error", found=value.text if value is not None else "", fields=_at(part, place))
    if formula is None:
        return
    yield from _formula_problems(formula.text or "", part, place)
    if value is None or (not value.text and cell.get("t") != "str"):
        yield Problem("record_uncached", found=formula.text, fields=_at(part, place))


def _formula_problems(formula: str, part: str, place: str) -> Iterator[Problem]:
    """Judge the text of one formula: no other file, no add-in, no other program, no function off the list.

    Most are alike but for the rows that they speak of; and no function of the list has a digit in its name.
    """
    if not _is_harmless(re.sub("[0-9]+", "0", formula)):
        yield from _text_problems(formula, part, place)


@lru_cache(maxsize=4096)
def _is_harmless(formula: str) -> bool:
    return not any(_text_problems(formula, "", ""))


def _text_problems(formula: str, part: str, place: str) -> Iterator[Problem]:
    code = re.sub(r'"(?:[^"]|"")*"', '""', formula)
    if re.search(r"\[|\.xla|\||#REF!|#NAME\?|://", code, re.IGNORECASE):
        yield Problem("record_outside", found=formula, fields={"part": f"{part} {place}".rstrip()})
    names = re.findall(r"([\w.]+)\(", re.sub(r"'(?:[^']|'')*'", "", code))
    if unknown := sorted({name for name in names if name.upper() not in _FUNCTIONS}):
        yield Problem("record_function", found=", ".join(unknown), fields=_at(part, place))


def _at(part: str, place: str) -> dict[str, object]:
    return {"part": part, "place": place}


@lru_cache(maxsize=4096)
def _bare(tag: str) -> str:
    return tag.rpartition("}")[2]
