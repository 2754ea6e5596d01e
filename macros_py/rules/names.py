"""When two spellings are one: of a name (the key by which persons are found everywhere), of a word."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

CONTROL = (*range(0x00, 0x09), *range(0x0E, 0x1C), 0x7F)
"""Control characters that are no white space: a cell cannot hold them."""
DIRECTION = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Marks that turn the direction of writing: a name looks like another one."""
INVISIBLE = dict.fromkeys((*CONTROL, *DIRECTION, 0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))
"""Besides these soft hyphen, zero-width characters and byte order mark: they come with text pasted from web pages."""
HYPHENS = "‐‑‒–—―−﹣－"
"""What stands for a hyphen: Word and telephones put it there by themselves."""
LOOK_ALIKES = dict(zip("авеікмнорѕстухјαβεζηικμνορτυχ", "abeikmhopsctyxjabezhikmnoptyx", strict=True))
"""Cyrillic and Greek letters, case folded, and the Latin ones that they (or their capitals) look like."""
FOLDED = str.maketrans({**LOOK_ALIKES, **dict.fromkeys(HYPHENS, "-")})
SPACED_HYPHEN = re.compile(r" *- *")


@lru_cache(maxsize=2**14)
def tidy(text: str) -> str:
    """Give a text as it is meant: composed (NFC), trimmed, inner white space single, nothing invisible."""
    return " ".join(unicodedata.normalize("NFC", text.translate(INVISIBLE)).split())


@lru_cache(maxsize=2**15)
def name_key(name: str) -> str:
    """Give what makes two spellings one name: ``tidy``, case folded, one kind of hyphen, look-alike letters Latin."""
    key = tidy(name).casefold()
    return key if key.isascii() and "-" not in key else SPACED_HYPHEN.sub("-", tidy(key.translate(FOLDED)))


def plain_key(word: str) -> str:
    """Give what makes two spellings one word: as ``name_key``, without accents, blanks and hyphens."""
    decomposed = unicodedata.normalize("NFD", name_key(word))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign) and sign not in " -–")
