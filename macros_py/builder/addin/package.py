"""Puts the add-in together: ``Sportulti.xlam``, or an ``.xlsm`` twin of it that other programs open as a workbook.

The ribbon tab is the frame of ``workbook/ribbon/ribbon.xml`` with a button for every verb in its group.
"""

from __future__ import annotations

import io
import string
import zipfile
from datetime import datetime
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

from xlsxwriter import Workbook

from macros_py import WORKBOOK_FOLDER
from macros_py.builder.addin.vba_modules import (
    CODE_PAGE,
    MODULE,
    SHEET_CLASS,
    WORKBOOK,
    Module,
    callback,
    document,
    listed_modules,
    standard,
)
from macros_py.builder.addin.vba_project import vba_project
from macros_py.builder.addin.xlwings_sources import xlwings_module
from macros_py.verbs import Verb, verbs

VBA_FOLDER = WORKBOOK_FOLDER / "vba"
_PROJECT = "Sportulti"
_THIS_WORKBOOK, _ONLY_SHEET = "ThisWorkbook", "Sheet1"
_MADE = datetime(2025, 1, 1)
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""Dates written into the file: fixed, so that the same sources give the same bytes."""
_FRAME = WORKBOOK_FOLDER / "ribbon" / "ribbon.xml"
RIBBON_NAMESPACES = {
    "customUI/customUI.xml": "http://schemas.microsoft.com/office/2006/01/customui",
    "customUI/customUI14.xml": "http://schemas.microsoft.com/office/2009/07/customui",
}
"""The two parts: the first for Excel 2007, the second for all later ones; both say the same."""
_RELATIONS = dict(zip(RIBBON_NAMESPACES, ("2006", "2007"), strict=True))
_RELATION = (
    '<Relationship Id="rIdRibbon{year}" Type="http://schemas.microsoft.com/office/{year}/relationships/ui/extensibility"'
    ' Target="{part}"/>'
)
_TWIN_TYPE = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
_ADDIN_TYPE = b"application/vnd.ms-excel.addin.macroEnabled.main+xml"
_SECOND_KEYS = string.ascii_uppercase + string.digits


def build_addin(path: str | Path, *, as_workbook: bool = False) -> None:
    """Write the add-in to ``path``; an existing file is replaced. The same sources give the same bytes.

    :param as_workbook: write the twin, a visible ``.xlsm`` workbook with the same code
    :raises RuntimeError: xlwings is not installed, or its module is not as expected.
    :raises ValueError: a verb of ``buttons.toml`` has a group that the ribbon lacks.
    :raises UnicodeEncodeError: a VBA source has a letter that code page 1252 lacks.
    :raises OSError: the file cannot be written.
    """
    parts = _workbook_parts()
    if not as_workbook:
        parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(_TWIN_TYPE, _ADDIN_TYPE)
        hidden = b'<workbookView visibility="hidden" '
        parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"<workbookView ", hidden)
    relations = "".join(_RELATION.format(year=year, part=part) for part, year in _RELATIONS.items())
    end = b"</Relationships>"
    parts["_rels/.rels"] = parts["_rels/.rels"].replace(end, relations.encode() + end)
    parts |= {part: ribbon_part(part) for part in RIBBON_NAMESPACES}
    Path(path).write_bytes(_zipped(parts))


def modules() -> list[Module]:
    """Give all modules of the project: ours from text, ours from the lists, and that of xlwings."""
    own = [standard(path.stem, path.read_text(CODE_PAGE)) for path in sorted(VBA_FOLDER.glob("*.bas"))]
    text = (VBA_FOLDER / f"{_THIS_WORKBOOK}.cls").read_text(CODE_PAGE)
    documents = [document(_THIS_WORKBOOK, WORKBOOK, text), document(_ONLY_SHEET, SHEET_CLASS)]
    return [*documents, *own, *listed_modules(), xlwings_module()]


def _workbook_parts() -> dict[str, bytes]:
    made = io.BytesIO()
    workbook = Workbook(made, {"in_memory": True})
    workbook.set_properties({"title": "Sportulti", "author": "Sportulti", "created": _MADE})
    workbook.set_vba_name(_THIS_WORKBOOK)
    workbook.add_worksheet(_PROJECT).set_vba_name(_ONLY_SHEET)
    workbook.add_vba_project(io.BytesIO(vba_project(_PROJECT, modules())), True)
    workbook.close()
    with zipfile.ZipFile(made) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zipped(parts: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, _ZIP_DATE)
            info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 0, 0
            archive.writestr(info, content)
    return packed.getvalue()


def ribbon_part(part: str) -> bytes:
    """Write one of the parts of :data:`RIBBON_NAMESPACES`.

    :raises ValueError: a verb belongs to a group that the frame does not have, or the group is full.
    """
    root = ElementTree.parse(_FRAME).getroot()
    root.set("xmlns", RIBBON_NAMESPACES[part])
    groups = {group.get("label", ""): group for group in root.iter("group")}
    for label, members in groupby(verbs().values(), key=lambda verb: verb.group):
        together = list(members)
        if label not in groups or len(together) > len(_SECOND_KEYS):
            raise ValueError(f"the ribbon has no group {label!r}, or no room in it")
        for place, verb in enumerate(together):
            groups[label].insert(place, _button(verb, label[0] + _SECOND_KEYS[place]))
    ElementTree.indent(root)
    text = ElementTree.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{text}'.encode()


def _button(verb: Verb, keys: str) -> ElementTree.Element:
    look = {"label": verb.label, "imageMso": verb.icon, "keytip": keys, "screentip": verb.label}
    element = ElementTree.Element("button", {"id": verb.id, **look})
    element.set("size", "large" if keys.endswith(_SECOND_KEYS[0]) else "normal")
    if verb.file == "open":
        element.set("getEnabled", "SportultiRibbon.NeedsBookEnabled")
        element.set("getSupertip", "SportultiRibbon.VerbSupertip")
        element.set("tag", verb.help)
    else:
        element.set("supertip", verb.help)
    element.set("onAction", f"{MODULE}.{callback(verb)}")
    return element
