"""Looks of the palette as XlsxWriter formats, each made once."""

from __future__ import annotations

from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format

from macros_py.book.layout_types import ColumnLayout, Look
from macros_py.book.schema import column_look, head_look, overlay, palette

THIN = 1


class Formats:
    """The formats of one workbook. Base font and size are the palette's."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self._made: dict[tuple[Look, bool | None], Format] = {}

    def cell(self, look: Look, *, is_typed: bool = False) -> Format:
        """Give the format of a cell; only a typed one is open on a protected sheet."""
        return self._made.get((look, is_typed)) or self._make(look, is_typed)

    def named(self, *names: str, is_typed: bool = False) -> Format:
        """Give the format of looks of the palette laid over each other."""
        return self.cell(overlay(*(palette().looks[name] for name in names)), is_typed=is_typed)

    def mark(self, name: str) -> Format | None:
        """Give the conditional format of a look; None if the mark changes nothing."""
        if not name:
            return None
        look = palette().looks[name]
        return self._made.get((look, None)) or self._make(look, None)

    def body(self, column: ColumnLayout) -> Format:
        """Give the format of the body cells of a column."""
        return self.cell(column_look(column), is_typed=column.is_typed)

    def below(self, column: ColumnLayout) -> Format:
        """Give the format of the blank cells below a table: the kind without colours, so texts stay texts."""
        return self.cell(palette().kinds[column.kind], is_typed=column.is_typed)

    def head(self, column: ColumnLayout) -> Format:
        """Give the format of a heading."""
        return self.cell(head_look(column))

    def _make(self, look: Look, is_typed: bool | None) -> Format:
        properties = mark_properties(look) if is_typed is None else cell_properties(look, is_typed=is_typed)
        made = self._workbook.add_format(properties)
        self._made[look, is_typed] = made
        return made


def mark_properties(look: Look) -> dict[str, Any]:
    """Give what a conditional format may change: fill, letters, hairline."""
    properties: dict[str, Any] = {}
    if look.fill:
        properties["bg_color"] = look.fill
    if look.color:
        properties["font_color"] = look.color
    if look.line:
        properties |= {"border": THIN, "border_color": look.line}
    switches = {"bold": look.bold, "italic": look.italic, "font_strikeout": look.strike}
    return properties | {name: True for name, is_on in switches.items() if is_on}


def cell_properties(look: Look, *, is_typed: bool) -> dict[str, Any]:
    """Give all properties of a cell's format."""
    colours = palette()
    properties = mark_properties(look) | {
        "font_name": colours.font,
        "font_size": look.size or colours.size,
        "valign": look.valign or "vcenter",
        "locked": not is_typed,
    }
    if look.format:
        properties["num_format"] = look.format
    if look.indent:
        properties["indent"] = look.indent
    if look.align:
        properties["align"] = look.align
    switches = {"text_wrap": look.wrap, "shrink": look.shrink}
    return properties | {name: True for name, is_on in switches.items() if is_on}
