"""The official record: a plain ``.xlsx`` that anybody can audit with a spreadsheet program, written afresh.

Points, percentages and places are live formulas over the record's own result rows, our exact value cached.
"""

from __future__ import annotations

from datetime import date
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from xlsxwriter import Workbook
from xlsxwriter.exceptions import FileCreateError

from macros_py.book.port import BookError
from macros_py.book.saving import FULL, write_atomically
from macros_py.builder.record_cover import write_cover
from macros_py.builder.record_guard import problems
from macros_py.builder.record_page import Banner, Page, RecordFormats
from macros_py.builder.record_plan import RecordData, RecordPlan
from macros_py.builder.record_sheets import write_sheet
from macros_py.cells import read_text
from macros_py.words import describe, say


def write_record_file(path: Path, data: RecordData, *, is_new: bool = False) -> None:
    """Write the record to ``path``, whole or not at all; ``is_new`` refuses to replace a file.

    :raises RuntimeError: the guard found something that must not be handed on: a fault of ours; nothing was written.
    :raises BookError: the disk has no room, for it or for what is temporary (``disk_full``); what is temporary cannot
        be written (``not_saved``); the file cannot be written (``write_atomically`` says which kind when).
    """
    try:
        content = record_bytes(data)
    except OSError as error:
        code = "disk_full" if error.errno in FULL else "not_saved"
        raise BookError(code, path=path, cause=error.strerror) from error
    if found := problems(BytesIO(content)):
        raise RuntimeError(" ".join(describe(problem).whole for problem in found))
    write_atomically(path, lambda stream: stream.write(content), is_new=is_new)


def record_bytes(data: RecordData) -> bytes:
    """Give the bytes of the record: the same for the same data, as nothing in it looks at a clock.

    Only one row is in memory at a time; each is written once, from the top down.

    :raises OSError: the system's folder for what is temporary cannot be written.
    """
    target = BytesIO()
    with TemporaryDirectory(prefix="sportulti-", ignore_cleanup_errors=True) as folder:
        try:
            _fill_record(Workbook(target, {"constant_memory": True, "tmpdir": folder}), data)
        except FileCreateError as error:
            raise OSError(*error.args[0].args) from error
    return target.getvalue()


def _fill_record(workbook: Workbook, data: RecordData) -> None:
    workbook.set_properties({"title": _event_line(data), "author": "Sportulti", "created": data.created})
    workbook.set_calc_mode("auto")
    formats, banner = RecordFormats(workbook), Banner(_event_line(data), _record_stamp(data))
    plan = RecordPlan(data)
    write_cover(formats, banner, data)
    references = plan.references()
    for layout in plan.sheets:
        page = Page(formats, banner, layout, references)
        write_sheet(page, plan)
        page.finish()
    workbook.close()


def _event_line(data: RecordData) -> str:
    values = (data.event.get(name) for name in ("verseny_nev", "verseny_datum", "verseny_helyszin"))
    texts = (f"{one:%Y. %m. %d.}" if isinstance(one, date) else read_text(one) for one in values)
    return " · ".join(filter(None, texts))


def _record_stamp(data: RecordData) -> str:
    """Give what is stamped on every sheet: PRÓBA for a trial, NEM VÉGLEGES before the last closing."""
    trial = say("record.stamp_trial") if data.is_trial else ""
    return " · ".join(filter(None, (trial, "" if data.is_final else say("record.stamp_not_final"))))
