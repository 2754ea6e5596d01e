"""What makes a sheet look and help as its layout says, laid anew over the rows it now has (openpyxl).

Rows come and go, pasting takes a drop-down away, LibreOffice forgets frozen panes: so our own conditional formats,
drop-downs, thick rules and panes are restored before each save. What the referee has added or set himself stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from macros_py.book.file_library import (
    Border,
    CellRange,
    ConditionalFormattingList,
    DataValidation,
    DifferentialStyle,
    Font,
    MultiCellRange,
    PatternFill,
    Restyling,
    Rule,
    Side,
    Worksheet,
    borders_of,
    cell_value,
    cells_of,
    get_column_letter,
    lead,
    range_boundaries,
    restyle,
    value_at,
)
from macros_py.book.file_writing import Region
from macros_py.book.layout import ValueLayout, column_look, palette
from macros_py.book.port import CellValue
from macros_py.book.references import (
    PlacedChoices,
    PlacedMark,
    address_of,
    paper_ends,
    placed_choices,
    placed_marks,
    row_height,
    value_height,
)

_RULE_STYLES = frozenset({"medium", "thick"})
_RULE_STYLE = "medium"
_DEFAULT_WIDTH = 8.43
"""Characters of a column that has no width of its own."""
_REFERENCE = re.compile(r"(\$?)([A-Z]{1,3})\$?\d+")
_TRUTH = re.compile(r"\b(TRUE|FALSE)\b(?:\(\))?")
"""LibreOffice writes 1 and 0 for them."""
_LINK_SHEET, _LINK_CELL = "Munkalap", "Cella"
"""A row with these two headings leads to the cell it speaks of."""


def dress_table(region: Region, *, is_written: bool) -> None:
    """Restore everything of ours on a table's sheet; what hangs on single rows only if they were written."""
    _lay_marks(region.sheet, placed_marks(region.layout, region.placing))
    _lay_choices(region.sheet, placed_choices(region.layout, region.placing))
    if region.sheet.freeze_panes is None:
        corner = region.first_column + region.layout.freeze_columns
        region.sheet.freeze_panes = address_of(region.header_row + 1, corner)
    if is_written:
        _lay_paper_rules(region)
        _lay_heights(region)
        _lay_links(region)
        _lay_print_area(region)


def freeze_grid(sheet: Worksheet, row: int, column: int) -> None:
    """Put a block's frozen pane back, where another program dropped it: below its head, behind its first column."""
    if sheet.freeze_panes is None:
        sheet.freeze_panes = address_of(row + 1, column + 1)


def _lay_marks(sheet: Worksheet, marks: Sequence[PlacedMark]) -> None:
    """Lay our conditional formats anew; the referee's own keep their place before or behind them."""
    ours = {_shape(mark.formula) for mark in marks}
    found = [(str(area.sqref), rule) for area in sheet.conditional_formatting for rule in area.rules]
    found.sort(key=lambda one: one[1].priority or 0)
    own = [(area, rule, _is_our_rule(rule, ours)) for area, rule in found]
    start = next((index for index, (_, _, mine) in enumerate(own) if mine), 0)
    before = [(area, rule) for area, rule, mine in own[:start] if not mine]
    after = [(area, rule) for area, rule, mine in own[start:] if not mine]
    laid = ConditionalFormattingList()  # openpyxl takes no rule out of a list, nor one in between
    for priority, (area, rule) in enumerate([*before, *map(_dressed_rule, marks), *after], start=1):
        rule.priority = priority
        laid.add(area, rule)
    sheet.conditional_formatting = laid


def _shape(formula: str) -> str:
    """Give what stays of a formula of ours when rows move: fixed columns by letter, free ones as ``@``."""
    bare = _REFERENCE.sub(lambda match: match[2] if match[1] else "@", formula.lstrip("="))
    return _TRUTH.sub(lambda match: "1" if match[1] == "TRUE" else "0", bare.replace(" ", ""))


def _is_our_rule(rule: Rule, ours: set[str]) -> bool:
    return rule.type == "expression" and len(rule.formula) == 1 and _shape(rule.formula[0]) in ours


def _dressed_rule(mark: PlacedMark) -> tuple[str, Rule]:
    stops, look = mark.stops or None, _look_of(mark.look)
    return mark.area, Rule(type="expression", formula=[mark.formula], stopIfTrue=stops, dxf=look)


@cache
def _look_of(name: str) -> DifferentialStyle | None:
    if not name:
        return None
    look = palette().looks[name]
    # in a conditional format the background paints; openpyxl's usual fgColor would show nothing
    fill = PatternFill(bgColor=_colour(look.fill)) if look.fill else None
    color = _colour(look.color) if look.color else None
    font = Font(color=color, b=look.bold or None, i=look.italic or None, strike=look.strike or None)
    side = Side("thin", _colour(look.line)) if look.line else None
    border = Border(side, side, side, side) if side else None
    return DifferentialStyle(font=font, fill=fill, border=border)


def _colour(text: str) -> str:
    return "FF" + text.lstrip("#").upper()


