"""What a file says of itself in cells with defined names, without opening it as a workbook of ours.

Workbook and record both carry ``verseny_jelleg`` (``PRÓBA`` or ``hivatalos``) and ``verseny_azonosito``. Only the
standard library is used, so that a file of any age and layout can be asked; what cannot be read says nothing.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree

from macros_py.cells import read_text

EVENT_NAME = "verseny_azonosito"
NATURE_NAME = "verseny_jelleg"
TRIAL = "PRÓBA"

STAMP_NAMESPACES = {
    "m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "r": "http://schemas.openxmlformats.org/package/2006/relationships",
}
UNREADABLE = (
    *(OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError),
    *(ElementTree.ParseError, KeyError, ValueError, IndexError),
)
"""What a file that is no workbook, is damaged or asks for a password makes the reader raise."""
LARGEST_PART = 64 * 2**20
"""Bytes of one part, unpacked; the result rows of an event of 300 players and 63 deals are 20 MB."""
RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def is_trial_file(path: Path) -> bool:
    """Tell whether the workbook is stamped ``PRÓBA``; a file that is no readable workbook is not."""
    return read_stamp(path, NATURE_NAME) == TRIAL


def read_stamp(path: Path, name: str) -> str:
    """Give the text of the cell with the defined name ``name``; ``""`` for a file that has none or cannot be read."""
    try:
        with zipfile.ZipFile(path) as parts:
            return read_text(named_text(parts, name))
    except UNREADABLE:
        return ""


def named_text(parts: zipfile.ZipFile, name: str) -> str:
    """Give the text of the cell with the defined name ``name``; ``""`` if the name or the cell is not there.

    :raises KeyError: a part that the file speaks of is missing.
    """
    workbook = read_part(parts, "xl/workbook.xml")
    for entry in workbook.iterfind("m:definedNames/m:definedName", STAMP_NAMESPACES):
        sheet, mark, cell = (entry.text or "").rpartition("!")
        if entry.get("name") == name and mark:
            title = re.sub(r"^'|'$", "", sheet).replace("''", "'")
            return stamped_cell(parts, sheet_part(parts, workbook, title), cell.replace("$", ""))
    return ""


def sheet_part(parts: zipfile.ZipFile, workbook: ElementTree.Element, title: str) -> str:
    """Give the name of the part that holds the sheet with this title.

    :raises KeyError: no sheet has this title.
    """
    titles = {sheet.get("name"): sheet for sheet in workbook.iterfind("m:sheets/m:sheet", STAMP_NAMESPACES)}
    relations = read_part(parts, "xl/_rels/workbook.xml.rels")
    targets = {
        link.get("Id"): link.get("Target", "")
        for link in relations.iterfind("r:Relationship", STAMP_NAMESPACES)
    }
    return posixpath.join("/xl", targets[titles[title].get(RELATION_ID)]).lstrip("/")


def stamped_cell(parts: zipfile.ZipFile, part: str, address: str) -> str:
    """Give the text of one cell of a sheet: shared, inline or plain.

    :raises KeyError: the sheet, or the list of shared texts it needs, is missing.
    """
    for cell in read_part(parts, part).iterfind("m:sheetData/m:row/m:c", STAMP_NAMESPACES):
        if cell.get("r") != address:
            continue
        if cell.get("t") != "s":
            return "".join(cell.itertext())
        texts = read_part(parts, "xl/sharedStrings.xml").findall("m:si", STAMP_NAMESPACES)
        return "".join(texts[int("".join(cell.itertext()))].itertext())
    return ""


def read_part(parts: zipfile.ZipFile, name: str) -> ElementTree.Element:
    """Read one XML part.

    :raises KeyError: the file has no such part.
    :raises ValueError: it is larger than any of ours.
    """
    if parts.getinfo(name).file_size > LARGEST_PART:
        raise ValueError(name)
    return ElementTree.fromstring(parts.read(name))
