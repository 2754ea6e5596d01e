"""Why a file cannot be used: one class a cause; each sentence stands in ``hu.toml`` under ``[book]``.

Every one of them ends a verb with exit code 2, and leaves the file on the disk as it was.
"""

from __future__ import annotations

from typing import ClassVar

from macros_py.words import say


class BookError(Exception):
    """Base of every refusal of a file. ``str()`` is the Hungarian sentence: what is wrong and what to do."""

    code: ClassVar[str] = "unusable"

    def __init__(self, **fields: object) -> None:
        super().__init__()
        self.fields = fields

    def __str__(self) -> str:
        return say(f"book.{self.code}", **self.fields)


class FileMissing(BookError):
    """There is no such file (field ``path``)."""

    code = "file_missing"


class TemplateMissing(BookError):
    """The empty workbook that a new file begins as has not been built (field ``path``)."""

    code = "template_missing"


class FileExists(BookError):
    """A file that had to be new stands there already (field ``path``)."""

    code = "file_exists"


class NotAWorkbook(BookError):
    """Not an ``.xlsx`` at all: a text, a picture, a folder (field ``path``)."""

    code = "not_a_workbook"


class WrongEnding(BookError):
    """The name of a file to be written does not end in ``.xlsx`` (field ``path``)."""

    code = "wrong_ending"


class OldOrEncrypted(BookError):
    """An old ``.xls`` or a workbook that asks for a password: both are compound files (field ``path``)."""

    code = "old_or_encrypted"


class DamagedFile(BookError):
    """An ``.xlsx`` whose zip or parts cannot be read (field ``path``)."""

    code = "damaged"


class OverLimit(BookError):
    """A file from outside that holds more than any of its kind: it is not read (base of five)."""


class TooLarge(OverLimit):
    """Far larger than any event, once unpacked (fields ``path``, ``size``, ``most``: megabytes)."""

    code = "too_large"


class TextTooLarge(OverLimit):
    """A list or a draw as text, far larger than any (fields ``path``, ``size``, ``most``: megabytes)."""

    code = "text_too_large"


class TooManyCells(OverLimit):
    """More cells, formats or blocks of cells than any file of its kind (fields ``path``, ``most``: cells)."""

    code = "too_many_cells"


class TooManyRows(OverLimit):
    """A list as text with more rows or columns than any (fields ``path``, ``rows``, ``columns``)."""

    code = "too_many_rows"


class CellTooFar(OverLimit):
    """A list with a filled cell far from people (fields ``path``, ``cell``, ``rows``, ``columns``)."""

    code = "cell_too_far"


class CellTooLong(OverLimit):
    """A list with a cell that no spreadsheet could hold (fields ``path``, ``cell``, ``size``, ``most``: letters)."""

    code = "cell_too_long"


class NotAnEntrySheet(BookError):
    """A workbook without result rows where a second typist's were expected (field ``path``)."""

    code = "not_an_entry_sheet"


class NotADraw(BookError):
    """A file that is no draw, or may not become one by its name (field ``path``)."""

    code = "not_a_draw"


class NotDeals(BookError):
    """A file that holds no deals of a round (fields ``path``, ``round``)."""

    code = "not_deals"


class NotAList(BookError):
    """A list to be read in that is neither ``.xlsx`` nor ``.csv`` (field ``path``)."""

    code = "not_a_list"


class ListXls(NotAList):
    """An old or an encrypted workbook where a list was expected (field ``path``)."""

    code = "list_xls"


class ListOds(NotAList):
    """A LibreOffice sheet where a list was expected (field ``path``)."""

    code = "list_ods"


class ListPdf(NotAList):
    """A ``.pdf`` where a list was expected (field ``path``)."""

    code = "list_pdf"


class DamagedList(BookError):
    """A list to be read in that cannot be read as what its name says (field ``path``)."""

    code = "damaged_list"


class NotOurs(BookError):
    """A sound workbook, but without our layout mark or tables (field ``path``)."""

    code = "not_ours"


class LayoutNewer(BookError):
    """Made by a newer program (fields ``path``, ``found``, ``known``: layout numbers)."""

    code = "layout_newer"


class LayoutOlder(BookError):
    """Made by an older program, and open: only a closed file is completed (fields ``path``, ``found``, ``known``)."""

    code = "layout_older"


