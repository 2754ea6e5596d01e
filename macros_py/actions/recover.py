"""recover: a working event on another machine, from its copies alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from macros_py.actions.context import Context, Options, Unlogged
from macros_py.actions.event_key import where_to_look
from macros_py.actions.proof import is_proven
from macros_py.actions.restore import put_back_event, verb_before
from macros_py.book.canonical import fixed_digests
from macros_py.book.history import CopyMoment, copied_event, stem_of
from macros_py.book.log_chain import LOG_TABLE, vouches_for_sheets
from macros_py.book.saving import EVENT_NAME
from macros_py.book.snapshots import Snapshot
from macros_py.book.tables.event import FINAL
from macros_py.book.tables.hall import read_rounds
from macros_py.cells import cell_name_key, read_text
from macros_py.rules.problems import Phrase, Problem
from macros_py.words import say


def recover(context: Context, options: Options) -> list[Problem]:
    """Fill a fresh workbook with the newest sound copy among the history; older ones stand in for damaged ones.

    Where copies of several events lie together, ``event`` has to say which. The key is in no copy: it has to be
    brought from where it was kept.
    """
    moments, question = _of_one_event(context, read_text(options.get("event")))
    if question:
        return [question]
    chosen = _choose_copy(context, moments)
    if chosen is None:
        return [Problem("recover_nothing", found=len(moments) or None)]
    if _has_later_final(context, chosen.copy):
        return [Problem("recover_final", found=f"{chosen.copy.taken:%Y. %m. %d. %H:%M:%S}")]
    put_back_event(context, chosen.copy, with_log=True)
    _tell_of(context, chosen)
    _tell_of_the_key(context)
    return []


@dataclass(frozen=True, slots=True)
class Chosen:
    """The copy that comes back; ``damaged`` newer ones cannot be read, ``is_changed`` is said of the newest."""

    moment: CopyMoment
    copy: Snapshot
    damaged: int
    is_changed: bool = False


def _choose_copy(context: Context, moments: Sequence[CopyMoment]) -> Chosen | None:
    """Choose the newest sound copy; of a final event the newest that is as some verb since the last closing left it.

    Where every copy since the closing was changed, the newest of them; None where none is sound.
    """
    damaged, changed = 0, None
    for moment in reversed(moments):
        copy = context.history.load(moment)
        if copy is None:
            damaged += 1
            continue
        log = copy.tables.get(LOG_TABLE, [])
        is_final = vouches_for_sheets(log)
        if is_final and not is_proven(log, fixed_digests(copy.book)):
            changed = changed or Chosen(moment, copy, damaged)
        elif changed is None or is_final:
            return Chosen(moment, copy, damaged, is_changed=changed is not None)
    return changed


def _tell_of(context: Context, chosen: Chosen) -> None:
    copy, moment = chosen.copy, chosen.moment
    before = say("done.recovered_before", label=verb_before(moment))
    after = say("done.recovered_after") if moment.is_state else before
    when = f"{copy.when:%Y. %m. %d. %H:%M:%S}"
    context.say("done.recovered", event=_copied_event_name(copy, moment), when=when, after=after)
    if chosen.damaged:
        context.say("done.recovered_damaged", count=chosen.damaged)
    if chosen.is_changed:
        context.say("done.recovered_changed")


def _of_one_event(context: Context, asked: str) -> tuple[list[CopyMoment], Problem | None]:
    """Give the copies of the event asked for, by a part of its identity, its name or its file's; of the only one.

    Else what has to be asked. Copies that tell of no event any more are damaged: they may be of any.
    """
    events: dict[str, list[CopyMoment]] = {}
    for moment in context.history.moments():
        events.setdefault(copied_event(moment.path), []).append(moment)
    nobodys = events.pop("", [])
    known = {event: _known_event(context, moments) for event, moments in events.items()}
    wanted = [event for event in events if not asked or _is_meant(asked, event, known[event])]
    if len(wanted) == 1 or not events:
        return sorted([*nobodys, *(events[wanted[0]] if wanted else [])]), None
    listed = tuple(
        Phrase(
            "done.recover_event",
            {"event": event, "name": one.name, "when": f"{one.when:%Y. %m. %d. %H:%M}"},
        )
        for event, one in known.items()
    )
    return [], Problem("recover_which", found=asked or None, fields={"events": listed})


@dataclass(frozen=True, slots=True)
class KnownEvent:
    """What a person knows an event by: its name, its file's, and when it was last at work."""

    name: str
    file: str
    when: datetime


def _known_event(context: Context, moments: Sequence[CopyMoment]) -> KnownEvent:
    file, when = stem_of(moments[-1].path), moments[-1].when
    copies = (context.history.load(moment) for moment in reversed(moments))
    name = next((_copied_event_name(copy, moments[-1]) for copy in copies if copy is not None), file)
    return KnownEvent(name, file, when)


def _is_meant(asked: str, event: str, known: KnownEvent) -> bool:
    names = {cell_name_key(known.name), cell_name_key(known.file)}
    return cell_name_key(asked) in names or event.startswith(asked.casefold())


def _has_later_final(context: Context, chosen: Snapshot) -> bool:
    """Tell whether the copy would open an event that another copy of it, with a longer log, shows as final (VSZ 5)."""
    if read_text(chosen.values.get(FINAL)):
        return False
    event, copies = chosen.values.get(EVENT_NAME), map(context.history.load, context.history.moments())
    same = (copy for copy in copies if copy is not None and copy.values.get(EVENT_NAME) == event)
    return any(read_text(copy.values.get(FINAL)) for copy in same)


def _copied_event_name(copy: Snapshot, moment: CopyMoment) -> str:
    return read_text(copy.values.get("verseny_nev")) or stem_of(moment.path)


def _tell_of_the_key(context: Context) -> None:
    """Say that the key has to be brought, if one was ever made and is not there."""
    rounds, _ = read_rounds(context.book)
    was_made = bool(read_text(context.book.read_value("kulcs_lenyomat")))
    was_used = any(entry.is_dealt_by_us for entry in rounds.values())
    if (was_made or was_used) and context.keys.read() is None:
        told = say("done.recovered_key", place=context.keys.place, look=where_to_look(context))
        context.book.tell(Unlogged(told))
