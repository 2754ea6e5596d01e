"""How every verb runs: staged, snapshot, all or nothing, logged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module

from macros_py.actions.context import Action, Context, Options
from macros_py.actions.journal import write_entry
from macros_py.actions.overview import refresh_overview
from macros_py.actions.reporting import report
from macros_py.actions.rules_in_force import CHOOSING, difference_sentence, rules_in_force, undecided_rules
from macros_py.book.port import Book
from macros_py.book.staged import StagedBook
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.verbs import Verb
from macros_py.words import say

Snapshot = Callable[[Book, str], object]
STEPS = 3
"""What the progress counts: worked out, written, saved."""


def action_of(verb_id: str) -> Action:
    """Give the action that carries the verb's name."""
    action: Action = getattr(import_module(f"macros_py.actions.{verb_id}"), verb_id)
    return action


def run(verb: Verb, context: Context, options: Options, snapshot: Snapshot) -> list[Problem]:
    """Run one verb on the context's book and save.

    The action works on a staged book. If it returns an error, only its remarks, tHibak and tNaplo reach the
    workbook (nothing at all for a verb that makes a new file); otherwise everything does. ``snapshot`` is called
    with the unchanged book before the first write of a verb that is not refused. With the option ``dry_run``
    nothing is written at all: the sentences and problems are those that the verb would have had.
    Rules about which nobody has decided yet are told, and refuse a verb that needs them.
    """
    staged = StagedBook(context.book)
    rules = rules_in_force(context.book, context.edition)
    inner = replace(context, book=staged, edition=rules.edition)
    context.book.progress(0, STEPS)
    undecided = undecided_rules(rules.undecided) if verb.needs_rules else []
    if rules.undecided and not verb.needs_rules and verb.id != CHOOSING:
        context.book.tell(difference_sentence(rules.undecided))
    problems = undecided or action_of(verb.id)(inner, options)
    if options.get("dry_run"):
        for sentence in (*(() if has_errors(problems) else staged.told), say("done.dry_run")):
            context.book.tell(sentence)
        return problems
    if has_errors(problems):
        staged.discard(keep=())
        staged.told.clear()
        if verb.file != "open":
            return problems
        errors = sum(problem.degree is Degree.ERROR for problem in problems)
        staged.tell(say("run.refused", label=verb.label, errors=errors))
    else:
        refresh_overview(inner)
    write_entry(inner, verb.label, summary(() if has_errors(problems) else staged.told, problems))
    report(staged, problems, "" if undecided else verb.checks, options.get("round", ()))
    context.book.progress(1, STEPS)
    if not has_errors(problems):  # a refused verb leaves nothing that could be undone
        snapshot(context.book, verb.id)
    staged.commit()
    context.book.progress(2, STEPS)
    context.book.save()
    for sentence in staged.told:
        context.book.tell(sentence)
    return problems


def summary(told: Sequence[str], problems: Sequence[Problem]) -> str:
    """Give the log's one line: what was told, and how many problems stand."""
    counts = [
        say("run.count", count=count, degree=degree.value)
        for degree in Degree
        if (count := sum(problem.degree is degree for problem in problems))
    ]
    return " ".join([*told, *([", ".join(counts) + "."] if counts else [])])
