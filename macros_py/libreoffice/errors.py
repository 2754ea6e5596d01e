"""Why Calc cannot do what was asked: one class a cause; what the engine does not cover says so by its own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_LIBRARY = "xlwings.base_classes"
_Class = TypeVar("_Class", bound=type)


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


def _refusal(member: str) -> Callable[..., Any]:
    def refuse(*_: Any, **__: Any) -> Any:
        raise NotSupported(member)

    return refuse


def _missing_attribute(owner: object, name: str) -> Any:
    """Stand in as ``__getattr__``: xlwings asked for a member that even its base classes do not know.

    :raises AttributeError: Python itself asks, as copying does.
    :raises NotSupported: xlwings or the caller asks.
    """
    if name.startswith("_"):
        raise AttributeError(name)
    raise NotSupported(f"{type(owner).__name__}.{name}")


def _bare_members(cls: type) -> dict[str, Any]:
    """Give the members that only xlwings' abstract base class defines, but those that work by other members."""
    inherited: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        for name, value in vars(base).items():
            if base.__module__ == _LIBRARY and not name.startswith("_"):
                inherited[name] = value
            else:
                inherited.pop(name, None)
    return {name: value for name, value in inherited.items() if name not in getattr(cls, "KEPT", ())}


def complete(cls: _Class) -> _Class:
    """Class decorator: every member left abstract raises ``NotSupported`` with ``_Class.member`` in the sentence.

    A class lists in ``KEPT`` the members of its xlwings base that work without being written anew.
    """
    for name, value in _bare_members(cls).items():
        refuse = _refusal(f"{cls.__name__}.{name}")
        setattr(cls, name, property(refuse, refuse) if isinstance(value, property) else refuse)
    for name, value in list(vars(cls).items()):
        if isinstance(value, property) and value.fset is None:
            setattr(cls, name, value.setter(_refusal(f"setting {cls.__name__}.{name}")))
    if "__getattr__" not in vars(cls):
        cls.__getattr__ = _missing_attribute  # type: ignore[attr-defined]
    return cls
