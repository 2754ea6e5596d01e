"""check_entries: who may start (VSZ 1.b, 1.d, 6), and what the event needs, in numbers, on the Felkészülés sheet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from fractions import Fraction
from typing import get_args

from macros_py.actions.context import Context, Options
from macros_py.actions.examining import examine_names
from macros_py.actions.hall import read_hall
from macros_py.book.port import Row
from macros_py.book.tables.event import EventValues, read_event, unreadable_form
from macros_py.book.tables.hall import read_entrants
from macros_py.cells import read_date, read_decimal, read_text, read_whole
from macros_py.rules.hall.entries import (
    ENTRANTS_TABLE,
    check_numbers,
    check_similar,
    check_similar_officials,
    check_spelling,
    examine_entrants,
    is_licensed_on_the_spot,
    participants,
)
from macros_py.rules.hall.event import Entrant
from macros_py.rules.hall.lines import check_fixed_tables
from macros_py.rules.hall.readiness import (
    ANNOUNCED,
    ENQUIRY,
    EVENT_DATE,
    Field,
    Needs,
    check_announcement,
    check_officials,
    end_of_play,
    field_gap,
    method_fields,
    needs,
)
from macros_py.rules.problems import Problem, Unreadable, has_errors
from macros_py.rules.results.ranking import rounded
from macros_py.rules.rulebook import LinesMethod, Rulebook
from macros_py.words import name_words, say

_READINESS_TABLE = "tFelkeszules"


def _prepare(context: Context, entrants: Sequence[Entrant], players: Sequence[Entrant]) -> list[Problem]:
    """Fill the sheet, tell the gist, and warn of what is missing."""
    book, rulebook = context.book, context.rulebook
    event, _ = read_event(book)
    announced, day = day_of(book.read_value(ANNOUNCED)), day_of(book.read_value(EVENT_DATE))
    enquiry = read_text(book.read_value(ENQUIRY))
    problems = check_announcement(day, announced, enquiry, rulebook.readiness.announcement_days)
    tables = len(players) // 3
    if not tables or not event.deals or not event.rounds:
        book.write_table(_READINESS_TABLE, [])
        return problems
    needed = needs(tables, event.rounds, event.deals, rulebook.tables_per_judge, rulebook.readiness)
    rows = [
        *_hall_rows(needed, event, rulebook),
        *_time_rows(needed, day, book.read_value("verseny_kezdes"), rulebook),
        *_money_rows(context, players, rulebook),
        *_licence_rows(entrants),
        *(_method_row(players, method, rulebook) for method in get_args(LinesMethod)),
    ]
    book.write_table(_READINESS_TABLE, rows)
    gist = {"tables": tables, "packs": needed.packs_in_play, "boxed": needed.packs_with_next}
    book.tell(say("readiness.gist", judges=needed.judges, hours=hours(needed.minutes), **gist))
    return problems + check_officials(event.officials, needed, rulebook.most_dealers)


def _item(name: str, law: object, real: object, note: str = "", **fields: object) -> Row:
    return {
        "Mi": say(f"readiness.{name}", **fields),
        "Előírás szerint": read_text(law) or None,
        "Ténylegesen": read_text(real) or None,
        "Megjegyzés": note or None,
    }


def _hall_rows(needed: Needs, event: EventValues, rulebook: Rulebook) -> list[Row]:
    judges, dealers = (len(event.officials.get(role, ())) for role in ("asztalbirok", "osztok"))
    packs = say("readiness.packs_note", copies=needed.copies, deals=event.deals, boxed=needed.packs_with_next)
    return [
        _item("tables", None, needed.tables),
        _item("chief", 1, len(event.officials.get("fobiro", ()))),
        _item("dealers", say("readiness.one_to", most=rulebook.most_dealers), dealers),
        _item("judges", needed.judges, judges, say("readiness.judges_note", each=rulebook.tables_per_judge)),
        _item("packs", needed.packs_by_law, needed.packs_in_play, packs),
        _item("cases", needed.cases_by_law, needed.packs_in_play, packs),
        _item("pens", needed.packs_by_law, needed.packs_by_law),
        _item("paper", say("readiness.one_ream"), needed.protocols, say("readiness.paper_note")),
        _item("computer", 1, 1, say("readiness.computer_note")),
    ]


def _time_rows(needed: Needs, day: date | None, start: object, rulebook: Rulebook) -> list[Row]:
    rules = rulebook.readiness
    pace = {"deal": rules.deal_minutes, "change": rules.change_minutes, "lunch": rules.lunch_minutes}
    rows = [_item("time", None, hours(needed.minutes), say("readiness.time_note", **pace))]
    at = start.time() if isinstance(start, datetime) else start
    if isinstance(at, time):
        end = end_of_play(datetime.combine(day or date(2000, 1, 1), at), needed)
        rows.append(_item("end", None, f"{end:%H:%M}", say("readiness.end_note", start=f"{at:%H:%M}")))
    return rows


def _money_rows(context: Context, players: Sequence[Entrant], rulebook: Rulebook) -> list[Row]:
    """Give the fees: due, paid, and what is owed to the federation (VSZ 1.c)."""
    fee = read_decimal(context.book.read_value("nevezesi_dij"))
    due = fee * len(players) if isinstance(fee, Fraction) else None
    paid = sum((player.fee or Fraction(0) for player in players), Fraction(0))
    share = rulebook.readiness.fee_share * len(players)
    due_text = say("readiness.forint", amount=due) if due else None
    return [
        _item("fees", due_text, say("readiness.forint", amount=paid)),
        _item("share", say("readiness.forint", amount=share), None, say("readiness.share_note")),
    ]


def _licence_rows(entrants: Sequence[Entrant]) -> list[Row]:
    """Give who was licensed on the spot, and by which club (VSZ 1.b)."""
    licensed = [one for one in entrants if is_licensed_on_the_spot(one.licensed_by)]
    names = "; ".join(f"{one.name} ({one.licensed_by})" for one in licensed)
    return [_item("licensed", None, len(licensed), names)]


def _method_row(players: Sequence[Entrant], method: LinesMethod, rulebook: Rulebook) -> Row:
    """Give the mean masterpoints of a method's lines, and from where to where they reach; mark the method in force."""
    found = method_fields(players, method)
    note = say("readiness.method_note", difference=_short(field_gap(found)))
    name = "method_chosen" if method == rulebook.lines_method else "method"
    return _item(name, None, "; ".join(map(_field_text, found)), note, method=_spoken_method(method))


