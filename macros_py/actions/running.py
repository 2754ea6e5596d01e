"""How every verb runs on a workbook: staged, all or nothing, copied before, logged.

And what happened to the workbook between two verbs: changed by hand, cut off in the middle, or an older copy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module

from macros_py.actions.choose_rules import RulesInForce, difference_sentence, rules_in_force, undecided_rules
from macros_py.actions.close_protocols import changed_protocols
from macros_py.actions.context import Action, Context, Options, Unlogged, entry_row, report_problems
from macros_py.actions.proof import (
    CHAIN_END,
    is_closed_finally,
    is_older,
    is_own,
    link,
    log_faults,
    stands_proven,
    tampering,
)
from macros_py.actions.start_page import refresh_overview
from macros_py.book.canonical import digest, event_text, fixed_digests
from macros_py.book.copies import Change, changes
from macros_py.book.held import StagedBook
from macros_py.book.log_chain import LOG_TABLE, is_continuation, last_fingerprint
from macros_py.book.port import Book, CellValue, Row
from macros_py.book.saving import EVENT_NAME
from macros_py.book.snapshots import Snapshot
from macros_py.book.tables.event import RECORD_WRITTEN, has_record, stands
from macros_py.book.tables.rules import RULES_TABLE, completed_rules
from macros_py.cells import read_text
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.verbs import Verb, verbs
from macros_py.words import say

TakeSnapshot = Callable[[Book, str], object]
_STEPS = 3
"""What the progress counts: worked out, written, saved."""


def action_of(verb_id: str) -> Action:
    """Give the action that carries the verb's name."""
    action: Action = getattr(import_module(f"macros_py.actions.{verb_id}"), verb_id)
    return action


def run(
    verb: Verb, context: Context, options: Options, snapshot: TakeSnapshot, noticed: Sequence[Row] = ()
) -> list[Problem]:
    """Run one verb on the context's book and save.

    The action works on a staged book. If it returns an error, only its remarks, tHibak and tNaplo reach the
    workbook (nothing at all for a verb that makes a new file); otherwise everything does. ``snapshot`` is called
    with the unchanged book before the first write of a verb that is not refused; ``noticed`` are rows for the log,
    about what happened before the verb. With the option ``dry_run`` nothing is written at all: the sentences and
    problems are those that the verb would have had.
    """
    staged = StagedBook(context.book)
    if is_older(context.book) and (known := staged.read_table(RULES_TABLE)):
        staged.write_table(RULES_TABLE, completed_rules(known, context.edition))
    rules = rules_in_force(staged, context.edition)
    changed = tampering(context) or changed_protocols(context.book, rules.edition.rulebook)
    inner = replace(context, book=staged, edition=rules.edition, tampering=tuple(changed))
    context.book.progress(0, _STEPS)
    if rules.undecided and not verb.needs_rules and not verb.decides_rules:
        context.book.tell(difference_sentence(rules.undecided))
    in_the_way = _obstacles(verb, inner, options, rules)
    problems = in_the_way or _act(verb, inner, options)
    is_refused = has_errors(problems)
    if options.get("dry_run"):
        for sentence in (*(() if is_refused else staged.told), say("done.dry_run")):
            context.book.tell(sentence)
        return problems
    if is_refused and verb.file != "open":
        return problems
    is_true = not is_refused and _vouches(verb, inner)
    if is_refused:
        _throw_away(verb, staged, problems)
    else:
        _finish(inner, is_true)
    entry = entry_row(inner, verb.label, _log_summary(() if is_refused else staged.told, problems))
    link(context, staged, [*noticed, entry], vouches=is_true)
    if verb.shows_head and not is_refused:
        inner.say("done.log_head", head=read_text(staged.read_value(CHAIN_END)))
    report_problems(staged, problems, "" if in_the_way else verb.checks, options.get("round", ()))
    context.book.progress(1, _STEPS)
    if not is_refused and not _only_lists(verb, options):  # else there is nothing that could be undone
        snapshot(context.book, verb.id)
    staged.commit()
    context.book.progress(2, _STEPS)
    context.book.save()
    for sentence in staged.told:
        context.book.tell(sentence)
    return problems


