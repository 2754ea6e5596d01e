"""The basic check of a protocol: all that can be checked without achievements or cards (VSZ 5).

A wrongly filled protocol lacks or garbles the names in their order or the Ft results, and is to be corrected
until the last round is closed (VSZ 5). Nothing is corrected here: a finding is a ``Problem`` of tEredmenyek
with the index of its row and the key round, deal, table (and the field, where one cell is meant).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from macros_py.rules.hall.event import LINES, ProtocolLine, RoundState
from macros_py.rules.names import name_key, tidy
from macros_py.rules.problems import Fields, Misreading, Problem, Unreadable
from macros_py.rules.results.typed_results import (
    ExpectedSheet,
    Letter,
    ResultKey,
    RowState,
    TypedRow,
    seat_letter,
    state_word,
)

RESULTS_TABLE = "tEredmenyek"
_UNTYPED = "result_missing"
"""The code of a row of which nothing has been typed though its round was played."""
NAME_CODES = frozenset({"names_exchanged", "name_missing", "name_wrong"})
"""The codes of names that are not those of the seating."""
_PAPER_UNTYPED = "paper_missing"
"""The code of several such rows of one sheet of paper."""
RULED_QUICK = "ft_missing_ruled"
"""The code of a row with a ruling whose blank Ft no quick entry completes."""
FT_FIELDS = tuple(f"ft_{line}" for line in LINES)
_FT_CODES = {
    Misreading.FORMULA: "ft_formula",
    Misreading.CELL_ERROR: "ft_cell_error",
    Misreading.DATE: "ft_date",
    Misreading.DECIMAL: "ft_decimal",
    Misreading.FRACTION: "ft_fraction",
    Misreading.TEXT: "ft_text",
}


@dataclass(frozen=True, slots=True)
class ProtocolCase:
    """One row with all that is known of it: its key, its state as read, which seats were ruled.

    ``is_quick``: where such are allowed, the two Ft that a quick entry lacks are computed.
    ``is_korpassz``: its state or its achievements say that nobody played.
    """

    row: TypedRow
    key: ResultKey
    state: RowState | Unreadable
    round_state: RoundState
    ruled: frozenset[str]
    is_quick: bool
    is_korpassz: bool

    def cell(self, code: str, column: str, found: object = None, **fields: object) -> Problem:
        """Make an error of one cell of the row."""
        return Problem(code, RESULTS_TABLE, None, (*self.key, column), column, found, fields)


def check_row(
    row: TypedRow, key: ResultKey, line: ProtocolLine, expected: ExpectedSheet
) -> Iterator[Problem]:
    """Check one row whose paper is ``line``; the problems carry no row index yet.

    :raises KeyError: ``expected.states`` lacks the round of ``line``.
    """
    ruled = frozenset(seat for seat in LINES if (*key, seat) in expected.ruled)
    is_quick = expected.entry == "gyors"
    state = state_word(row.state)
    is_korpassz = state is RowState.KORPASSZ or (
        state is RowState.BLANK and expected.is_korpassz(row.achievements)
    )
    case = ProtocolCase(row, key, state, expected.states[key[0]], ruled, is_quick, is_korpassz)
    yield from _check_names(case, [expected.seats.get((key[0], key[2], seat), ()) for seat in LINES])
    yield from _check_starter(case, line.starter)
    for check in (_check_soloist, _check_state, _check_ft_cells, _check_blanks, _check_sum):
        yield from check(case)


def _check_names(case: ProtocolCase, allowed: Sequence[Sequence[str]]) -> Iterator[Problem]:
    """Compare the names with the seating in their order (VSZ 5); exchanged columns are told once, as such.

    A seat of which the seating says nothing is left alone: that is a fault of the seating, told there.
    """
    typed = [name_key(name) for name in case.row.names]
    right = [{name_key(name) for name in names} for names in allowed]
    exchanged = [
        seat for seat, name, names in zip(LINES, typed, right, strict=True) if names and name not in names
    ]
    sits_at = {name: seat for seat, names in zip(LINES, right, strict=True) for name in names}
    if exchanged and sorted(sits_at.get(name, "") for name in typed) == list(LINES):
        yield case.cell("names_exchanged", exchanged[0], case.row.names[0], seats=" ↔ ".join(exchanged))
        return
    for index, seat in enumerate(LINES):
        name, expected = tidy(case.row.names[index]), " / ".join(allowed[index])
        if not name and expected:
            yield case.cell("name_missing", seat, expected=expected)
        elif seat in exchanged:
            yield case.cell("name_wrong", seat, name, expected=expected)


def _check_starter(case: ProtocolCase, starter: str) -> Iterator[Problem]:
    typed = seat_letter(case.row.starter)
    if typed is None:
        yield case.cell("starter_missing", "starter", expected=starter)
    elif typed != starter:
        yield case.cell("starter_wrong", "starter", case.row.starter, expected=starter)


def _check_soloist(case: ProtocolCase) -> Iterator[Problem]:
    """Check that the soloist is a seat, stands where Ft stand, and does not stand at a körpassz."""
    soloist = seat_letter(case.row.soloist)
    if isinstance(soloist, Unreadable):
        yield case.cell("soloist_unknown", "soloist", soloist.found)
    elif soloist and case.is_korpassz:
        yield case.cell("korpassz_soloist", "soloist", soloist).as_warning
    elif soloist is None and _has_soloist(case):
        yield case.cell("soloist_missing", "soloist").as_warning


def _has_soloist(case: ProtocolCase) -> bool:
    """Tell whether a row must have a soloist: Ft stand there, nobody decided, and it was no körpassz."""
    is_plain = case.state is RowState.BLANK and not case.is_korpassz and not case.ruled
    return is_plain and bool(_numbers(case.row))


def _check_state(case: ProtocolCase) -> Iterator[Problem]:
    if isinstance(case.state, Unreadable):
        words = ", ".join(state.value for state in RowState if state.value)
        yield case.cell("state_unknown", "state", case.row.state, words=words)
    elif case.state is RowState.UNCLEAR:
        yield case.cell("row_unclear", "state", case.row.state)


def _check_ft_cells(case: ProtocolCase) -> Iterator[Problem]:
    """Check each Ft cell by itself: readable, R, V and N only where ruled, no number where nobody played."""
    for seat, column, cell in zip(LINES, FT_FIELDS, case.row.ft, strict=True):
        if isinstance(cell, Unreadable):
            yield case.cell(_FT_CODES[cell.misreading], column, cell.found)
        elif isinstance(cell, Letter):
            if not _may_hold(case, seat, cell):
                yield case.cell("letter_without_ruling", column, cell.value)
        elif cell is not None and case.state is RowState.NEM_JATSZOTT and seat not in case.ruled:
            yield case.cell("ft_not_played", column, cell)


def _may_hold(case: ProtocolCase, seat: str, letter: Letter) -> bool:
    """Tell whether R, V or N is allowed: with *bírói* or a ruling, N also with *nem játszott*."""
    if seat in case.ruled or case.state is RowState.RULED or isinstance(case.state, Unreadable):
        return True
    return letter is Letter.N and case.state is RowState.NEM_JATSZOTT


def _check_blanks(case: ProtocolCase) -> Iterator[Problem]:
    """Look for blank Ft: a whole row may wait until its round was played, half a row is always wrong."""
    is_whole = case.is_quick and case.row.is_quick
    if case.state not in {RowState.BLANK, RowState.KORPASSZ} or is_whole:
        return
    cells = zip(LINES, FT_FIELDS, case.row.ft, strict=True)
    blank = [column for seat, column, cell in cells if cell is None and seat not in case.ruled]
    if not blank:
        return
    if not case.row.is_touched:
        if case.round_state in {RoundState.PLAYED, RoundState.CLOSED}:
            yield case.cell(_UNTYPED, blank[0])
    elif len(blank) == len(FT_FIELDS):
        yield case.cell("ft_all_missing", blank[0])
    else:
        yield _half_row(case, blank)


def _half_row(case: ProtocolCase, blank: Sequence[str]) -> Problem:
    """Name the Ft that a row lacks, once for the row; where a quick entry was meant, why it is none."""
    columns = Fields(blank)
    if case.ruled and case.is_quick:
        return case.cell(RULED_QUICK, blank[0], columns=columns)
    soloist = seat_letter(case.row.soloist)
    typed = [column for column in FT_FIELDS if column not in blank]
    is_meant_quick = case.is_quick and isinstance(soloist, str) and tidy(case.row.achievements)
    if is_meant_quick and len(typed) == 1 and typed != [f"ft_{soloist}"]:
        return case.cell("quick_not_soloists", "soloist", soloist, typed=Fields(typed))
    return case.cell("ft_missing", blank[0], columns=columns)


def _check_sum(case: ProtocolCase) -> Iterator[Problem]:
    """Check that what one receives others pay: the three Ft sum to 0, unless the row was ruled."""
    numbers = _numbers(case.row)
    is_whole = len(numbers) == len(FT_FIELDS) and case.state in {RowState.BLANK, RowState.KORPASSZ}
    if is_whole and not case.ruled and (total := sum(numbers)):
        yield case.cell("sum_not_zero", FT_FIELDS[0], " / ".join(map(str, numbers)), total=total)


def _numbers(row: TypedRow) -> list[int]:
    return [cell for cell in row.ft if isinstance(cell, int)]


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
    cells = {"round": row.round, "deal": row.deal, "table": row.table}
    shown = tuple(cell.found if isinstance(cell, Unreadable) else cell for cell in cells.values())
    for column, cell in cells.items():
        place = (RESULTS_TABLE, None, (*shown, column), column)
        if cell is None:
            yield Problem("row_key_blank", *place)
        elif isinstance(cell, Unreadable):
            yield Problem("row_key_unreadable", *place, cell.found)


def _row_of_no_sheet(row: TypedRow, key: ResultKey, expected: ExpectedSheet) -> Problem:
    state = expected.states.get(key[0])
    if state is RoundState.PLANNED:
        code = "results_before_deal" if row.is_touched else "row_before_deal"
        return Problem(code, RESULTS_TABLE, key=key, fields=_where(key))
    if state is None:
        return Problem("row_of_no_round", RESULTS_TABLE, key=(*key, "round"), column="round", found=key[0])
    lines = [line for line in expected.lines if line.round == key[0]]
    if not lines:
        return Problem("row_before_seating", RESULTS_TABLE, key=key, fields=_where(key))
    deals, tables = max(line.deal for line in lines), max(line.table for line in lines)
    column = "deal" if not 1 <= key[1] <= deals else "table"
    found, most = (key[1], deals) if column == "deal" else (key[2], tables)
    return Problem("row_of_no_sheet", RESULTS_TABLE, None, (*key, column), column, found, {"most": most})


def _wrong_line(row: TypedRow, key: ResultKey, line: ProtocolLine) -> Iterator[Problem]:
    for column, cell, right in (("copy", row.copy, line.copy), ("line", row.line, line.line)):
        if cell != right:
            found = cell.found if isinstance(cell, Unreadable) else cell
            place = (RESULTS_TABLE, None, (*key, column), column)
            yield Problem("row_line_wrong", *place, found, {"expected": right})


def _papers_together(problems: Sequence[Problem], rows: Sequence[TypedRow]) -> Iterator[Problem]:
    """Give one problem for all rows of a paper of which nothing has been typed yet."""
    waiting: defaultdict[object, list[TypedRow]] = defaultdict(list)
    for problem in problems:
        if problem.code == _UNTYPED and problem.row is not None:
            waiting[_paper(rows[problem.row])].append(rows[problem.row])
    for problem in problems:
        if problem.code != _UNTYPED or problem.row is None:
            yield problem
            continue
        untyped = waiting.pop(_paper(rows[problem.row]), [])
        if len(untyped) == 1:
            yield problem
        elif untyped:
            first = untyped[0]
            tables = ", ".join(f"{row.table}." for row in untyped)
            fields = {"round": first.round, "deal": first.deal, "copy": first.copy, "tables": tables}
            yield replace(problem, code=_PAPER_UNTYPED, fields={**fields, "count": len(untyped)})


def _paper(row: TypedRow) -> object:
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
    return dict(zip(("round", "deal", "table"), key, strict=True))