def _lay_choices(sheet: Worksheet, offered: Sequence[PlacedChoices]) -> None:
    """Lay our drop-downs anew; where the referee has put another validation, his stays alone."""
    lists = {f'"{",".join(one.choices)}"' for one in offered}
    columns = {range_boundaries(one.area)[0] for one in offered}
    validations = sheet.data_validations.dataValidation
    for validation in list(validations):
        if validation.type == "list" and validation.formula1 in lists:
            areas = [(area, {*range(area.min_col, area.max_col + 1)}) for area in validation.sqref.ranges]
            validation.sqref = MultiCellRange([area for area, its in areas if not its <= columns])
    validations[:] = [validation for validation in validations if validation.sqref.ranges]
    taken = [area for validation in validations for area in validation.sqref.ranges]
    refuses_nothing = {"allow_blank": True, "showErrorMessage": False, "showInputMessage": False}
    for one in offered:
        if free := " ".join(_free_rows(CellRange(one.area), taken)):
            words = f'"{",".join(one.choices)}"'
            validations.append(DataValidation("list", words, sqref=free, **refuses_nothing))


def _free_rows(area: CellRange, taken: Sequence[CellRange]) -> list[str]:
    column, start, parts = area.min_col, area.min_row, []
    covering = [one for one in taken if one.min_col <= column <= one.max_col]
    for other in sorted(covering, key=lambda one: one.min_row):
        if other.min_row > start:
            parts.append((start, min(other.min_row - 1, area.max_row)))
        start = max(start, other.max_row + 1)
    parts.append((start, area.max_row))
    return [f"{address_of(top, column)}:{address_of(end, column)}" for top, end in parts if top <= end]


def _lay_paper_rules(region: Region) -> None:
    """Draw the thick rule below the last row of each sheet of paper, and take it away elsewhere."""
    if not region.layout.paper:
        return
    rows = [row.values for row in region.physical_rows()]
    ends = set(paper_ends(region.layout, rows))
    ruled, plain = _border_changers(region)
    cells = cells_of(region.sheet)
    for index in range(len(rows)):
        wanted = ruled if index in ends else plain
        for column in range(region.first_column, region.last_column + 1):
            if (cell := cells.get((region.first_row + index, column))) is not None:
                restyle(cell, wanted)


def _border_changers(region: Region) -> tuple[Restyling, Restyling]:
    """Give what makes of a style the same one with our rule below, and without it."""
    borders = borders_of(region.sheet)
    rule = Side(_RULE_STYLE, _colour(palette().rule))
    hairline = Side("thin", _colour(column_look(None).line))

    def ruled(number: int) -> int:
        border = borders[number]
        return number if _is_rule(border.bottom) else int(borders.add(_with_bottom(border, rule)))

    def plain(number: int) -> int:
        border = borders[number]
        side = border.top if border.top.style not in {None, *_RULE_STYLES} else hairline
        return int(borders.add(_with_bottom(border, side))) if _is_rule(border.bottom) else number

    return Restyling(ruled), Restyling(plain)


def _is_rule(side: Side | None) -> bool:
    if side is None or side.style not in _RULE_STYLES or side.color is None:
        return False
    # before the six digits stands the transparency, which each program writes its own way
    return str(side.color.rgb)[-6:] == palette().rule.lstrip("#").upper()


def _with_bottom(border: Border, side: Side) -> Border:
    return Border(left=border.left, right=border.right, top=border.top, bottom=side, diagonal=border.diagonal)


def _lay_heights(region: Region) -> None:
    if not any(palette().kinds[column.kind].wrap for column in region.layout.columns):
        return
    sheet, own = region.sheet, _sheet_widths(region.sheet)
    widths = {heading: own[column] for heading, column in region.columns.items() if column in own}
    for number, row in enumerate(region.physical_rows(), start=region.first_row):
        height = row_height(region.layout, row.values, widths)
        # asked with get: an index would make an entry for the row, and the file would say a height that nobody set
        if height is not None or sheet.row_dimensions.get(number) is not None:
            sheet.row_dimensions[number].height = height


def _lay_print_area(region: Region) -> None:
    """Print from the title to the table's last cell, the referee's own columns too, unless he chose otherwise.

    Without it a long sentence that runs over the last column makes the whole page shrink.
    """
    sheet, corner = region.sheet, f"${get_column_letter(region.first_column)}$1:"
    if not sheet.print_area or corner in sheet.print_area:
        last = get_column_letter(region.last_column)
        sheet.print_area = f"{corner.replace('$', '')}{last}{region.last_row}"


def _sheet_widths(sheet: Worksheet) -> dict[int, float]:
    """Give the width of each column (1-based) that has one of its own, in characters."""
    return {
        column: dimension.width
        for dimension in sheet.column_dimensions.values()
        if dimension.customWidth
        # Excel writes one entry for a run of columns, and openpyxl keeps it under the first letter alone
        for column in range(dimension.min or 0, (dimension.max or 0) + 1)
    }


def fit_row(sheet: Worksheet, row: int, layout: ValueLayout, value: CellValue) -> None:
    """Make the row of a named cell as high as its wrapped text needs in the widths that the sheet has now."""
    first, _, last, _ = range_boundaries(layout.merge or layout.cell)
    widths = _sheet_widths(sheet)
    room = sum(widths.get(column, _DEFAULT_WIDTH) for column in range(first or 1, (last or 1) + 1))
    sheet.row_dimensions[row].height = value_height(value, room, layout.height)


def _lay_links(region: Region) -> None:
    columns = region.columns
    if not {_LINK_SHEET, _LINK_CELL} <= set(columns):
        return
    sheets = set(region.sheet.parent.sheetnames)
    for number in range(region.first_row, region.last_row + 1):
        if (cell := cells_of(region.sheet).get((number, columns[_LINK_CELL]))) is not None:
            target, address = value_at(region.sheet, number, columns[_LINK_SHEET]), cell_value(cell)
            quoted = str(target).replace("'", "''")
            lead(cell, f"'{quoted}'!{address}" if target in sheets and address else "")
