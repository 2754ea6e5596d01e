"""When two spellings are one name: the key by which persons are found everywhere."""

from __future__ import annotations

import unicodedata


def name_key(name: str) -> str:
    """Give what makes two spellings one name: composed (NFC), trimmed, inner white space single, case folded."""
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()
