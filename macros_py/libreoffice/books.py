"""The open books of a Calc, and one of them: open, save, close, its sheets and names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from xlwings import base_classes

from macros_py.libreoffice.blocks import Document
from macros_py.libreoffice.bridge import Remote, Trips
from macros_py.libreoffice.errors import CalcRefused, FileNotOpened, FileNotSaved, NotSupported, complete
from macros_py.libreoffice.formats import NumberFormats
from macros_py.libreoffice.names import Names
from macros_py.libreoffice.process import file_path, file_url, properties
from macros_py.libreoffice.ranges import Range
from macros_py.libreoffice.sheets import Sheets

_SPREADSHEET = "com.sun.star.sheet.SpreadsheetDocument"
_CELLS = "com.sun.star.sheet.SheetCellRange"
_FILTERS = {
    ".xlsx": "Calc MS Excel 2007 XML",
    ".xlsm": "Calc MS Excel 2007 VBA XML",
    ".ods": "calc8",
    ".csv": "Text - txt - csv (StarCalc)",
}
"""The output filters by the ending of a file's name."""
_NO_MACROS, _NO_UPDATES = 0, 0
"""Macros of an opened book never run, its links are never followed."""


@complete
class Books(base_classes.Books):
    """The spreadsheets open in one Calc."""

    def __init__(self, app: base_classes.App, desktop: Remote, trips: Trips) -> None:
        self.app = app
        self._desktop = desktop
        self._trips = trips
        self._known: list[Book] = []

    @property
    def api(self) -> Remote:
        """Give LibreOffice's list of open documents."""
        found: Remote = self._desktop.Components
        return found

    def _book(self, document: Remote) -> Book:
        for book in self._known:
            if book.api == document:
                return book
        book = Book(self.app, Document(document, NumberFormats(document), self._trips))
        self._known.append(book)
        return book

    def __iter__(self) -> Iterator[Book]:
        """Give every open book; a book keeps its identity and what is known of its formats."""
        found = []
        documents = self.api.createEnumeration()
        while documents.hasMoreElements():
            document = documents.nextElement()
            if document.supportsService(_SPREADSHEET):
                found.append(self._book(document))
        self._known = found
        return iter(list(found))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, name: object) -> bool:
        return any(name in (book.name, book.fullname) for book in self)

    def active_or_none(self) -> Book | None:
        """Give the book in front; None if no book is open."""
        document = self._desktop.CurrentComponent
        if document is not None and document.supportsService(_SPREADSHEET):
            return self._book(document)
        return next(iter(self), None)

    @property
    def active(self) -> Book | None:
        """Give the book in front; None if no book is open."""
        return self.active_or_none()

    def __call__(self, key: int | str) -> Book:
        """Give a book by its number, 1-based, or by its name or path.

        :raises KeyError: none is open by that name.
        :raises IndexError: there are fewer.
        """
        books = list(self)
        if not isinstance(key, str):
            return books[key - 1]
        for book in books:
            if key.lower() in (book.name.lower(), book.fullname.lower()):
                return book
        raise KeyError(key)

    def add(self) -> Book:
        """Open a new empty book."""
        return self._book(self._desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, ()))

    def open(
        self,
        fullname: str,
        update_links: bool | None = None,
        read_only: bool | None = None,
        format: str | None = None,
        password: str | None = None,
        *others: object,
    ) -> Book:
        """Open a file; its formulas are computed anew. Locks of other programs are not looked at.

        :raises NotSupported: an option is given that only Excel knows.
        :raises FileNotOpened: Calc cannot load it.
        """
        if update_links or format is not None or any(other is not None for other in others):
            raise NotSupported("Books.open with more than read_only and password")
        wanted: dict[str, Any] = {"MacroExecutionMode": _NO_MACROS, "UpdateDocMode": _NO_UPDATES}
        wanted |= {"ReadOnly": True} if read_only else {}
        wanted |= {"Password": password} if password else {}
        try:
            document = self._desktop.loadComponentFromURL(
                file_url(fullname), "_blank", 0, properties(**wanted)
            )
        except CalcRefused as error:
            raise FileNotOpened(fullname) from error
        if document is None:
            raise FileNotOpened(fullname)
        if not document.supportsService(_SPREADSHEET):
            document.close(True)
            raise FileNotOpened(fullname)
        return self._book(document)


@complete
class Book(base_classes.Book):
    """One open spreadsheet."""

    app: base_classes.App = None  # type: ignore[assignment]

    def __init__(self, app: base_classes.App, document: Document) -> None:
        self.app = app
        self._document = document

    @property
    def api(self) -> Remote:
        """Give LibreOffice's document."""
        return self._document.remote

    @property
    def sheets(self) -> Sheets:
        """Give the sheets."""
        return Sheets(self, self._document)

    @property
    def names(self) -> Names:
        """Give the defined names."""
        return Names(self.api.NamedRanges, self.sheets.range_at)

    @property
    def fullname(self) -> str:
        """Give the path; of a book never saved, its title."""
        url = self.api.URL
        return file_path(url) if url else str(self.api.Title)

    @property
    def name(self) -> str:
        """Give the name of the file without its folder."""
        return os.path.basename(self.fullname)

    def selection(self) -> Range | None:
        """Give the selected cells; None if something else is selected or there is no view."""
        if self.api.CurrentController is None:
            return None
        selected = self.api.CurrentSelection
        if selected is None or not selected.supportsService(_CELLS):
            return None
        return self.sheets.range_at(selected.RangeAddress)

    def activate(self) -> None:
        """Bring the book to the front of its Calc."""
        controller = self.api.CurrentController
        if controller is not None:
            controller.Frame.activate()

    def close(self) -> None:
        """Close the book; what was not saved is lost."""
        self.api.setModified(False)
        self.api.close(True)

    def save(self, path: str | None = None, password: str | None = None) -> None:
        """Write the file, under a new name if a path is given: the open book is then that file.

        :raises FileNotSaved: the ending is not one that Calc writes, or the file cannot be written.
        """
        target = os.path.abspath(path or self._own_path())
        ending = Path(target).suffix.lower()
        if ending not in _FILTERS:
            raise FileNotSaved(target, f"no filter for {ending or 'a name without an ending'}")
        if not Path(target).parent.is_dir():
            raise FileNotSaved(target, "there is no such folder")
        wanted: dict[str, Any] = {"FilterName": _FILTERS[ending], "Overwrite": True}
        wanted |= {"Password": password} if password else {}
        try:
            self.api.storeAsURL(file_url(target), properties(**wanted))
        except CalcRefused as error:
            raise FileNotSaved(target, str(error)) from error

    def _own_path(self) -> str:
        return self.fullname if self.api.URL else f"{self.name}.xlsx"

    def to_pdf(self, path: str, quality: object) -> None:
        """Write the pages as they would be printed.

        :raises FileNotSaved: the file cannot be written.
        """
        try:
            self.api.storeToURL(file_url(os.path.abspath(path)), properties(FilterName="calc_pdf_Export"))
        except CalcRefused as error:
            raise FileNotSaved(path, str(error)) from error
