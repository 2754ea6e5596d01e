"""The workbook's palette on the record: the same looks, and a thick rule above a new sheet of paper."""

from __future__ import annotations

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from macros_py.book.schema import overlay, palette
from macros_py.builder.workbook_formats import Formats, cell_properties

THICK = 2


class RecordWorksheet(Worksheet):  # type: ignore[misc]
    """A worksheet that takes formulas as they are, without the equals sign.

    XlsxWriter looks through each formula for thirty newer functions that need a prefix; a record has none of them
    (the guard sees to it), and the search costs more than all the rest of writing it.
    """

    def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:
        return formula.removeprefix("=")


class RecordFormats(Formats):
    """The formats of one record."""

    def __init__(self, workbook: Workbook) -> None:
        super().__init__(workbook)
        self.workbook = workbook
        self._kinds: dict[tuple[str, bool], Format] = {}

    def kind(self, kind: str, *, is_ruled: bool = False) -> Format:
        """Give the format of a body cell of ``kind``; ``is_ruled`` draws the thick rule above it."""
        key = kind, is_ruled
        if key not in self._kinds:
            colours = palette()
            look = overlay(colours.looks["body"], colours.kinds[kind])
            rule = {"top": THICK, "top_color": colours.rule} if is_ruled else {}
            self._kinds[key] = self.workbook.add_format(cell_properties(look, is_typed=True) | rule)
        return self._kinds[key]
