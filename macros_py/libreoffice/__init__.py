"""An xlwings engine for LibreOffice Calc: what plain xlwings says to Excel is said to Calc over UNO.

``register()`` adds the engine; then ``xw.engines["libreoffice"].apps.add(add_book=False)`` starts a Calc of our own.
The package knows nothing of the rest of the program and covers the part of xlwings that works on tables: apps,
books, sheets, ranges, values, formulas, tables, names, plain formats. Every other member raises ``NotSupported``
and names itself. Every UNO call is counted in ``app.impl.bridge.trips``.
"""

from macros_py.libreoffice.engine import NAME, register
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
