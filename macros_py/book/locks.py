"""Who has the file open: the little lock files that Excel and LibreOffice put beside it."""

from __future__ import annotations

import re
from pathlib import Path

from macros_py.book.errors import BookError
from macros_py.words import say

EXCEL_WIDE_LENGTH = 55
"""Excel's owner file: length and name in the system's code page, from here length and name in UTF-16."""
EXCEL_WIDE_NAME = 57


def refuse_if_locked(path: Path) -> None:
    """Refuse a workbook that Excel or LibreOffice has open, or left a lock file behind for.

    :raises BookError: there is a lock file; the sentence names its owner and says what to do if it is stale
        (``locked``).
    """
    for place in dict.fromkeys((path.absolute(), path.resolve())):
        for pattern, read_owner in LOCKS.items():
            lock = place.with_name(pattern.format(place.name))
            if lock.exists():
                who = read_owner(contents(lock))
                raise BookError(
                    "locked", path=path, who=say("book.locked_who", who=who) if who else "", lock=lock.name
                )


def contents(lock: Path) -> bytes:
    """Give what stands in the lock file; nothing if its owner does not let us read it."""
    try:
        return lock.read_bytes()
    except OSError:
        return b""


def excel_owner(data: bytes) -> str:
    """Read the user's name out of Excel's owner file (165 bytes)."""
    if len(data) > EXCEL_WIDE_NAME and (wide := data[EXCEL_WIDE_LENGTH]):
        name = data[EXCEL_WIDE_NAME : EXCEL_WIDE_NAME + 2 * wide].decode("utf-16-le", "ignore")
    else:
        name = data[1 : 1 + data[0]].decode("cp1250", "ignore") if data else ""
    return "".join(letter for letter in name if letter.isprintable()).strip()


def libreoffice_owner(data: bytes) -> str:
    """Read LibreOffice's line ``name,login,host,time,profile;``: the name or else the login, the computer."""
    fields = [
        field.replace("\\,", ",").strip() for field in re.split(r"(?<!\\),", data.decode("utf-8", "ignore"))
    ]
    name, login, host = (*fields, "", "", "")[:3]
    return " – ".join(part for part in (name or login, host) if part)


LOCKS = {"~${}": excel_owner, ".~lock.{}#": libreoffice_owner}
"""The lock file's name, made from the workbook's, and who can read its owner out of it."""