def _obstacles(verb: Verb, context: Context, options: Options, rules: RulesInForce) -> list[Problem]:
    """Say why a verb is not even begun: nobody has decided by which rules, or fixed results are other ones now.

    What publishes is refused over changed results; what corrects may go on where the change is the very one that
    it is about (VSZ 5).
    """
    changed = [one for one in context.tampering if not (verb.corrects and is_own(one, options))]
    if changed and (verb.publishes or (verb.corrects and not verb.puts_back)):
        return changed
    return undecided_rules(rules.undecided) if verb.needs_rules else []


def _act(verb: Verb, context: Context, options: Options) -> list[Problem]:
    """Do the action on the staged book; one that corrects nothing may not change what is fixed either (VSZ 5)."""
    fixed = fixed_digests(context.book) if is_closed_finally(context.book) and not verb.corrects else {}
    problems = action_of(verb.id)(context, options)
    if verb.corrects or has_errors(problems):
        return problems
    if fixed and (now := fixed_digests(context.book)) != fixed:
        sheet = next(name for name in now if now[name] != fixed.get(name))
        return [*problems, Problem("final_verb", key=(sheet,), found=sheet, fields={"label": verb.label})]
    before = {one.key for one in context.tampering}
    changed = changed_protocols(context.book, context.rulebook)
    if rewritten := [one for one in changed if one.key not in before]:
        return [replace(rewritten[0], code="protocols_verb", fields={"label": verb.label})]
    return problems


def _throw_away(verb: Verb, staged: StagedBook, problems: Sequence[Problem]) -> None:
    staged.discard(keep=())
    staged.told.clear()
    errors = sum(problem.degree is Degree.ERROR for problem in problems)
    staged.tell(say("run.refused", label=verb.label, errors=errors))


def _finish(context: Context, is_true: bool) -> None:
    """Bring the start page up to date, and say that the record must be written again if the event is another one."""
    if is_true and stands(context.book, RECORD_WRITTEN) and not has_record(context.book):
        context.book.write_value(RECORD_WRITTEN, None)
        context.say("done.corrected_record")
    refresh_overview(context)


def _only_lists(verb: Verb, options: Options) -> bool:
    """Tell whether a verb was asked what copies there are, and puts nothing back; their numbers stay as listed."""
    return bool(verb.lists_without) and verb.lists_without not in options


def _vouches(verb: Verb, context: Context) -> bool:
    """Tell whether the event as a verb that was not refused leaves it is true from now on.

    Whatever was put back, and what stands where nothing was, must be as some verb since the last closing left it.
    """
    if verb.puts_back:
        return stands_proven(context.book)
    return verb.corrects or not context.tampering


def _log_summary(told: Sequence[str], problems: Sequence[Problem]) -> str:
    counts = [
        say("run.count", count=count, degree=degree.value)
        for degree in Degree
        if (count := sum(problem.degree is degree for problem in problems))
    ]
    logged = [sentence for sentence in told if not isinstance(sentence, Unlogged)]
    return " ".join([*logged, *([", ".join(counts) + "."] if counts else [])])


_NAMED_FOLDERS = frozenset({"masolat_hely", "kulcs_masolat"})
_MOST_LOGGED = 100
"""Changed cells that the log lists one by one; the rest is counted."""
_UNNOTICED = frozenset({"tHibak", LOG_TABLE})
"""What the referee puts his name to is no change of the event; the log speaks for itself, by its chain."""


def notice(context: Context, state: Snapshot | None) -> list[Row]:
    """Say what happened since ``state``, the copy taken after the last verb; give the rows for the log.

    The log tells how far both are: every verb adds to it. A workbook that is further finished a verb but could not
    copy itself; one that is behind is an older file. Between equals, a snapshot younger than the state is a verb
    that began and never ended. Typing is what referees do: filled cells are counted, overwritten ones and those on
    the program's own sheets are listed with the old and the new value. Where no copy is left, the log's own
    fingerprint tells whether anything changed, though not what it was.
    """
    rows = _faulty_rows(context)
    if state is not None and state.values.get(EVENT_NAME) == context.book.read_value(EVENT_NAME):
        return rows + _since(context, state)
    is_begun = last_fingerprint(context.book.read_table(LOG_TABLE)) is not None
    return rows + _by_fingerprint(context, "notice.no_copy_same") if is_begun else rows


