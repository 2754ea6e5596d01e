"""What scoring puts on the sheets: Pontok, Állás, Végeredmény, Fordulókép and their stamps."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from macros_py.actions.context import Context
from macros_py.actions.hall import Hall
from macros_py.actions.round_picture import write_picture
from macros_py.actions.scoring import Scoring
from macros_py.book.port import Book, CellValue
from macros_py.book.tables.entrants import licences
from macros_py.book.tables.facts import AWARDS_TABLE, OBJECTIONS, POSTED
from macros_py.book.tables.points import POINTS_TABLE, point_rows
from macros_py.book.tables.standings import award_rows, final_rows, standing_rows
from macros_py.rules.event import Position, Substitution
from macros_py.rules.masterpoints import award
from macros_py.words import say

NO_AWARDS: Mapping[Position, Fraction] = {}


def publish(
    context: Context, hall: Hall, scoring: Scoring, computed: Mapping[Position, Fraction] = NO_AWARDS
) -> None:
    """Write all computed sheets; ``computed`` are the positions' masterpoints once they are awarded."""
    book, decimals = context.book, context.rulebook.scoring.percentage_decimals
    places = {place.position: place for place in hall.places}
    labels = position_labels(hall)
    rounds = range(1, hall.event.rounds + 1)
    found = scoring.standings
    book.write_table(POINTS_TABLE, point_rows(scoring.scores, hall.lineup.player))
    book.write_table("tAllas", standing_rows(found, places, labels, rounds, decimals))
    book.write_table("tVegeredmeny", final_rows(found, places, labels, computed, decimals))
    for name in ("allas_jelleg", "vegeredmeny_jelleg"):
        book.write_value(name, " ".join([finality(hall), *clock_of_the_end(book, hall)]))
    write_picture(book, hall)


def publish_all(context: Context, hall: Hall, scoring: Scoring) -> None:
    """Publish, and with it the masterpoints anew where they have been awarded and the results are final.

    Whoever publishes over standings that hang on the wall is told that they are outdated (post_results
    does not come this way).
    """
    before = ranked(context.book)
    publish_with_awards(context, hall, scoring)
    if context.book.read_value(POSTED) and not hall.is_final and ranked(context.book) != before:
        context.say("done.posting_outdated")


def publish_with_awards(context: Context, hall: Hall, scoring: Scoring) -> None:
    """Publish, with the masterpoints if there are any."""
    if not (hall.is_final and context.book.read_table(AWARDS_TABLE)):
        publish(context, hall, scoring)
        return
    awards = award(scoring.standings, hall.lineup, scoring.results, context.rulebook.masterpoints)
    places = {place.position: place for place in hall.places}
    context.book.write_table(AWARDS_TABLE, award_rows(awards, places, licences(context.book)))
    publish(context, hall, scoring, {entry.position: entry.computed for entry in awards})


def finality(hall: Hall) -> str:
    """Say whether the results are final, and what is still open if they are not."""
    if hall.is_final:
        return say("standing.final")
    return say("standing.not_final", rounds=", ".join(f"{number}." for number in hall.progress.open))


def clock_of_the_end(book: Book, hall: Hall) -> list[str]:
    """Say when the results were posted, until when one may object, and when the last round was closed."""
    posted, until = book.read_value(POSTED), book.read_value(OBJECTIONS)
    if not (isinstance(posted, datetime) and isinstance(until, datetime)):
        return []
    said = [say("standing.posted", posted=clock(posted), until=clock(until))]
    closed = [entry.closed for entry in hall.rounds.values() if isinstance(entry.closed, datetime)]
    return [*said, say("standing.closed_at", closed=clock(max(closed)))] if hall.is_final and closed else said


def clock(moment: datetime) -> str:
    """Give hour and minute."""
    return f"{moment:%H:%M}"


def ranked(book: Book) -> list[tuple[CellValue, ...]]:
    """Give what of the published standing players compare: place, name, percentage."""
    return [(row["Helyezés"], row["Név"], row["Százalék"]) for row in book.read_table("tAllas")]


def position_labels(hall: Hall) -> dict[Position, str]:
    """Name every position: its player, and who came in for him from which deal on."""
    return {position: position_label(hall, position) for position in hall.lineup.positions}


def position_label(hall: Hall, position: Position) -> str:
    """Name one position: ``Nagy Pál (cs. Kis Jenő, 4. forduló 5. leosztástól)``."""
    first, *later = hall.lineup.stints(position)
    changes = [substitution_text(stint.name, change) for stint in later if (change := stint.substitution)]
    return f"{first.name} ({'; '.join(changes)})" if changes else first.name


def substitution_text(name: str, change: Substitution) -> str:
    """Say who came in and from when: a round, or a deal in the order in which the table plays them."""
    if change.from_deal is None:
        return say("standing.change_round", name=name, round=change.from_round)
    return say("standing.change", name=name, round=change.from_round, deal=change.from_deal)
