"""The draw of lines and starting tables: from key, players and rules alone, so that it can be verified.

What was drawn stands in the log. Against it swaps by hand are found and logged one by one, and what a late change of
the field changed: who is gone, who is new, who sits elsewhere, which deals need more copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from macros_py.actions.context import Context, write_entry
from macros_py.book.log_chain import LOG_TABLE
from macros_py.book.port import Book
from macros_py.book.tables.event import LogRow, labelled_rows, read_event
from macros_py.book.tables.hall import place_row, read_entrants, read_rounds
from macros_py.cells import cell_name_key
from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.circulation import hall_sections
from macros_py.rules.hall.evening import even_tables
from macros_py.rules.hall.event import Entrant, Place, Position, RoundState
from macros_py.rules.hall.lines import FIXED_LINE, draw_lines
from macros_py.rules.hall.movement import best_plan
from macros_py.rules.hall.people import LINES_TABLE
from macros_py.rules.rulebook import Rulebook
from macros_py.words import say

_LINES_PURPOSE, _TABLES_PURPOSE = "vonalak", "induló asztalok"
_EVENED = "kiegyenlitett"


def drawn_places(key: bytes, players: Sequence[Entrant], rounds: int, rulebook: Rulebook) -> list[Place]:
    """Draw lines and tables, and even the tables out over the plan of so many rounds where the rules say so.

    The same key, players, rounds and rules give the same places.

    :raises ImpossibleLines: the players make no three equal lines, or their fixed tables contradict each other.
    """
    places = draw_lines(players, rulebook.lines_method, Stream(key, _LINES_PURPOSE))
    if rulebook.tables_method != _EVENED or not rounds:
        return places
    plan = best_plan(len(places) // 3, rounds)
    fixed = {Position(FIXED_LINE, player.fixed_table) for player in players if player.fixed_table}
    stream = Stream(key, _TABLES_PURPOSE)
    return even_tables(places, plan.seatings, fixed, stream, rulebook.evening_starts)


_LINE_SEPARATOR = " | "
_BAR, _BROKEN_BAR = "|", "¦"
"""A bar in a name is written broken, so that it parts nothing."""
_LARGEST_CELL = 32_000
"""A cell holds 32,767 characters."""
_LONGEST_POSITION = len("A100 ")


def drawn_text(places: Sequence[Place]) -> str:
    """Write an assignment as one text of the log: ``A1 Nagy Pál | A2 …``, by position.

    Where it would not fit into a cell, every name is cut to the same length, so that no position is lost.
    """
    room = _LARGEST_CELL // max(len(places), 1) - len(_LINE_SEPARATOR) - _LONGEST_POSITION
    return _LINE_SEPARATOR.join(
        f"{_shown_position(place)} {place.name.replace(_BAR, _BROKEN_BAR)[:room].rstrip()}"
        for place in sorted(places, key=lambda place: place.position)
    )


def last_drawn(book: Book) -> str:
    """Give the assignment last drawn or accepted, as the log holds it; empty if there was none."""
    return next((row.new for row in reversed(_logged_draws(book))), "")


def is_accepted(book: Book) -> bool:
    """Tell whether the assignment last logged was swapped by hand, and not drawn as it stands."""
    return any(row.label == say("done.lines_accepted") for row in _logged_draws(book)[-1:])


def _logged_draws(book: Book) -> list[LogRow]:
    return labelled_rows(book.read_table(LOG_TABLE), say("done.lines_drawn"), say("done.lines_accepted"))


def accept_swaps(context: Context, places: Sequence[Place]) -> int:
    """Log every position whose player is not the one last drawn or accepted; give how many there are.

    Who swapped only the names gets each player's own club and masterpoints beside them.
    """
    _write_own_data(context.book, places)
    old_text, new_text = last_drawn(context.book), drawn_text(places)
    if old_text == new_text:
        return 0
    old = dict(entry.split(" ", 1) for entry in old_text.split(_LINE_SEPARATOR) if " " in entry)
    new = dict(entry.split(" ", 1) for entry in new_text.split(_LINE_SEPARATOR))
    swapped = [position for position in new if old.get(position) != new[position]]
    for position in swapped:
        details = say("done.line_swapped", position=position)
        write_entry(context, say("done.line_swap"), details, old.get(position), new[position])
    write_entry(context, say("done.lines_accepted"), say("done.lines_accepted_details"), old_text, new_text)
    return len(swapped)


def _write_own_data(book: Book, places: Sequence[Place]) -> None:
    """Write each player's club and masterpoints from the entry list beside the name, where others stand."""
    entrants = {cell_name_key(entrant.name): entrant for entrant in read_entrants(book)[0]}
    own = [
        replace(place, club=entrant.club, masterpoints=entrant.masterpoints)
        if (entrant := entrants.get(cell_name_key(place.name)))
        else place
        for place in places
    ]
    if own != list(places):
        book.write_table(LINES_TABLE, [place_row(place) for place in own])


def rename_drawn(context: Context, old: str, new: str) -> None:
    """Let the log go on from an assignment with the new name in it; what it says of the past stays."""
    old_text = last_drawn(context.book)
    key, new = cell_name_key(old.replace(_BAR, _BROKEN_BAR)), new.replace(_BAR, _BROKEN_BAR)
    entries = (entry.partition(" ") for entry in old_text.split(_LINE_SEPARATOR))
    renamed = _LINE_SEPARATOR.join(
        f"{position}{blank}{new if cell_name_key(name) == key else name}" for position, blank, name in entries
    )
    if renamed != old_text:
        label = say("done.lines_accepted") if is_accepted(context.book) else say("done.lines_drawn")
        write_entry(context, label, say("done.drawn_renamed"), old_text, renamed)


def tell_changes(context: Context, before: Sequence[Place], after: Sequence[Place]) -> None:
    """Tell and log what the new draw changed; deals that are dealt stay, perhaps with another number of copies."""
    old = {cell_name_key(place.name): place for place in before}
    new = {cell_name_key(place.name): place for place in after}
    left = [place.name for key, place in old.items() if key not in new]
    joined = [place.name for key, place in new.items() if key not in old]
    moved = [place for key, place in new.items() if key in old and old[key].position != place.position]
    nobody = say("done.lines_nobody")
    fields = {"left": ", ".join(left) or nobody, "joined": ", ".join(joined) or nobody}
    sentence = say("done.lines_changed", moved=len(moved), **fields)
    label = say("done.lines_changed_label")
    for place in moved:
        was = old[cell_name_key(place.name)]
        write_entry(context, label, place.name, _shown_position(was), _shown_position(place))
    write_entry(context, label, sentence)
    context.book.tell(sentence)
    _tell_copies(context, len(before) // 3, len(after) // 3)
    context.say("done.lines_again")


def _shown_position(place: Place) -> str:
    return f"{place.position.line}{place.position.table}"


def _tell_copies(context: Context, old_tables: int, new_tables: int) -> None:
    deals = read_event(context.book)[0].deals
    rounds, _ = read_rounds(context.book)
    is_dealt = any(entry.state is not RoundState.PLANNED for entry in rounds.values())
    if is_dealt and deals and old_tables and new_tables:
        before, after = len(hall_sections(old_tables, deals)), len(hall_sections(new_tables, deals))
        if before != after:
            context.say("done.copies_changed", new=new_tables, copies=after, old_copies=before)
