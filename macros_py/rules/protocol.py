"""The typed result rows against the papers: all that can be checked without achievements or cards (VSZ 5).

A wrongly filled protocol lacks or garbles the names in their order or the Ft results, and is to be corrected
until the last round is closed (VSZ 5). Nothing is corrected here: a finding is a ``Problem`` of tEredmenyek
with the index of its row and the key round, deal, table (and the field, where one cell is meant).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from macros_py.rules.event import ProtocolLine, RoundState
from macros_py.rules.problems import Problem, Unreadable
from macros_py.rules.protocol_row import PAPER_UNTYPED, RESULTS_TABLE, UNTYPED, check_row
from macros_py.rules.typed_results import (
    ExpectedSheet,
    ResultKey,
    TypedRow,
)


def check_rows(
    rows: Sequence[TypedRow], expected: ExpectedSheet, only_rounds: Collection[int] = ()
) -> list[Problem]:
    """Check the typed rows; with ``only_rounds`` only these rounds (and rows whose round cannot be read).

    Problems come in the order of the rows, that of the papers; of rows that merely wait to be typed there is one for
    each paper, at the first of them. Rows that are not there come last.

    :raises KeyError: ``expected`` has a line whose round has no state.
    """
    lines = {(line.round, line.deal, line.table): line for line in expected.lines}
    problems: list[Problem] = []
    seen: set[ResultKey] = set()
    for index, row in enumerate(rows):
        if only_rounds and isinstance(row.round, int) and row.round not in only_rounds:
            continue
        found = _check_placed_row(row, lines, seen, expected)
        problems += [replace(problem, row=index) for problem in found]
        if row.key:
            seen.add(row.key)
    problems = list(_papers_together(problems, rows))
    missing = [line for key, line in lines.items() if key not in seen]
    return problems + list(_missing_rows(missing, expected, only_rounds))


def _check_placed_row(
    row: TypedRow,
    lines: Mapping[ResultKey, ProtocolLine],
    seen: Collection[ResultKey],
    expected: ExpectedSheet,
) -> Iterator[Problem]:
    """Find the paper of one row, then check what was typed; no paper, or a second row: not read on."""
    key = row.key
    if key is None:
        yield from _unreadable_keys(row)
    elif key not in lines:
        yield _row_of_no_sheet(row, key, expected)
    elif key in seen:
        yield Problem("row_double", RESULTS_TABLE, key=key, fields=_where(key))
    else:
        yield from _wrong_line(row, key, lines[key])
        yield from check_row(row, key, lines[key], expected)


def _unreadable_keys(row: TypedRow) -> Iterator[Problem]:
    """Name the cells of round, deal and table that hold no number."""
    cells = {"round": row.round, "deal": row.deal, "table": row.table}
    shown = tuple(cell.found if isinstance(cell, Unreadable) else cell for cell in cells.values())
    for column, cell in cells.items():
        if cell is None:
            yield Problem("row_key_blank", RESULTS_TABLE, key=(*shown, column), column=column)
        elif isinstance(cell, Unreadable):
            yield Problem(
                "row_key_unreadable", RESULTS_TABLE, key=(*shown, column), column=column, found=cell.found
            )


def _row_of_no_sheet(row: TypedRow, key: ResultKey, expected: ExpectedSheet) -> Problem:
    """Tell why no paper belongs to a row: its round has not been dealt, or there is no such deal or table."""
    state = expected.states.get(key[0])
    if state is RoundState.PLANNED:
        code = "results_before_deal" if row.is_touched else "row_before_deal"
        return Problem(code, RESULTS_TABLE, key=key, fields=_where(key))
    if state is None:
        return Problem("row_of_no_round", RESULTS_TABLE, key=(*key, "round"), column="round", found=key[0])
    if not any(line.round == key[0] for line in expected.lines):
        return Problem("row_before_seating", RESULTS_TABLE, key=key, fields=_where(key))
    deals = max(line.deal for line in expected.lines if line.round == key[0])
    tables = max(line.table for line in expected.lines if line.round == key[0])
    column = "deal" if not 1 <= key[1] <= deals else "table"
    found, most = (key[1], deals) if column == "deal" else (key[2], tables)
    return Problem("row_of_no_sheet", RESULTS_TABLE, None, (*key, column), column, found, {"most": most})


def _wrong_line(row: TypedRow, key: ResultKey, line: ProtocolLine) -> Iterator[Problem]:
    """Compare copy and line of the copy with the journey of the deal: else the sheets of paper do not fit."""
    for column, cell, right in (("copy", row.copy, line.copy), ("line", row.line, line.line)):
        if cell != right:
            found = cell.found if isinstance(cell, Unreadable) else cell
            yield Problem(
                "row_line_wrong", RESULTS_TABLE, None, (*key, column), column, found, {"expected": right}
            )


def _papers_together(problems: Iterable[Problem], rows: Sequence[TypedRow]) -> Iterator[Problem]:
    """Give one problem for all rows of a paper of which nothing has been typed yet."""
    problems = list(problems)
    waiting: defaultdict[object, list[TypedRow]] = defaultdict(list)
    for problem in problems:
        if problem.code == UNTYPED and problem.row is not None:
            waiting[_paper(rows[problem.row])].append(rows[problem.row])
    for problem in problems:
        if problem.code != UNTYPED or problem.row is None:
            yield problem
            continue
        untyped = waiting.pop(_paper(rows[problem.row]), [])
        if len(untyped) == 1:
            yield problem
        elif untyped:
            first = untyped[0]
            tables = ", ".join(f"{row.table}." for row in untyped)
            fields = {"round": first.round, "deal": first.deal, "copy": first.copy, "tables": tables}
            yield replace(problem, code=PAPER_UNTYPED, fields={**fields, "count": len(untyped)})


def _paper(row: TypedRow) -> object:
    """Give what names the sheet of paper that a row stands on."""
    return row.round, row.deal, row.copy


def _missing_rows(
    missing: Iterable[ProtocolLine], expected: ExpectedSheet, only_rounds: Collection[int]
) -> Iterator[Problem]:
    """Name the protocol lines that have no row; where a whole round lacks them, once for the round."""
    wanted = [line for line in missing if not only_rounds or line.round in only_rounds]
    wanted = [line for line in wanted if expected.states.get(line.round) is not RoundState.PLANNED]
    lacking = Counter(line.round for line in wanted)
    whole = Counter(line.round for line in expected.lines)
    for round_number, count in lacking.items():
        if count == whole[round_number]:
            fields = {"round": round_number, "count": count}
            yield Problem("round_rows_missing", RESULTS_TABLE, key=(round_number,), fields=fields)
    for line in wanted:
        if lacking[line.round] < whole[line.round]:
            key = (line.round, line.deal, line.table)
            yield Problem("row_missing", RESULTS_TABLE, key=key, fields=_where(key))


def _where(key: ResultKey) -> dict[str, object]:
    """Give round, deal and table as the fields of a sentence."""
    return dict(zip(("round", "deal", "table"), key, strict=True))
