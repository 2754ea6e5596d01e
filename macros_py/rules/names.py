"""When two spellings are one: of a name (the key by which persons are found everywhere), of a word."""

from __future__ import annotations

import unicodedata

CONTROL = (*range(0x00, 0x09), *range(0x0E, 0x1C), 0x7F)
"""Control characters that are no white space: a cell cannot hold them."""
INVISIBLE = dict.fromkeys((*CONTROL, 0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))
"""Besides these soft hyphen, zero-width characters and byte order mark: they come with text pasted from web pages."""


def tidy(text: str) -> str:
    """Give a text as it is meant: composed (NFC), trimmed, inner white space single, nothing invisible."""
    return " ".join(unicodedata.normalize("NFC", text.translate(INVISIBLE)).split())


def name_key(name: str) -> str:
    """Give what makes two spellings one name: composed (NFC), trimmed, white space single, case folded."""
    return tidy(name).casefold()


def plain_key(word: str) -> str:
    """Give what makes two spellings one word: as ``name_key``, without accents, blanks and hyphens."""
    decomposed = unicodedata.normalize("NFD", name_key(word))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign) and sign not in " -–")
