"""trial_event: a whole invented event from a seed, for practice and tests. A real event never takes a seed."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Any

from macros_py import TEMPLATES
from macros_py.actions.assign_lines import assign_lines
from macros_py.actions.close_round import close_round
from macros_py.actions.context import Action, Context, Options
from macros_py.actions.deal_round import deal_round, draw_round
from macros_py.actions.event_key import FIRST_SERIES, key_for_revealing
from macros_py.actions.new_event import start_event
from macros_py.actions.reveal_round import reveal_round
from macros_py.actions.score_event import score_event
from macros_py.actions.seat_players import seat_players
from macros_py.book.held import StagedBook
from macros_py.book.key_file import MemoryKeyStore
from macros_py.book.port import Row
from macros_py.book.saving import TRIAL
from macros_py.book.tables.event import read_event
from macros_py.book.tables.hall import entrant_row
from macros_py.book.tables.results import ACHIEVEMENTS, DEAL, FT_HEADINGS, ROUND, SOLOIST, STATE
from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.circulation import starter
from macros_py.rules.hall.entries import ENTRANTS_TABLE
from macros_py.rules.hall.event import Entrant
from macros_py.rules.language.notation import Language, notation
from macros_py.rules.play.generator import GeneratedDeal, Generator
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.rules.results.protocol import RESULTS_TABLE
from macros_py.rules.results.typed_results import RowState

_NAMES_FILE = TEMPLATES / "words" / "trial.toml"
_HIGHEST_MASTERPOINTS = 60


def trial_event(context: Context, options: Options) -> list[Problem]:
    """Make an event of so many players, rounds and deals from a seed, up to the scored results.

    Every round but the last is closed; the last is left as played. Its key stays in memory: all its deals are
    shown, so nothing is left that it could still give away. What the single verbs would tell is not told.
    """
    most = len(names()["surnames"]) * len(names()["given_names"])
    if options["players"] > most:
        return [Problem("trial_too_many", found=options["players"], fields={"most": most})]
    stream = Stream(sha256(f"sportulti {options['seed']}".encode()).digest(), "proba")
    quiet = StagedBook(context.book)
    outer, context = context, replace(context, book=quiet, randomness=stream.bytes, keys=MemoryKeyStore())
    _announce(context, options, stream)
    problems = _play_verbs(context, assign_lines, seat_players)
    for number in range(1, options["rounds"] + 1):
        if has_errors(problems):
            return problems
        problems += _play_round(context, number, stream, is_last=number == options["rounds"])
    if has_errors(problems):
        return problems
    problems += score_event(context, {})
    quiet.commit()
    outer.say("trial.done", **options)
    return [problem for problem in problems if problem.degree is not Degree.NOTE]


def _play_verbs(context: Context, *actions: Action, **options: Any) -> list[Problem]:
    problems: list[Problem] = []
    for action in actions:
        if not has_errors(problems):
            problems += action(context, options)
    return problems


def _play_round(context: Context, number: int, stream: Stream, *, is_last: bool) -> list[Problem]:
    problems = _play_verbs(context, deal_round, reveal_round, round=(number,))
    if has_errors(problems):
        return problems
    rows = context.book.read_table(RESULTS_TABLE)
    context.book.write_table(RESULTS_TABLE, _played_rows(context, rows, number, stream))
    return problems if is_last else problems + close_round(context, {"round": (number,)})


def _played_rows(context: Context, rows: list[Row], number: int, stream: Stream) -> list[Row]:
    """Bid and play the deals of one round, each table for itself, and type in what was written.

    :raises BookError: the key of the event is missing.
    """
    event, _ = read_event(context.book)
    deals = draw_round(key_for_revealing(context), FIRST_SERIES, number, event.deals)
    generator, language = Generator(context.rulebook), Language(context.rulebook)

    def written(deal: object) -> Row:
        assert isinstance(deal, int)
        return _typed_game(generator.generate(deals[deal - 1], starter(deal), stream), language)

    return [row | written(row[DEAL]) if row[ROUND] == number else row for row in rows]


def _typed_game(game: GeneratedDeal, language: Language) -> Row:
    ft: Row = dict(zip(FT_HEADINGS, game.ft, strict=True))
    if game.soloist is None:
        return {STATE: RowState.KORPASSZ.value} | ft
    return {SOLOIST: game.soloist, ACHIEVEMENTS: notation(game.line, language)} | ft


@cache
def names() -> dict[str, Any]:
    """Give the invented names."""
    return tomllib.loads(_NAMES_FILE.read_text("utf-8"))


def _announce(context: Context, options: Options, stream: Stream) -> None:
    start_event(context, TRIAL)
    book, now = context.book, context.now()
    values = names()["officials"] | {
        "verseny_nev": names()["event"].format(players=options["players"]),
        "verseny_datum": now.date(),
        "verseny_helyszin": names()["place"],
        "verseny_egyesulet": names()["club"],
        "fordulok": options["rounds"],
        "leosztasok_fordulonkent": options["deals"],
    }
    for name, value in values.items():
        book.write_value(name, value)
    people = [entrant_row(number, who) for number, who in enumerate(_invent_people(options, stream), start=1)]
    book.write_table(ENTRANTS_TABLE, people)


def _invent_people(options: Options, stream: Stream) -> list[Entrant]:
    surnames, given, clubs = names()["surnames"], names()["given_names"], names()["clubs"]
    everybody = stream.shuffled([f"{surname} {name}" for surname in surnames for name in given])
    return [
        Entrant(
            name=name,
            club=clubs[stream.below(len(clubs))],
            licence=f"P-{number:04d}",
            masterpoints=Fraction(stream.below(_HIGHEST_MASTERPOINTS)),
            present=True,
        )
        for number, name in enumerate(everybody[: options["players"]], start=1)
    ]
