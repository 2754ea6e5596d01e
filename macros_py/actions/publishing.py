"""What scoring puts on the sheets: Pontok, Állás, Végeredmény, Fordulókép and their stamps."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from macros_py.actions.context import Context
from macros_py.actions.hall import Hall
from macros_py.actions.round_picture import write_picture
from macros_py.actions.scoring import Scoring
from macros_py.book.tables import points, standings
from macros_py.book.tables.entrants import licences
from macros_py.rules.event import Position
from macros_py.rules.masterpoints import award
from macros_py.words import say

AWARDS = "tMesterpontok"
NOTHING: Mapping[Position, Fraction] = {}


def publish(
    context: Context, hall: Hall, scoring: Scoring, computed: Mapping[Position, Fraction] = NOTHING
) -> None:
    """Write all computed sheets; ``computed`` are the positions' masterpoints once they are awarded."""
    book, decimals = context.book, context.rulebook.scoring.percentage_decimals
    places = {place.position: place for place in hall.places}
    labels = position_labels(hall)
    rounds = range(1, hall.event.rounds + 1)
    ranked = scoring.standings
    book.write_table(points.TABLE, points.point_rows(scoring.scores, hall.lineup.player))
    book.write_table("tAllas", standings.standing_rows(ranked, places, labels, rounds, decimals))
    book.write_table("tVegeredmeny", standings.final_rows(ranked, places, labels, computed, decimals))
    for name in ("allas_jelleg", "vegeredmeny_jelleg"):
        book.write_value(name, finality(hall))
    write_picture(book, hall)


def publish_all(context: Context, hall: Hall, scoring: Scoring) -> None:
    """Publish, and with it the masterpoints anew where they have been awarded and the results are final."""
    if not (hall.is_final and context.book.read_table(AWARDS)):
        publish(context, hall, scoring)
        return
    awards = award(scoring.standings, hall.lineup, scoring.results, context.rulebook.masterpoints)
    places = {place.position: place for place in hall.places}
    context.book.write_table(AWARDS, standings.award_rows(awards, places, licences(context.book)))
    publish(context, hall, scoring, {entry.position: entry.computed for entry in awards})


def finality(hall: Hall) -> str:
    """Say whether the results are final, and what is still open if they are not."""
    if hall.is_final:
        return say("standing.final")
    return say("standing.not_final", rounds=", ".join(f"{number}." for number in hall.open_rounds))


def position_labels(hall: Hall) -> dict[Position, str]:
    """Name every position: its player, and who came in for him from which deal on."""
    return {position: position_label(hall, position) for position in hall.lineup.positions}


def position_label(hall: Hall, position: Position) -> str:
    """Name one position: ``Nagy Pál (cs. Kis Jenő, 4. forduló 5. leosztástól)``."""
    first, *later = hall.lineup.stints(position)
    changes = [
        say("standing.change", name=stint.name, round=change.from_round, deal=change.from_deal)
        for stint in later
        if (change := stint.substitution)
    ]
    return f"{first.name} ({'; '.join(changes)})" if changes else first.name
