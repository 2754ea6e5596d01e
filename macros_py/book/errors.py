"""Why a file cannot be used: a code, whose sentence stands in ``hu.toml`` under ``[book]``, and what it names.

Every one of them ends a verb with exit code 2, and leaves the file on the disk as it was. A cause has a
class of its own only where a caller does something else about it.
"""

from __future__ import annotations

from macros_py.words import say


class BookError(Exception):
    """Every refusal of a file: ``code`` names its cause, ``fields`` what its sentence tells besides.

    ``str()`` is the Hungarian sentence: what is wrong and what to do.
    """

    code = ""

    def __init__(self, code: str = "", /, **fields: object) -> None:
        super().__init__()
        self.code = code or self.code
        self.fields = fields

    def __str__(self) -> str:
        return say(f"book.{self.code}", **self.fields)


class FileExists(BookError):
    """A file that had to be new stands there already (field ``path``)."""

    code = "file_exists"


class NotAWorkbook(BookError):
    """Not an ``.xlsx`` at all: a text, a picture, a folder (field ``path``)."""

    code = "not_a_workbook"


class OldOrEncrypted(BookError):
    """An old ``.xls`` or a workbook that asks for a password: both are compound files (field ``path``)."""

    code = "old_or_encrypted"


class OverLimit(BookError):
    """A file from outside that holds more than any of its kind: it is not read; the code says of what."""


class NameMissing(BookError):
    """A defined name of ours is gone or points nowhere (field ``name``)."""

    code = "name_missing"


class FileUnreadable(BookError):
    """Whoever runs the program has no right to read the file (field ``path``)."""

    code = "unreadable"


class FolderReadOnly(BookError):
    """Nothing can be written into the folder (field ``folder``)."""

    code = "folder_read_only"


class SnapshotFolderUnusable(BookError):
    """The folder of the snapshots cannot be made or written (field ``folder``)."""

    code = "snapshot_folder"


class KeyMissing(BookError):
    """The workbook shows a fingerprint, but the key file is not there (field ``path``)."""

    code = "key_missing"
