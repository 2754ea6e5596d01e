"""export_entry: some protocols of a round as a small sheet for a second typist."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from macros_py.actions.context import Context, Options
from macros_py.actions.hall import Hall, read_hall
from macros_py.book.port import Row
from macros_py.book.saving import EVENT_NAME
from macros_py.book.tables.results import COLUMNS, DEAL, REMARKS_HEADING, ROUND, TYPED
from macros_py.builder.papers import EntrySheet, write_entry_sheet
from macros_py.cells import read_text, read_whole
from macros_py.rules.problems import Problem
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.words import say

_ENTRY_PAPER = (ROUND, DEAL, COLUMNS["copy"])


def export_entry(context: Context, options: Options) -> list[Problem]:
    """Write the rows of the protocols ``protocols`` (numbers in the order of the papers; all without it) of a round.

    The second typist gets them blank, whatever has been typed here: he cannot copy a mistake, and the two together
    are double entry.
    """
    if len(options["round"]) != 1:
        return [Problem("export_one_round", found=", ".join(map(str, options["round"])))]
    hall, number, target = read_hall(context.book), options["round"][0], options["to"]
    papers = _papers_in_order(context.book.read_table(RESULTS_TABLE), number)
    if not papers:
        return [Problem("round_without_rows", key=(number,), fields={"round": number})]
    wanted = options.get("protocols") or range(1, len(papers) + 1)
    if beyond := [one for one in wanted if one > len(papers)]:
        fields = {"round": number, "papers": len(papers)}
        return [Problem("export_no_protocol", RESULTS_TABLE, found=beyond[0], fields=fields)]
    rows = [_blank(row) for index, paper in enumerate(papers, start=1) if index in wanted for row in paper]
    write_entry_sheet(target, _entry_sheet(context, hall, rows, _title_of(number, wanted)))
    context.say("done.exported", rows=len(rows), papers=len(list(wanted)), path=Path(target))
    return []


def _papers_in_order(rows: Sequence[Row], number: int) -> list[list[Row]]:
    """Give the rows of a round paper by paper, in the order they stand: the order of typing is that of the papers."""
    papers: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if read_whole(row[ROUND]) == number:
            papers.setdefault(tuple(read_text(row[heading]) for heading in _ENTRY_PAPER), []).append(row)
    return list(papers.values())


def _blank(row: Row) -> Row:
    return row | dict.fromkeys((*TYPED, REMARKS_HEADING))


def _title_of(number: int, protocols: Collection[int]) -> str:
    listed = list(protocols)
    which = f"{listed[0]}–{listed[-1]}" if len(listed) > 1 else str(listed[0])
    return say("entry.title", round=number, protocols=which)


def _entry_sheet(context: Context, hall: Hall, rows: Sequence[Row], title: str) -> EntrySheet:
    event = read_text(context.book.read_value(EVENT_NAME))
    played = [(number, "lejátszva") for number in hall.dealt]
    hint = say("entry.hint", event=hall.event.name)
    return EntrySheet(event, title, hint, played, rows)
