"""VBA sources as a project stores them: code page 1252, CRLF, the attributes of their kind in front."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

CODE_PAGE = "cp1252"
WORKBOOK = "00020819-0000-0000-C000-000000000046"
SHEET_CLASS = "00020820-0000-0000-C000-000000000046"
"""What a workbook and a sheet are to Excel."""
_MODULE_FLAGS = (
    "GlobalNameSpace",
    "Creatable",
    "PredeclaredId",
    "Exposed",
    "TemplateDerived",
    "Customizable",
)


class Kind(Enum):
    """What a module is, in the word of the PROJECT stream."""

    STANDARD = "Module"
    DOCUMENT = "Document"


@dataclass(frozen=True, slots=True)
class Module:
    """One module; ``source`` is the text exactly as its stream stores it."""

    name: str
    kind: Kind
    source: str


def _with_crlf(text: str) -> str:
    """End every line, the last one too, as Windows does."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return (lines if lines.endswith("\n") or not lines else lines + "\n").replace("\n", "\r\n")


def standard(name: str, text: str) -> Module:
    """Make a standard module from a ``.bas`` text, with or without its first line.

    :raises ValueError: the text names itself otherwise.
    """
    head, body = f'Attribute VB_Name = "{name}"\r\n', _with_crlf(text)
    if not body.startswith("Attribute VB_Name"):
        body = head + body
    if not body.startswith(head):
        raise ValueError(f"the text of module {name} bears another name")
    return Module(name, Kind.STANDARD, body)


def document(name: str, base: str, text: str = "") -> Module:
    """Make the module of the workbook or of a sheet; ``base`` is :data:`WORKBOOK` or :data:`SHEET_CLASS`."""
    values = dict.fromkeys(_MODULE_FLAGS, "False") | dict.fromkeys(
        ("PredeclaredId", "Exposed", "Customizable"), "True"
    )
    return Module(name, Kind.DOCUMENT, _attributes(name, base, values) + _with_crlf(text))


def _attributes(name: str, base: str, values: dict[str, str]) -> str:
    flags = "".join(f"Attribute VB_{flag} = {value}\r\n" for flag, value in values.items())
    return f'Attribute VB_Name = "{name}"\r\nAttribute VB_Base = "0{{{base}}}"\r\n{flags}'


def vba_text(text: str) -> str:
    """Write a text as a VBA expression; letters that code page 1252 lacks, such as ő, become ``ChrW`` calls."""
    parts = []
    for piece in re.findall(r"[\x20-\x7e\xa0-\xff]+|.", text, re.DOTALL):
        is_plain = len(piece) > 1 or re.fullmatch(r"[\x20-\x7e\xa0-\xff]", piece)
        parts.append('"' + piece.replace('"', '""') + '"' if is_plain else f"ChrW({ord(piece)})")
    return " & ".join(parts) or '""'
