"""What is typed of the play, and what is computed from it.

tEredmenyek: one row for each line of each deal's protocol. tDontesek: the referee's rulings. tOvasok: what players
objected to, and what was decided (VSZ 5). tCserek: who came in for whom, from which deal on. tAllas, tVegeredmeny,
tMesterpontok: the ranking, and what it earns. tPontok: what every position got on every deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from fractions import Fraction

from macros_py.book.port import Book, CellValue, Row
from macros_py.book.tables.reading import RowReader, amount, fields_of
from macros_py.cells import cell_name_key, ft_cell, read_text, read_whole, read_yes_no
from macros_py.rules.hall.event import LINES, Place, Position, ProtocolLine, Status, Substitution
from macros_py.rules.hall.lineup import SUBSTITUTIONS_TABLE
from macros_py.rules.problems import Problem, Unreadable
from macros_py.rules.results.masterpoints import Award
from macros_py.rules.results.protocol import FT_FIELDS, RESULTS_TABLE
from macros_py.rules.results.ranking import Standing, rounded
from macros_py.rules.results.rulings import RULINGS_TABLE, Ruling
from macros_py.rules.results.scoring import Score, status_of
from macros_py.rules.results.typed_results import Letter, TypedRow
from macros_py.words import FIELD_HEADINGS

COLUMNS = FIELD_HEADINGS[RESULTS_TABLE]
ROUND, DEAL, _ = KEY = COLUMNS["round"], COLUMNS["deal"], COLUMNS["table"]
SOLOIST, ACHIEVEMENTS, STATE, NOTE = (COLUMNS[one] for one in ("soloist", "achievements", "state", "note"))
FT_HEADINGS = tuple(COLUMNS[field] for field in FT_FIELDS)
RESULT = (SOLOIST, ACHIEVEMENTS, *FT_HEADINGS, STATE)
"""What is typed of a result."""
REMARKS_HEADING = "Ellenőrzés"
RULED_HEADING = "Döntés"
"""What was ruled about a row's players, as Döntések says: ``A: vétlen``."""
TYPED = (*RESULT, RULED_HEADING, REMARKS_HEADING, NOTE)
_PAPER = ("round", "deal", "copy", "line", "table", "starter")
"""The fields that a row has of its paper."""


def read_typed_rows(book: Book) -> list[TypedRow]:
    """Give every row as it was typed, in the order they stand; what is unreadable is kept as such."""
    return [typed_row(cells) for cells in book.read_table(RESULTS_TABLE)]


def typed_row(cells: Row) -> TypedRow:
    """Read one row."""
    one = fields_of(RESULTS_TABLE, cells)
    return TypedRow(
        round=read_whole(one["round"]),
        deal=read_whole(one["deal"]),
        copy=read_whole(one["copy"]),
        line=read_whole(one["line"]),
        table=read_whole(one["table"]),
        names=(read_text(one["A"]), read_text(one["B"]), read_text(one["C"])),
        starter=read_text(one["starter"]),
        soloist=read_text(one["soloist"]),
        achievements=read_text(one["achievements"]),
        ft=(ft_cell(one["ft_A"]), ft_cell(one["ft_B"]), ft_cell(one["ft_C"])),
        state=read_text(one["state"]),
        note=read_text(one["note"]),
    )


def plain_ft(cells: Row) -> Row:
    """Give the Ft cells of a row whose text is a number or a letter (``"−1"``, ``"2 Ft"``), as what it says."""
    read = {name: (cells[name], ft_cell(cells[name])) for name in FT_HEADINGS}
    return {
        name: found.value if isinstance(found, Letter) else found
        for name, (cell, found) in read.items()
        if isinstance(cell, str) and isinstance(found, int | Letter) and cell != getattr(found, "value", None)
    }


def blank_row(line: ProtocolLine, names: Sequence[str]) -> Row:
    """Make the pre-filled row of one line of a protocol; ``names`` are those at the table, A, B, C."""
    place: Row = {COLUMNS[field]: getattr(line, field) for field in _PAPER}
    return place | dict(zip(LINES, names, strict=True)) | dict.fromkeys(TYPED)


