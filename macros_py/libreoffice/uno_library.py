"""The Python library ``uno`` and the few values that are made with it.

``uno`` belongs to LibreOffice and stands outside a virtual environment: its folder is on the path only while it is
imported, and the import hook it installs for ``com.sun.star`` names is taken back, since nothing here uses it.
"""

from __future__ import annotations

import builtins
import functools
import importlib
import sys
from pathlib import Path
from typing import Any

from macros_py.libreoffice.errors import UnoMissing
from macros_py.libreoffice.programs import this_python, uno_folders

WHAT_TO_INSTALL = (
    "on Debian and Ubuntu: apt-get install python3-uno; elsewhere a LibreOffice with this Python inside"
)
ENGLISH = ("en", "US")
"""The language and country of the number format codes that xlwings speaks."""


def import_from(folder: Path | None) -> Any:
    """Import ``uno`` with one more folder at the end of the path; None adds no folder.

    :raises ImportError: it is not there, or was built for another Python.
    """
    kept_path, kept_import = list(sys.path), builtins.__import__
    try:
        if folder is not None:
            sys.path.append(str(folder))
        return importlib.import_module("uno")
    finally:
        sys.path[:] = kept_path
        builtins.__import__ = kept_import


@functools.cache
def load_uno() -> Any:
    """Give the module ``uno``.

    :raises UnoMissing: none of the places has one for this Python; the sentence says what to install.
    """
    tried: list[str] = []
    for folder in (None, *uno_folders()):
        try:
            return import_from(folder)
        except ImportError as error:
            tried.append(f"{folder or 'the path'}: {error}")
    found = "; ".join(tried)
    raise UnoMissing(f"no uno library for Python {this_python()} ({found}). Install it: {WHAT_TO_INSTALL}")


def struct(kind: str, **fields: Any) -> Any:
    """Make a UNO struct of ``com.sun.star.<kind>`` with some fields set."""
    made = load_uno().createUnoStruct(f"com.sun.star.{kind}")
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def constant(kind: str, value: str) -> Any:
    """Give one value of the enumeration ``com.sun.star.<kind>``."""
    return load_uno().Enum(f"com.sun.star.{kind}", value)


def properties(**values: Any) -> tuple[Any, ...]:
    """Give named values in the shape that loading and saving take."""
    return tuple(struct("beans.PropertyValue", Name=name, Value=value) for name, value in values.items())


def rectangle(sheet: int, top: int, left: int, bottom: int, right: int) -> Any:
    """Give a range address; all numbers are 0-based, bottom and right belong to it."""
    return struct(
        "table.CellRangeAddress", Sheet=sheet, StartRow=top, StartColumn=left, EndRow=bottom, EndColumn=right
    )


def english() -> Any:
    """Give the locale in which number format codes are written."""
    return struct("lang.Locale", Language=ENGLISH[0], Country=ENGLISH[1])


def file_url(path: str) -> str:
    """Give a path as LibreOffice names files."""
    return str(load_uno().systemPathToFileUrl(path))


def file_path(url: str) -> str:
    """Give the path behind a ``file:`` address."""
    return str(load_uno().fileUrlToSystemPath(url))
