"""tAllas, tVegeredmeny, tMesterpontok: the ranking, and what it earns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from macros_py.book.port import CellValue, Row
from macros_py.book.tables.reading import amount
from macros_py.cells import cell_name_key
from macros_py.rules.event import Place, Position
from macros_py.rules.masterpoints import Award
from macros_py.rules.ranking import Standing, rounded

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