class ProgramGone(BookError):
    """The spreadsheet program ended or refused in the middle of a verb (field ``path``)."""

    code = "program_gone"


class ProgramMissing(BookError):
    """There is neither Excel nor LibreOffice Calc that could be asked."""

    code = "program_missing"


class TableMissing(BookError):
    """A table of ours is gone (fields ``sheet``, ``table``)."""

    code = "table_missing"


class TableTwice(BookError):
    """Two tables bear the same name (field ``table``)."""

    code = "table_twice"


class HeadingMissing(BookError):
    """A heading of ours is gone from its table (fields ``sheet``, ``table``, ``heading``)."""

    code = "heading_missing"


class HeadingTwice(BookError):
    """A heading of ours stands twice in its table (fields ``sheet``, ``table``, ``heading``)."""

    code = "heading_twice"


class NameMissing(BookError):
    """A defined name of ours is gone or points nowhere (field ``name``)."""

    code = "name_missing"


class NoRoom(BookError):
    """A table has to grow to the right over something else (fields ``sheet``, ``table``, ``cell``)."""

    code = "no_room"


class FileLocked(BookError):
    """Another program has the file open (fields ``path``, ``who``, ``lock``)."""

    code = "locked"


class FileReadOnly(BookError):
    """The file must not be written (field ``path``)."""

    code = "read_only"


class FileUnreadable(BookError):
    """Whoever runs the program has no right to read the file (field ``path``)."""

    code = "unreadable"


class FolderMissing(BookError):
    """There is no such folder (field ``folder``)."""

    code = "folder_missing"


class CopiesMissing(BookError):
    """There is no such folder of copies (field ``folder``)."""

    code = "copies_missing"


class FolderReadOnly(BookError):
    """Nothing can be written into the folder (field ``folder``)."""

    code = "folder_read_only"


class SnapshotFolderUnusable(BookError):
    """The folder of the snapshots cannot be made or written (field ``folder``)."""

    code = "snapshot_folder"


class PlaceUnconfirmed(BookError):
    """A folder that the workbook names, and nobody has confirmed on this machine (field ``folder``)."""

    code = "place_unconfirmed"


class PlaceGone(BookError):
    """A folder that was used before is not there, or not the same one (field ``folder``)."""

    code = "place_gone"


class PlaceMissing(BookError):
    """There is no folder in which a named one could be made: a drive that is not in (field ``folder``)."""

    code = "place_missing"


class ChangedOnDisk(BookError):
    """Somebody saved the file since it was read (field ``path``)."""

    code = "changed_on_disk"


class FileGone(BookError):
    """Somebody renamed, moved or deleted the file since it was read (field ``path``)."""

    code = "file_gone"


class DiskFull(BookError):
    """No room left on the disk (field ``path``)."""

    code = "disk_full"


class NotSaved(BookError):
    """The operating system refused the write otherwise (fields ``path``, ``cause``)."""

    code = "not_saved"


class KeyMissing(BookError):
    """The workbook shows a fingerprint, but the key file is not there (field ``path``)."""

    code = "key_missing"


class KeyMissingToDraw(KeyMissing):
    """The key file is not there, and no other key may be drawn from without more ado (field ``path``)."""

    code = "key_missing_to_draw"


class KeyMissingToReveal(KeyMissing):
    """The key file is not there, and cards cannot be shown without it (fields ``path``, ``look``: where else)."""

    code = "key_missing_to_reveal"


class KeyDamaged(BookError):
    """The key file cannot be read as one (field ``path``)."""

    code = "key_damaged"


class KeyUnreadable(BookError):
    """Whoever runs the program has no right to read the key file (field ``path``)."""

    code = "key_unreadable"


class KeyTooShort(BookError):
    """The key is shorter than 128 bits (fields ``path``, ``bits``)."""

    code = "key_too_short"


class KeyOfAnotherEvent(BookError):
    """The key file belongs to another event (field ``path``)."""

    code = "key_of_another_event"


class KeyDiffers(BookError):
    """The key's fingerprint is not the one the workbook shows (field ``path``)."""

    code = "key_differs"


class SecretDiffers(BookError):
    """A secret list stands there already with other contents (field ``path``)."""

    code = "secret_differs"
