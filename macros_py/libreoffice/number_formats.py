"""The number formats of one open book: their keys, codes and what they make of a number; each asked for once."""

from __future__ import annotations

import re
from typing import Any

from macros_py.libreoffice.bridge import Remote
from macros_py.libreoffice.uno_library import english

DATE, TIME, TRUTH, TEXT = 2, 4, 1024, 256
"""Bits of a format's type in LibreOffice."""
GENERAL_KEY = 0
WORDS_AND_LETTERS = re.compile(r'("[^"]*"|\[[^]]*\]|AM/PM)|([A-Z]+)')
UNKNOWN_KEY = -1


class NumberFormats:
    """Codes ↔ keys ↔ types of the formats of a document."""

    __slots__ = ("_document", "_keys", "_types")

    def __init__(self, document: Remote) -> None:
        self._document = document
        self._keys: dict[str, int] = {}
        self._types: dict[int, int] = {}

    def key(self, code: str) -> int:
        """Give the key of a format code in English spelling; a new code is added to the document."""
        if code not in self._keys:
            formats, locale = self._document.NumberFormats, english()
            found = formats.queryKey(code, locale, False)
            self._keys[code] = formats.addNew(code, locale) if found == UNKNOWN_KEY else found
        return self._keys[code]

    def kind(self, key: int) -> int:
        """Give the type bits of a format: ``DATE``, ``TIME``, ``TRUTH``, ``TEXT``."""
        if key not in self._types:
            self._types[key] = self._properties(key).Type & ~1
        return self._types[key]

    def code(self, key: int) -> str:
        """Give the format code; the letters of dates are small, as Excel writes them."""
        code = str(self._properties(key).FormatString)
        if self.kind(key) & (DATE | TIME):
            return WORDS_AND_LETTERS.sub(lambda match: match[1] or match[2].lower(), code)
        return code

    def _properties(self, key: int) -> Any:
        return self._document.NumberFormats.getByKey(key)