def read_rulings(book: Book) -> tuple[list[Ruling], list[Problem]]:
    """Give the rulings in the order they stand; a row with an unreadable cell is reported and left out."""
    problems: list[Problem] = []
    rulings = []
    for row, cells in enumerate(book.read_table(RULINGS_TABLE)):
        reader = RowReader(problems, RULINGS_TABLE, row, cells, ("number",))
        before, withdrawn = len(problems), read_yes_no(reader.cell("withdrawal"))
        ruling = Ruling(
            number=reader.whole("number"),
            kind=reader.text("kind"),
            round=reader.whole("round"),
            deal=reader.whole("deal"),
            table=reader.whole("table"),
            name=reader.text("name"),
            amount=reader.decimal("amount"),
            unit=reader.text("unit"),
            is_withdrawn=None if isinstance(withdrawn, Unreadable) else bool(withdrawn),
            row=row,
            moment=moment if isinstance(moment := reader.cell("moment"), datetime | time) else None,
            withdrawal=reader.text("withdrawal"),
        )
        if len(problems) == before:
            rulings.append(ruling)
    return rulings, problems


PROTESTS_TABLE = "tOvasok"
_PROTEST_HEADINGS = ("Sorszám", "Ki", "Mire", "Döntés")


@dataclass(frozen=True, slots=True)
class Protest:
    """One objection: its number as typed, who made it, against what, what was decided; ``row`` is 0-based."""

    row: int
    number: str
    by: str
    about: str
    decision: str

    @property
    def is_open(self) -> bool:
        """Tell whether nobody has decided it yet."""
        return not self.decision


def read_protests(book: Book) -> list[Protest]:
    """Give the protests in the order they stand; a row without a number is known by its place from 1."""
    rows = [[read_text(row[one]) for one in _PROTEST_HEADINGS] for row in book.read_table(PROTESTS_TABLE)]
    return [Protest(row, number or str(row + 1), *rest) for row, (number, *rest) in enumerate(rows)]


def read_substitutions(book: Book) -> tuple[list[Substitution], list[Problem]]:
    """Give the substitutions in the order they stand; a row with a blank or unreadable cell is reported.

    Only the deal may be blank: the whole round.
    """
    problems: list[Problem] = []
    found = []
    for row, cells in enumerate(book.read_table(SUBSTITUTIONS_TABLE)):
        reader = RowReader(problems, SUBSTITUTIONS_TABLE, row, cells, ("line", "table"))
        before = len(problems)
        line, table, number = reader.choice("line", LINES), reader.whole("table"), reader.whole("from_round")
        outgoing, incoming, deal = reader.text("outgoing"), reader.text("incoming"), reader.whole("from_deal")
        is_readable = len(problems) == before
        needed = {"line": line, "table": table, "from_round": number}
        needed |= {"outgoing": outgoing, "incoming": incoming}
        for field, value in needed.items():
            if not value and is_readable:
                reader.report("cell_blank", field, None)
        if line and table and number and len(problems) == before:
            position = Position(line, table)
            reason = reader.text("reason")
            found.append(Substitution(position, outgoing, incoming, number, deal, reason, row))
    return found, problems


PlacesByPosition = Mapping[Position, Place]
Labels = Mapping[Position, str]


def percent(fraction: Fraction | None, decimals: int) -> CellValue:
    """Give a fraction (1 = 100 %) as a cell holds it: percent, rounded half up from the exact fraction."""
    return None if fraction is None else float(rounded(fraction, decimals))


def common_cells(standing: Standing, places: PlacesByPosition, labels: Labels, decimals: int) -> Row:
    """Give the cells that Állás and Végeredmény share."""
    return {
        "Helyezés": standing.place,
        "Név": labels[standing.position],
        "Egyesület": places[standing.position].club or None,
        "Vonal": standing.position.line,
        "Pont": amount(standing.points),
        "Elérhető pont": amount(standing.available),
        "Százalék": percent(standing.percentage, decimals),
        "Ft": standing.ft,
    }


