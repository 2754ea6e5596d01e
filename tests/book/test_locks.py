"""The lock files of Excel and LibreOffice: who has the workbook open."""

from __future__ import annotations

import pytest

from macros_py.book.file import FileBook
from macros_py.book.saving import excel_owner, libreoffice_owner
from tests.refusals import refused


def excel_lock(name):
    """Give the 165 bytes of Excel's owner file."""
    narrow = name.encode("cp1250")
    start = bytes([len(narrow)]) + narrow.ljust(54, b" ")
    return start + bytes([len(name), 0]) + name.encode("utf-16-le").ljust(108, b" \0"[:1])


@pytest.mark.parametrize("name", ["Nagy Pál", "Őze Béla", "B"])
def test_excels_owner_is_read(name):
    """The name with its accents, out of the wide part of the file."""
    assert excel_owner(excel_lock(name)) == name


@pytest.mark.parametrize("data", [b"", b"\x05Nagy", bytes(165), b"\xff" * 165])
def test_a_broken_owner_file_is_no_fault(data):
    """Whatever stands in it, it is a lock; only the name may be missing."""
    assert isinstance(excel_owner(data), str)
    assert isinstance(libreoffice_owner(data), str)


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        ("Nagy Pál,pali,laptop,29.03.2025 10:00,file:///profil;", "Nagy Pál – laptop"),
        (",pali,laptop,29.03.2025 10:00,file:///profil;", "pali – laptop"),
        ("Nagy\\, Pál,pali,,29.03.2025 10:00,;", "Nagy, Pál"),
        (",,,,;", ""),
    ],
)
def test_libreoffices_owner_is_read(line, owner):
    """The name, or else the login, and the computer."""
    assert libreoffice_owner(line.encode("utf-8")) == owner


@pytest.mark.parametrize(
    ("lock", "contents", "words"),
    [
        ("~$Őszi kupa.xlsx", excel_lock("Nagy Pál"), r"nyitva van.*\(Nagy Pál\)"),
        (
            ".~lock.Őszi kupa.xlsx#",
            b",pali,laptop,29.03.2025 10:00,;",
            r"nyitva van.*\(pali – laptop\)",
        ),
        ("~$Őszi kupa.xlsx", b"", r"nyitva van egy másik programban: "),
    ],
)
def test_an_open_workbook_is_refused(workbook_path, lock, contents, words):
    """The sentence names the owner, and the lock file to delete if it is a leftover."""
    workbook_path.with_name(lock).write_bytes(contents)
    with refused("locked", match=words) as caught:
        FileBook.open(workbook_path)
    assert f"törölje a mellette fekvő, esetleg rejtett {lock} fájlt" in str(caught.value)
    workbook_path.with_name(lock).unlink()
    FileBook.open(workbook_path)


def test_a_workbook_opened_meanwhile_is_not_written(workbook_path):
    """Somebody opens the file while the verb is computing: what he would save must not be lost."""
    book = FileBook.open(workbook_path)
    before = workbook_path.read_bytes()
    workbook_path.with_name("~$Őszi kupa.xlsx").write_bytes(excel_lock("Nagy Pál"))
    with refused("locked", match="Nagy Pál"):
        book.save()
    assert workbook_path.read_bytes() == before
