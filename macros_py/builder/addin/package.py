"""Puts the add-in together: ``Sportulti.xlam``, or an ``.xlsm`` twin of it that other programs open as a workbook."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from pathlib import Path

from xlsxwriter import Workbook

from macros_py.builder.addin.ribbon import NAMESPACES, ribbon_part
from macros_py.builder.addin.sentences import words_module
from macros_py.builder.addin.udf_wrappers import help_module, wrappers_module
from macros_py.builder.addin.vba_modules import SHEET, WORKBOOK, Module, document, standard
from macros_py.builder.addin.vba_project import vba_project
from macros_py.builder.addin.verb_stubs import verbs_module
from macros_py.builder.addin.xlwings_sources import xlwings_module
from macros_py.resources import WORKBOOK_FOLDER

VBA_FOLDER = WORKBOOK_FOLDER / "vba"
PROJECT = "Sportulti"
THIS_WORKBOOK, ONLY_SHEET = "ThisWorkbook", "Sheet1"
MADE = datetime(2025, 1, 1)
ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""Dates written into the file: fixed, so that the same sources give the same bytes."""
RELATIONS = dict(zip(NAMESPACES, ("2006", "2007"), strict=True))
RELATION = (
    '<Relationship Id="rIdRibbon{year}" Type="http://schemas.microsoft.com/office/{year}/relationships/ui/extensibility"'
    ' Target="{part}"/>'
)
TWIN_TYPE = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
ADDIN_TYPE = b"application/vnd.ms-excel.addin.macroEnabled.main+xml"


def build_addin(path: str | Path, *, as_workbook: bool = False) -> None:
    """Write the add-in to ``path``; an existing file is replaced. The same sources give the same bytes.

    :param as_workbook: write the twin, a visible ``.xlsm`` workbook with the same code
    :raises RuntimeError: xlwings is not installed, or its module is not as expected.
    :raises ValueError: a verb of ``buttons.toml`` has a group that the ribbon lacks.
    :raises UnicodeEncodeError: a VBA source has a letter that code page 1252 lacks.
    :raises OSError: the file cannot be written.
    """
    parts = workbook_parts()
    if not as_workbook:
        parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(TWIN_TYPE, ADDIN_TYPE)
        hidden = b'<workbookView visibility="hidden" '
        parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"<workbookView ", hidden)
    relations = "".join(RELATION.format(year=year, part=part) for part, year in RELATIONS.items())
    end = b"</Relationships>"
    parts["_rels/.rels"] = parts["_rels/.rels"].replace(end, relations.encode() + end)
    parts |= {part: ribbon_part(part) for part in NAMESPACES}
    Path(path).write_bytes(zipped(parts))


def modules() -> list[Module]:
    """Give all modules of the project: ours from text, ours from the lists, and that of xlwings."""
    own = [
        standard(path.stem, path.read_bytes().decode("cp1252")) for path in sorted(VBA_FOLDER.glob("*.bas"))
    ]
    workbook_text = (VBA_FOLDER / f"{THIS_WORKBOOK}.cls").read_bytes().decode("cp1252")
    documents = [document(THIS_WORKBOOK, WORKBOOK, workbook_text), document(ONLY_SHEET, SHEET)]
    generated = [words_module(), verbs_module(), help_module(), wrappers_module()]
    return [*documents, *own, *generated, xlwings_module()]


def workbook_parts() -> dict[str, bytes]:
    """Make a workbook of one empty sheet with the project in it; give its parts."""
    made = io.BytesIO()
    workbook = Workbook(made, {"in_memory": True})
    workbook.set_properties({"title": "Sportulti", "author": "Sportulti", "created": MADE})
    workbook.set_vba_name(THIS_WORKBOOK)
    workbook.add_worksheet(PROJECT).set_vba_name(ONLY_SHEET)
    workbook.add_vba_project(io.BytesIO(vba_project(PROJECT, modules())), True)
    workbook.close()
    with zipfile.ZipFile(made) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: dict[str, bytes]) -> bytes:
    """Pack the parts, with a fixed date and nothing of this machine."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, ZIP_DATE)
            info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 0, 0
            archive.writestr(info, content)
    return packed.getvalue()