def standing_rows(
    ranked: Iterable[Standing], places: PlacesByPosition, labels: Labels, rounds: Sequence[int], decimals: int
) -> list[Row]:
    """Put the standings into rows of tAllas, one percentage for each of ``rounds``."""
    return [
        common_cells(standing, places, labels, decimals)
        | {"Hiányzó eredmény": standing.missing}
        | {f"{number}. forduló %": percent(standing.by_round.get(number), decimals) for number in rounds}
        for standing in ranked
    ]


def final_rows(
    ranked: Iterable[Standing],
    places: PlacesByPosition,
    labels: Labels,
    computed: Mapping[Position, Fraction],
    decimals: int,
) -> list[Row]:
    """Put the standings into rows of tVegeredmeny; ``computed`` are the positions' masterpoints, if awarded."""
    return [
        common_cells(standing, places, labels, decimals)
        | {"Lejátszott leosztás": standing.played, "Mesterpont": amount(computed.get(standing.position))}
        for standing in ranked
    ]


def award_rows(
    awards: Iterable[Award], places: PlacesByPosition, licences: Mapping[str, tuple[str, str]]
) -> list[Row]:
    """Put the masterpoints into rows, one a person and position; ``licences``: name key → licence, club.

    Of a substitute who is not on the entry list no club is known: it is not that of the one he replaced.
    """
    rows = []
    for award in awards:
        place = places[award.position]
        own = place.club if cell_name_key(place.name) == cell_name_key(award.person) else ""
        licence, club = licences.get(cell_name_key(award.person), ("", ""))
        rows.append(
            {
                "Név": award.person,
                "Versenyengedély száma": licence or None,
                "Egyesület": club or own or None,
                "Vonal": award.position.line,
                "Induló asztal": award.position.table,
                "Helyezés": award.place,
                "Lejátszott leosztás": award.played,
                "Összes leosztás": award.total,
                "Számított": amount(award.computed),
                "Hányad": amount(award.share),
                "Mesterpont": amount(award.masterpoints),
            }
        )
    return rows


POINTS_TABLE = "tPontok"
_POINT_KEY = ("Forduló", "Leosztás", "Vonal", "Asztal")
FixedKey = tuple[int, int, str, int]
"""Round, deal, line, table."""


def point_rows(scores: Iterable[Score], player: Callable[[Position, int, int], str]) -> list[Row]:
    """Put the scores into rows, by round, deal, line and table; ``player`` names who sat there."""
    return [
        {
            **dict(zip(_POINT_KEY, fixed_key(score), strict=True)),
            "Név": player(score.result.position, score.result.round, score.result.deal),
            "Ft": score.result.ft,
            "Pont": amount(score.points),
            "Elérhető pont": amount(score.available),
            "Állapot": status_of(score.result).value or None,
        }
        for score in sorted(scores, key=fixed_key)
    ]


def fixed_key(score: Score) -> FixedKey:
    """Give what names a score: round, deal, line, table."""
    result = score.result
    return result.round, result.deal, result.position.line, result.table


def fixed_text(ft: int | None, status: Status) -> str:
    """Put a result into the words that two results are compared by: ``-4``, ``vétlen``, ``8 (renonsz)``."""
    number = "" if ft is None else str(ft)
    if not status.value:
        return number
    return f"{number} ({status.value})" if number else status.value


def read_fixed(book: Book) -> dict[FixedKey, str]:
    """Give the results as they were last scored, by round, deal, line and table."""
    statuses = {status.value: status for status in Status}
    fixed = {}
    for row in book.read_table(POINTS_TABLE):
        number, deal, table = (read_whole(row[heading]) for heading in ("Forduló", "Leosztás", "Asztal"))
        if isinstance(number, int) and isinstance(deal, int) and isinstance(table, int):
            ft, status = read_whole(row["Ft"]), statuses.get(read_text(row["Állapot"]), Status.PLAYED)
            text = fixed_text(ft if isinstance(ft, int) else None, status)
            fixed[number, deal, read_text(row["Vonal"]), table] = text
    return fixed
