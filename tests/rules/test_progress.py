"""How far the event is: one answer, and no verb that says otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.hall.event import RoundState
from macros_py.rules.hall.progress import OBSTACLES, ROUND_REFUSALS, Progress
from macros_py.verbs import Verb, verbs
from macros_py.words import catalogue
from tests.rules.sample_event import read_cases

MOST_ROUNDS = 5
AT_THE_END = ("deal_round", "close_round", "post_results", "import_results")
"""What is over once the results are fixed (VSZ 5)."""


def progress_of(hall: dict[str, Any]) -> Progress:
    """Read the hall of a case."""
    return Progress(
        players=hall.get("jatekosok", 0),
        planned=hall["fordulok"],
        states={int(number): RoundState(word) for number, word in hall.get("allapot", {}).items()},
        has_lines=hall.get("vonalak", False),
        seated=frozenset(hall.get("ulesrend", ())),
        touched=frozenset(hall.get("beirt", ())),
        missing={int(number): count for number, count in hall.get("hianyzik", {}).items()},
        is_final=hall.get("vegleges", False),
        are_protocols_closed=hall.get("jegyzokonyvek", False),
        is_posted=hall.get("kifuggesztve", False),
        has_awards=hall.get("mesterpont", False),
        has_record=hall.get("eredmenyfajl", False),
    )


def next_verb(event: Progress) -> str:
    """Give the verb that does what is due; nothing where none can."""
    return next((verb.id for verb in verbs().values() if event.due in verb.due), "")


def obstacle(event: Progress, verb: str) -> str:
    """Give the code of what stands in a verb's way."""
    return event.obstacle(verbs()[verb].unless)


@pytest.mark.parametrize("case", read_cases("haladas.toml", "haladas"))
def test_the_next_verb_and_what_stands_in_the_way(case: dict[str, Any]) -> None:
    """What comes next, and why the others do not."""
    event = progress_of(case["terem"])
    assert next_verb(event) == case["kovetkezo"]
    assert {verb: obstacle(event, verb) for verb in case["nem"]} == case["nem"]


def test_the_cases_name_verbs_and_obstacles_that_there_are() -> None:
    """A misspelt verb would always fit; a misspelt obstacle would have no words."""
    for parameter in read_cases("haladas.toml", "haladas"):
        (case,) = parameter.values
        assert set(case["nem"]) <= set(verbs()), case["eset"]
        assert {code for code in case["nem"].values() if code} <= set(catalogue()["fit"]), case["eset"]


@st.composite
def halls(draw: st.DrawFn) -> Progress:
    """Draw a hall, also one that hands have torn."""
    planned = draw(st.integers(0, MOST_ROUNDS))
    states = draw(st.dictionaries(st.integers(1, MOST_ROUNDS + 2), st.sampled_from(RoundState)))
    seated = draw(st.sets(st.integers(1, MOST_ROUNDS + 2)))
    return Progress(
        players=draw(st.integers(0, 12)),
        planned=planned,
        states=states,
        has_lines=draw(st.booleans()),
        seated=frozenset(seated),
        touched=frozenset(draw(st.sets(st.sampled_from(sorted(seated))) if seated else st.just(set()))),
        missing=draw(st.dictionaries(st.integers(1, MOST_ROUNDS), st.integers(0, 9))),
        is_final=draw(st.booleans()),
        are_protocols_closed=draw(st.booleans()),
        is_posted=draw(st.booleans()),
        has_awards=draw(st.booleans()),
        has_record=draw(st.booleans()),
    )


@given(event=halls(), verb=st.sampled_from([verb for verb in verbs().values() if verb.step]))
def test_a_verb_fits_exactly_when_a_round_takes_it(event: Progress, verb: Verb) -> None:
    """The start page and the verb itself never differ: it fits if and only if there is a round with which it goes."""
    numbers = range(1, MOST_ROUNDS + 4)
    going = [number for number in numbers if event.round_refusal(verb.step, number) is None]
    assert (event.obstacle(verb.unless) == "") == bool(going)
    offered = event.fitting_round(verb.step)
    assert offered is None or offered in going


@given(event=halls())
def test_what_comes_next_can_be_done(event: Progress) -> None:
    """The start page never sends anybody into a refusal."""
    following = next_verb(event)
    assert following == "" or obstacle(event, following) == "", following


@given(event=halls(), number=st.integers(0, MOST_ROUNDS + 2))
def test_final_is_final(event: Progress, number: int) -> None:
    """After the last closing no number of rounds and no word of a state opens anything (VSZ 5)."""
    final = replace(event, is_final=True)
    for hall in (final, replace(final, planned=number), replace(final, states={})):
        assert all(obstacle(hall, verb) for verb in AT_THE_END)
        assert not hall.is_last_closing(range(1, MOST_ROUNDS + 3))
        for step in ("deal", "close"):
            assert all(hall.round_refusal(step, one) for one in range(1, MOST_ROUNDS + 3))


@given(event=halls(), number=st.integers(1, MOST_ROUNDS))
def test_lowering_the_number_of_rounds_cuts_off_only_what_nobody_played(event: Progress, number: int) -> None:
    """What has been played stays open until it is closed; what was only dealt does not hold the event up (VSZ 5)."""
    lowered = replace(event, planned=number)
    played = {one for one in event.over if event.state(one) is not RoundState.CLOSED}
    assert played <= set(lowered.open)
    if played:
        assert not lowered.is_last_closing(played - {min(played)})
    assert {one for one in lowered.open if one > number} <= {*lowered.begun, *lowered.over}


@given(event=halls(), number=st.integers(1, MOST_ROUNDS))
def test_raising_the_number_of_rounds_closes_none(event: Progress, number: int) -> None:
    """More rounds never make the last closing come sooner, and take none from those that there are."""
    raised = replace(event, planned=event.planned + number)
    assert set(event.open) <= set(raised.open) or not event.planned
    for closing in ({one} for one in event.known):
        assert not raised.is_last_closing(closing) or event.is_last_closing(closing) or not event.planned


def test_every_obstacle_has_its_words() -> None:
    """Whatever may stand in a verb's way, or be due, has its sentence; and a verb names nothing else."""
    assert set(OBSTACLES) == set(catalogue()["fit"]) - {"next"}
    assert {code for verb in verbs().values() for code in verb.unless} == set(OBSTACLES)
    assert {code for verb in verbs().values() for code in verb.due} <= set(catalogue()["overview"])
    assert {verb.step for verb in verbs().values()} - {""} == set(ROUND_REFUSALS)


@given(event=halls())
def test_what_is_due_has_its_words(event: Progress) -> None:
    """The start page always has a sentence for what is due."""
    assert event.due in catalogue()["overview"]
