"""A field that changed after the draw: who is gone, who is new, who sits elsewhere, which deals need more copies."""

from __future__ import annotations

from collections.abc import Sequence

from macros_py.actions.context import Context
from macros_py.actions.journal import write_entry
from macros_py.book.tables.event_values import read_event
from macros_py.book.tables.rounds import read_rounds
from macros_py.cells import cell_name_key
from macros_py.rules.circulation import hall_sections
from macros_py.rules.event import Place, RoundState
from macros_py.words import say


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
    for place in moved:
        write_entry(
            context,
            say("done.lines_changed_label"),
            place.name,
            shown_position(old[cell_name_key(place.name)]),
            shown_position(place),
        )
    write_entry(context, say("done.lines_changed_label"), sentence)
    context.book.tell(sentence)
    tell_copies(context, len(before) // 3, len(after) // 3)
    context.say("done.lines_again")


def shown_position(place: Place) -> str:
    """Write a position: ``A3``."""
    return f"{place.position.line}{place.position.table}"


def tell_copies(context: Context, old_tables: int, new_tables: int) -> None:
    """Say if the rounds dealt already need another number of copies of each deal."""
    deals = read_event(context.book)[0].deals
    rounds, _ = read_rounds(context.book)
    is_dealt = any(entry.state is not RoundState.PLANNED for entry in rounds.values())
    if is_dealt and deals and old_tables and new_tables:
        before, after = len(hall_sections(old_tables, deals)), len(hall_sections(new_tables, deals))
        if before != after:
            context.say("done.copies_changed", new=new_tables, copies=after, old_copies=before)
