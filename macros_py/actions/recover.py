"""recover: a working event on another machine, from its copies alone."""

from __future__ import annotations

from macros_py.actions.context import Context, Options
from macros_py.actions.restore import label_of
from macros_py.actions.restoring import put_back
from macros_py.book.history import Moment, stem_of
from macros_py.book.snapshots import Snapshot
from macros_py.book.stamps import EVENT_NAME
from macros_py.book.tables import facts
from macros_py.book.tables.rounds import read_rounds
from macros_py.cells import read_text
from macros_py.rules.problems import Problem
from macros_py.words import say


def recover(context: Context, options: Options) -> list[Problem]:
    """Fill a fresh workbook with the newest sound copy among the history; older ones stand in for damaged ones.

    The key is in no copy: it has to be brought from where it was kept.
    """
    damaged = 0
    for moment in reversed(context.history.moments()):
        copy = context.history.load(moment)
        if copy is None:
            damaged += 1
            continue
        if has_later_final(context, copy):
            return [Problem("recover_final", found=f"{copy.taken:%Y. %m. %d. %H:%M:%S}")]
        put_back(context, copy, with_log=True)
        when = f"{copy.when:%Y. %m. %d. %H:%M:%S}"
        after = (
            say("done.recovered_after")
            if moment.is_state
            else say("done.recovered_before", label=label_of(moment))
        )
        context.book.tell(say("done.recovered", event=name_of(copy, moment), when=when, after=after))
        names = sorted({stem_of(one.path) for one in context.history.moments()})
        if len(names) > 1:
            context.book.tell(say("done.recovered_among", names=", ".join(names)))
        if damaged:
            context.book.tell(say("done.recovered_damaged", count=damaged))
        tell_of_the_key(context)
        return []
    return [Problem("recover_nothing", found=damaged or None)]


def has_later_final(context: Context, chosen: Snapshot) -> bool:
    """Tell whether the copy would open an event that another copy of it, with a longer log, shows as final (VSZ 5)."""
    if read_text(chosen.values.get(facts.FINAL)):
        return False
    event = chosen.values.get(EVENT_NAME)
    for moment in context.history.moments():
        copy = context.history.load(moment)
        if (
            copy is not None
            and copy.values.get(EVENT_NAME) == event
            and read_text(copy.values.get(facts.FINAL))
        ):
            return True
    return False


def name_of(copy: Snapshot, moment: Moment) -> str:
    """Name the event, by its file while it has no name of its own."""
    return read_text(copy.values.get("verseny_nev")) or stem_of(moment.path)


def tell_of_the_key(context: Context) -> None:
    """Say that the key has to be brought, if one was ever made and is not there."""
    rounds, _ = read_rounds(context.book)
    was_made = bool(read_text(context.book.read_value("kulcs_lenyomat")))
    was_used = any(entry.is_dealt_by_us for entry in rounds.values())
    if (was_made or was_used) and context.keys.read() is None:
        context.book.tell(say("done.recovered_key", place=context.keys.place))