def _field_text(field: Field) -> str:
    """Write one field: ``A 3,50 (0–7)``."""
    return f"{field.line} {_short(field.mean)} ({_short(field.lowest)}–{_short(field.highest)})"


def strengths_sentence(players: Sequence[Entrant], rulebook: Rulebook) -> str:
    """Say how strong the three lines are, and how the other methods would have done."""
    methods = []
    for method in get_args(LinesMethod):
        difference, name = _short(field_gap(method_fields(players, method))), _spoken_method(method)
        methods.append(say("readiness.method_difference", method=name, difference=difference))
    own = "; ".join(map(_field_text, method_fields(players, rulebook.lines_method)))
    chosen = _spoken_method(rulebook.lines_method)
    return say("readiness.strengths", own=own, method=chosen, methods=", ".join(methods))


def _spoken_method(method: LinesMethod) -> str:
    """Name a method as it is spoken: the rulebook's word has no accents."""
    return say(f"readiness.way.{method}")


def _short(number: Fraction) -> str:
    """Write a number with at most two decimals."""
    return read_text(float(rounded(number / 100, 2)))


def hours(minutes: int) -> str:
    """Write minutes as hours and minutes."""
    return say("readiness.hours", hours=minutes // 60, minutes=minutes % 60)


def day_of(value: object) -> date | None:
    """Read a day; None for a blank or for what is no day."""
    found = read_date(value)
    return None if isinstance(found, Unreadable) else found


def check_entries(context: Context, options: Options) -> list[Problem]:
    """Give all problems of the entry list and of the event's preparation; fill the Felkészülés sheet."""
    players, problems = examine_entries(context)
    problems += examine_names(context.book, read_hall(context.book))
    entrants, _ = read_entrants(context.book)
    if not has_errors(problems):
        context.say("done.check_entries", players=len(players))
    return problems + _prepare(context, entrants, players)


def examine_entries(context: Context) -> tuple[list[Entrant], list[Problem]]:
    """Give those who will play, and everything that is wrong or doubtful about the entry list."""
    entrants, problems = read_entrants(context.book)
    event, unusable = read_event(context.book)
    problems += unusable + unreadable_form(context.book)
    problems += examine_entrants(entrants, event.officials, context.rulebook.entries)
    problems += check_similar(entrants, name_words())
    problems += check_similar_officials(entrants, event.officials, name_words())
    rows = context.book.read_table(ENTRANTS_TABLE)
    names = [cell if isinstance(cell := row["Név"], str) else read_text(cell) for row in rows]
    problems += check_spelling(names, name_words())
    problems += check_numbers([read_whole(row["Sorszám"]) for row in rows], names)
    players = participants(entrants)
    return players, problems + check_fixed_tables(entrants, players)
