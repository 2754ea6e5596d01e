"""An xlwings engine for LibreOffice Calc: what plain xlwings says to Excel is said to Calc over UNO.

``register()`` adds the engine; then ``xw.engines["libreoffice"].apps.add(add_book=False)`` starts a Calc of our own.
The package knows nothing of the rest of the program and covers the part of xlwings that works on tables: apps,
books, sheets, ranges, values, formulas, tables, names, plain formats. Every other member raises ``NotSupported``
and names itself. Every UNO call is counted in ``app.impl.bridge.trips``.

From the top down: ``apps`` (engine, running Calcs) → ``books`` → ``sheets`` → ``names``, ``tables`` → ``ranges`` →
``blocks`` (many cells at once), ``formats`` → ``bridge`` (the wire) → ``process``, its ``keeper``, ``errors``;
``values`` and ``places`` are plain text and numbers. What is below imports nothing above it: book, sheet, range are
handed what it needs, and holds its owner only as the abstract class of xlwings, to give it back.
"""

from macros_py.libreoffice.apps import NAME, register
from macros_py.libreoffice.errors import (
    CalcRefused,
    FileNotOpened,
    FileNotSaved,
    LibreOfficeError,
    NotSupported,
    SofficeDied,
    SofficeMissing,
    SofficeNotStarted,
    UnoMissing,
)

__all__ = [
    "NAME",
    "CalcRefused",
    "FileNotOpened",
    "FileNotSaved",
    "LibreOfficeError",
    "NotSupported",
    "SofficeDied",
    "SofficeMissing",
    "SofficeNotStarted",
    "UnoMissing",
    "register",
]
