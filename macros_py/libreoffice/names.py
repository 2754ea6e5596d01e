"""The defined names of a book, or of one sheet."""

from __future__ import annotations

from collections.abc import Iterator

from xlwings import base_classes

from macros_py.libreoffice.bridge import Remote
from macros_py.libreoffice.errors import complete
from macros_py.libreoffice.process import struct
from macros_py.libreoffice.ranges import Range, RangeAt
from macros_py.libreoffice.values import to_calc, to_excel

_LOST = "#REF!"
"""What stands in place of cells that are gone."""


@complete
class Names(base_classes.Names):
    """Defined names; capital and small letters are the same, as in Excel."""

    def __init__(self, collection: Remote, range_at: RangeAt) -> None:
        self.collection = collection
        self.range_at = range_at

    @property
    def api(self) -> Remote:
        """Give LibreOffice's collection."""
        return self.collection

    def __iter__(self) -> Iterator[Name]:
        return (Name(self, name) for name in self.collection.ElementNames)

    def __len__(self) -> int:
        return len(self.collection.ElementNames)

    def snapshot(self) -> list[tuple[str, Name]]:
        """Give every name with its object, in one call."""
        return [(name.name, name) for name in self]

    def spelling(self, key: str) -> str | None:
        """Give a name as it was written when it was defined; None if there is none."""
        return next((name for name in self.collection.ElementNames if name.lower() == key.lower()), None)

    def __call__(self, key: int | str) -> Name:
        """Give a name by its number, 1-based, or by itself.

        :raises KeyError: there is no such name.
        :raises IndexError: there are fewer.
        """
        if not isinstance(key, str):
            return Name(self, self.collection.ElementNames[key - 1])
        found = self.spelling(key)
        if found is None:
            raise KeyError(key)
        return Name(self, found)

    def contains(self, key: int | str) -> bool:
        """Say whether there is such a name, or so many."""
        return self.spelling(key) is not None if isinstance(key, str) else 1 <= key <= len(self)

    def add(self, name: str, refers_to: str) -> Name:
        """Define a name by a formula of Excel (``=Lap!$B$4``); an older meaning is replaced."""
        found = self.spelling(name)
        if found is not None:
            self.collection.removeByName(found)
        self.collection.addNewByName(
            name, to_calc(refers_to).removeprefix("="), struct("table.CellAddress"), 0
        )
        return Name(self, name)


@complete
class Name(base_classes.Name):
    """One defined name."""

    def __init__(self, names: Names, name: str) -> None:
        self._names = names
        self._name = name

    @property
    def api(self) -> Remote:
        """Give LibreOffice's object."""
        found: Remote = self._names.collection.getByName(self._name)
        return found

    @property
    def name(self) -> str:
        """Give the name itself."""
        return self._name

    @name.setter
    def name(self, value: str) -> None:
        """Give it another name."""
        self.api.setName(value)
        self._name = value

    def delete(self) -> None:
        """Take the name out of the book."""
        self._names.collection.removeByName(self._name)

    @property
    def refers_to(self) -> str:
        """Give what it stands for, as a formula of Excel."""
        return to_excel(f"={self.api.getContent()}")

    @refers_to.setter
    def refers_to(self, value: str) -> None:
        """Let it stand for another formula of Excel."""
        self.api.setContent(to_calc(value).removeprefix("="))

    @property
    def refers_to_range(self) -> Range | None:
        """Give the cells it stands for; None if it stands for something else, or the cells are gone."""
        own = self.api
        cells = None if _LOST in own.getContent() else own.getReferredCells()
        if cells is None:
            return None
        return self._names.range_at(cells.RangeAddress)
