"""The list of verbs on the first sheet: one line of help each, from ``templates/buttons.toml``."""

from __future__ import annotations

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from macros_py.book.layout_types import SheetLayout
from macros_py.builder.workbook_formats import Formats
from macros_py.verbs import verbs

VERB_HEIGHT = 18
NAMES = {"muveletek_nevei": "B", "muveletek_most": "D"}
"""The names by which the ribbon finds the verbs and the reasons, and their columns."""


def write_verbs(workbook: Workbook, sheet: Worksheet, formats: Formats, layout: SheetLayout) -> None:
    """Write the verbs by groups from the layout's row on: label, name on the command line, help, room for why not."""
    row = layout.verbs_row - 1
    sheet.set_row(row, VERB_HEIGHT)
    sheet.write_string(row, 0, layout.verbs_title, formats.named("section"))
    sheet.write_string(row + 1, 0, layout.verbs_hint, formats.named("hint"))
    row += 2
    first = row + 1
    group = ""
    for verb in verbs().values():
        if verb.group != group:
            group = verb.group
            for column, text in enumerate((group, "", "", "")):
                sheet.write_string(row, column, text, formats.named("group"))
            sheet.set_row(row, VERB_HEIGHT)
            row += 1
        sheet.write_string(row, 0, verb.label, formats.named("verb", "strong"))
        sheet.write_string(row, 1, verb.id, formats.named("verb", "code"))
        sheet.write_string(row, 2, verb.help, formats.named("verb"))
        sheet.write_blank(row, 3, None, formats.named("verb"))
        sheet.set_row(row, VERB_HEIGHT)
        row += 1
    for name, letter in NAMES.items():
        workbook.define_name(name, f"='{layout.name}'!${letter}${first}:${letter}${row}")