def _faulty_rows(context: Context) -> list[Row]:
    """Say where the log's chain is broken; give the rows for the log, each fault once."""
    faults = log_faults(context.book)
    for fault in faults:
        context.book.tell(fault)
    known = {read_text(row["Részletek"]) for row in context.book.read_table(LOG_TABLE)}
    return [entry_row(context, say("notice.chain_label"), fault) for fault in faults if fault not in known]


def _by_fingerprint(context: Context, same: str) -> list[Row]:
    """Tell whether the event is as the last verb left it (``same``), by its fingerprint alone."""
    last = last_fingerprint(context.book.read_table(LOG_TABLE))
    if last is None or last.state != digest(event_text(context.book)):
        return [_noted(context, say("notice.no_copy_changed"))]
    context.say(same)
    return []


def _noted(context: Context, sentence: str) -> Row:
    context.book.tell(sentence)
    return entry_row(context, say("notice.label"), sentence)


def _since(context: Context, state: Snapshot) -> list[Row]:
    book, log, before = context.book, context.book.read_table(LOG_TABLE), state.tables.get(LOG_TABLE, [])
    then, now = len(before), len(log)
    if now > then and is_continuation(before, log):  # a verb was cut off after it had saved
        return _by_fingerprint(context, "notice.finished")
    if now < then and is_continuation(log, before):
        return [_noted(context, say("notice.older", taken=f"{state.when:%Y. %m. %d. %H:%M}"))]
    begun = [one for one in context.history.moments() if not one.is_state and one.taken > state.taken]
    if begun and now == then:
        label = verbs()[begun[-1].verb].label if begun[-1].verb in verbs() else begun[-1].verb
        book.tell(say("notice.cut_off", label=label, when=f"{begun[-1].when:%H:%M}"))
    found = [change for change in changes(state, book) if change.table not in _UNNOTICED]
    return _noticed_rows(context, found, _notice_summary(found, state)) if found else []


def _notice_summary(found: Sequence[Change], state: Snapshot) -> str:
    sheets = ", ".join(f"{sheet} {count}" for sheet, count in Counter(one.sheet for one in found).items())
    sentence = say("notice.changed", count=len(found), sheets=sheets, when=f"{state.when:%H:%M}")
    computed = sum(one.is_computed for one in found)
    return f"{sentence} {say('notice.computed', count=computed)}" if computed else sentence


def _noticed_rows(context: Context, found: Sequence[Change], sentence: str) -> list[Row]:
    """Tell it; give its row for the log, with the cells that are worth a row of their own."""
    label, rows = say("notice.label"), [_noted(context, sentence)]
    shown = [one for one in found if one.is_computed or not one.is_filled]
    for change in shown[:_MOST_LOGGED]:
        old, new = _told_value(change, change.old), _told_value(change, change.new)
        rows.append(entry_row(context, label, _cell_named(context.book, change), old, new))
    if len(shown) > _MOST_LOGGED:
        rows.append(entry_row(context, label, say("notice.more", count=len(shown) - _MOST_LOGGED)))
    return rows


def _told_value(change: Change, value: CellValue) -> str:
    """Give a value as the log shows it: not a folder of this computer, where the copy of the key may lie."""
    return "…" if change.column in _NAMED_FOLDERS and read_text(value) else read_text(value)


def _cell_named(book: Book, change: Change) -> str:
    if not change.table:
        return f"{change.sheet} {book.value_address(change.column)[1]}"
    if change.row is None:
        return say("notice.row_gone", sheet=change.sheet, column=change.column)
    return f"{change.sheet} {book.address(change.table, change.row, change.column)} ({change.column})"
