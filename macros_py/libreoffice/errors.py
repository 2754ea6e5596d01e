"""Why Calc cannot do what was asked: one class a cause, so that a caller can word each in its own language."""

from __future__ import annotations


class LibreOfficeError(Exception):
    """Base of everything this package raises by itself. ``str()`` is an English sentence."""


class UnoMissing(LibreOfficeError):
    """The Python library ``uno`` is not there, or was made for another Python."""


class SofficeMissing(LibreOfficeError):
    """There is no LibreOffice on this machine."""


class SofficeNotStarted(LibreOfficeError):
    """LibreOffice ended at once, or did not answer in time."""


class SofficeDied(LibreOfficeError):
    """A LibreOffice that worked is gone: it was closed, killed, or crashed."""

    def __init__(self) -> None:
        super().__init__("LibreOffice has ended: it was closed, killed, or it crashed")


class CalcRefused(LibreOfficeError):
    """Calc is alive and said no: a closed book, a protected sheet, an impossible range."""


class FileNotOpened(LibreOfficeError):
    """Calc could not load a file: damaged, locked by a password, or no spreadsheet (attribute ``path``)."""

    def __init__(self, path: str) -> None:
        super().__init__(f"LibreOffice could not open {path}")
        self.path = path


class FileNotSaved(LibreOfficeError):
    """Calc could not write a file (attributes ``path``, ``cause``)."""

    def __init__(self, path: str, cause: str) -> None:
        super().__init__(f"LibreOffice could not save {path}: {cause}")
        self.path = path
        self.cause = cause


class NotSupported(LibreOfficeError, NotImplementedError):
    """A part of xlwings that this engine does not cover (attribute ``member``, such as ``Sheet.charts``)."""

    def __init__(self, member: str) -> None:
        super().__init__(f"{member} is not supported here: this is LibreOffice Calc, not Excel")
        self.member = member
