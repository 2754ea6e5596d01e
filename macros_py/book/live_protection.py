"""What plain xlwings lacks: lifting the protection of a computed sheet while a verb writes. Excel only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import xlwings as xw

EXCEL = "excel"


@contextmanager
def writable(sheet: xw.Sheet, *, is_protected: bool) -> Iterator[None]:
    """Take the protection off a sheet that the layout protects, and put it back whatever happens.

    Elsewhere than in Excel on Windows it does nothing: Excel for Mac is asked in another language.
    """
    lift = is_protected and sheet.book.app.engine.name == EXCEL and hasattr(sheet.api, "ProtectContents")
    was_on = lift and bool(sheet.api.ProtectContents)
    if was_on:
        sheet.api.Unprotect()
    try:
        yield
    finally:
        if was_on:
            sheet.api.Protect(AllowFormattingColumns=True, AllowFormattingRows=True, AllowFiltering=True)

