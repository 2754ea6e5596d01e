"""Files of another user: told that there is no right to read them, by every reader of a file from outside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from macros_py.book.file_opening import read_returned_sheet, refuse_unreadable
from macros_py.book.list_files import read_list
from macros_py.book.port import FileUnreadable
from macros_py.book.text_files import read_draw

READERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "munkafüzet": (refuse_unreadable, "kupa.xlsx"),
    "gépelőlap": (read_returned_sheet, "lap.xlsx"),
    "névsor": (read_list, "lista.xlsx"),
    "névsor szövegként": (read_list, "lista.csv"),
    "sorsolás": (read_draw, "sorsolas.csv"),
    "sorsolás programoknak": (read_draw, "sorsolas.json"),
}


def refused(path: Path, way: Callable[..., Any]) -> Callable[..., Any]:
    """Give a way to read in which the operating system refuses one file."""

    def read(self: Path, *settings: Any, **others: Any) -> Any:
        if self == path:
            raise PermissionError(13, "Permission denied", str(path))
        return way(self, *settings, **others)

    return read


@pytest.mark.parametrize("kind", READERS)
def test_no_right_to_read_is_said(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not that the file is damaged, or cannot be written, and never a fault of ours."""
    read, name = READERS[kind]
    path = tmp_path / name
    path.write_bytes(b"PK")

    for way in ("open", "read_bytes", "read_text"):
        monkeypatch.setattr(Path, way, refused(path, getattr(Path, way)))
    with pytest.raises(FileUnreadable, match=r"olvasására nincs joga.*másolatát"):
        read(path)
