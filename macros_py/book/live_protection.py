"""What plain xlwings lacks: lifting the protection of a computed sheet while a verb writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import xlwings as xw

EXCEL, CALC = "excel", "libreoffice"


@contextmanager
def writable(sheet: xw.Sheet, *, is_protected: bool) -> Iterator[None]:
    """Take the protection off a sheet that the layout protects, and put it back whatever happens.

    Excel for Mac is not asked: it speaks another language.
    """
    engine = sheet.book.app.engine.name if is_protected else ""
    if engine == CALC:
        lifted = lift_in_calc(sheet.api)
    else:
        lifted = engine == EXCEL and hasattr(sheet.api, "ProtectContents") and lift_in_excel(sheet.api)
    try:
        yield
    finally:
        if lifted and engine == CALC:
            sheet.api.protect("")
        elif lifted:
            sheet.api.Protect(AllowFormattingColumns=True, AllowFormattingRows=True, AllowFiltering=True)


def lift_in_excel(api: Any) -> bool:
    """Take the protection off; tell whether there was one."""
    if was_on := bool(api.ProtectContents):
        api.Unprotect()
    return was_on


def lift_in_calc(api: Any) -> bool:
    """Take the protection off; tell whether there was one."""
    if was_on := bool(api.isProtected()):
        api.unprotect("")
    return was_on
