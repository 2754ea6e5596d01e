"""Lines and starting tables: by masterpoints, by a repeatable draw, and checked after manual swaps."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any, cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros_py.rules.cards.draws import Stream
from macros_py.rules.hall.event import LINES, Entrant, Place, Position
from macros_py.rules.hall.lines import (
    ImpossibleLines,
    check_fixed_tables,
    check_places,
    draw_lines,
    keep_fixed_on_line,
    line_letters,
    rank_entrants,
)
from macros_py.rules.names import name_key
from macros_py.rules.problems import Degree, Problem, has_errors
from macros_py.rules.rulebook import LinesMethod
from macros_py.words import describe, on_sheet

FOLDER = Path(__file__).parents[1] / "cases"
CASES = tomllib.loads((FOLDER / "lines.toml").read_text("utf-8"))
PLACES = tomllib.loads((FOLDER / "places.toml").read_text("utf-8"))
KEY = bytes(range(32))
METHODS = st.sampled_from(get_args(LinesMethod))


def what(case: dict[str, Any]) -> str:
    """Name a case by what it shows."""
    return str(case["what"])


def stream(event: int = 1) -> Stream:
    """Give the stream of one event's lines."""
    return Stream(KEY, "vonalak", event)


def field(count: int, fixed: dict[int, int] | None = None) -> list[Entrant]:
    """Give players ranked 1 … count by different masterpoints; ``fixed`` gives fixed tables by rank."""
    return [
        Entrant(
            f"Játékos {rank}",
            licence=str(rank),
            masterpoints=Fraction(count - rank),
            fixed_table=(fixed or {}).get(rank),
        )
        for rank in range(1, count + 1)
    ]


@st.composite
def fields(draw: st.DrawFn) -> list[Entrant]:
    """Draw 9 … 42 players, with many equal masterpoints and now and then a fixed table."""
    tables = draw(st.integers(3, 14))
    points = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(3), Fraction(12)])
    fixed = draw(st.lists(st.integers(1, tables), unique=True, max_size=tables))
    wishes = draw(st.permutations([*fixed, *[None] * (3 * tables - len(fixed))]))
    return [
        Entrant(f"Játékos {number}", licence=f"{number:04}", masterpoints=draw(points), fixed_table=wish)
        for number, wish in enumerate(wishes)
    ]


def lines_of(places: list[Place]) -> dict[str, str]:
    """Give the line of each player."""
    return {place.name: place.position.line for place in places}


@pytest.mark.parametrize("case", CASES["method"], ids=what)
def test_methods(case: dict[str, Any]) -> None:
    """Each method of the rulebook puts the ranked players on the lines written in the case."""
    players = field(len(case["ranked"]))
    lines = lines_of(draw_lines(players, case["method"], stream()))
    assert "".join(lines[player.name] for player in players) == case["ranked"]


@pytest.mark.parametrize("case", CASES["fixed"], ids=what)
def test_fixed_tables_are_kept(case: dict[str, Any]) -> None:
    """Who cannot move sits on line A at his table; he changes lines with the nearest free A player."""
    fixed = {int(rank): table for rank, table in case["fixed"].items()}
    players = field(len(case["ranked"]), fixed)
    letters = keep_fixed_on_line(players, line_letters(len(players), case["method"]))
    assert "".join(letters) == case["ranked"]
    places = {place.name: place.position for place in draw_lines(players, case["method"], stream())}
    assert "".join(places[player.name].line for player in players) == case["ranked"]
    assert all(places[f"Játékos {rank}"] == Position("A", table) for rank, table in fixed.items())


@given(fields(), METHODS, st.integers(1, 99))
def test_every_place_is_taken_once(players: list[Entrant], method: LinesMethod, event: int) -> None:
    """Whatever the field, everybody has one place, each line one player a table; the check is content."""
    places = draw_lines(players, method, stream(event))
    assert Counter(place.position for place in places) == Counter(
        Position(line, table) for line in LINES for table in range(1, len(players) // 3 + 1)
    )
    assert check_places(places, players) == []


@given(fields(), METHODS, st.randoms(use_true_random=False))
def test_the_order_of_the_list_changes_nothing(
    players: list[Entrant], method: LinesMethod, chance: Any
) -> None:
    """A list that was sorted or retyped in another order gives the same places from the same key."""
    mixed = list(players)
    chance.shuffle(mixed)
    assert draw_lines(mixed, method, stream()) == draw_lines(players, method, stream())


@given(fields())
def test_masterpoints_go_before_the_draw(players: list[Entrant]) -> None:
    """The draw only orders players with equally many masterpoints."""
    ranked = [player.masterpoints for player in rank_entrants(players, stream())]
    assert ranked == sorted(ranked, reverse=True)


def test_equal_masterpoints_are_drawn_fairly() -> None:
    """Of three equal players each is drawn first in about a third of 300 events (41 off: five deviations)."""
    players = [Entrant(name, licence=name) for name in "ÁBC"]
    first = Counter(rank_entrants(players, stream(event))[0].name for event in range(300))
    assert set(first) == set("ÁBC")
    assert all(abs(count - 100) < 41 for count in first.values())


def test_starting_tables_are_drawn_fairly() -> None:
    """An A player starts at each of three tables in about a third of 300 events, and so does a C player."""
    players = field(9)
    starts = [
        {place.name: place.position.table for place in draw_lines(players, "szerpentin", stream(event))}
        for event in range(300)
    ]
    for name in ("Játékos 1", "Játékos 3"):
        counts = Counter(start[name] for start in starts)
        assert set(counts) == {1, 2, 3}
        assert all(abs(count - 100) < 41 for count in counts.values())


def test_namesakes_without_licence_are_ordered_by_name() -> None:
    """Composed and decomposed spellings of a name sort alike, so retyping it does not change the draw."""
    players = [Entrant(name) for name in ("Őze", "Ürge", "Zala")]
    retyped = [Entrant(name) for name in ("ZALA", "O\u030bze", " ürge")]
    order = [name_key(player.name) for player in rank_entrants(players, stream())]
    assert order == [name_key(player.name) for player in rank_entrants(retyped, stream())]


def test_club_and_points_go_along() -> None:
    """Club and masterpoints of a player stand on his place, too; the note of the entry list does not."""
    players = [Entrant(name, f"{name} SE", name, Fraction(5, 2), note="késik") for name in "ÁBC"]
    assert {
        (place.name, place.club, place.masterpoints, place.note)
        for place in draw_lines(players, "szerpentin", stream())
    } == {(name, f"{name} SE", Fraction(5, 2), "") for name in "ÁBC"}


@pytest.mark.parametrize("count", [0, 1, 10, 20])
def test_only_multiples_of_three(count: int) -> None:
    """Three equal lines need a multiple of three (VSZ 6)."""
    with pytest.raises(ImpossibleLines, match=f"{count} players make no three equal lines"):
        draw_lines(field(count), "szerpentin", stream())


@pytest.mark.parametrize("fixed", [{1: 2, 5: 2}, {1: 4}, {9: 0}])
def test_impossible_fixed_tables_are_refused(fixed: dict[int, int]) -> None:
    """Fixed tables that the check finds fault with are not seated halfway."""
    with pytest.raises(ImpossibleLines, match=r"fixed tables contradict.*Játékos \d"):
        draw_lines(field(9, fixed), "szerpentin", stream())


def test_an_unknown_method_is_refused() -> None:
    """A method that is not in the rulebook's list is named in the refusal."""
    with pytest.raises(ImpossibleLines, match="no method is called 'kor'"):
        draw_lines(field(9), cast(LinesMethod, "kor"), stream())


def found(problems: list[Problem]) -> list[list[object]]:
    """Write problems as the case tables do: Kód, key, found (blank if nothing stands there)."""
    return [
        [describe(problem).code, list(on_sheet(problem).key), "" if problem.found is None else problem.found]
        for problem in problems
    ]


@pytest.mark.parametrize("case", PLACES["places"], ids=what)
def test_manual_swaps_are_checked(case: dict[str, Any]) -> None:
    """All faults of a list changed by hand are found at once, each with its row, and each can be said."""
    names = [f"{line}{table}" for line in LINES for table in (1, 2, 3)]
    places = [Place(Position(name[0], int(name[1])), name) for name in names]
    for row, (line, table, name) in case.get("change", {}).items():
        places[int(row)] = Place(Position(line, table), name)
    kept = [place for row, place in enumerate(places) if row not in case.get("drop", [])]
    fixed = case.get("fixed", {})
    problems = check_places(kept, [Entrant(name, fixed_table=fixed.get(name)) for name in names])
    assert found(problems) == case["problems"]
    for problem in problems:
        assert problem.table == "tVonalak"
        if problem.row is not None:
            position = kept[problem.row].position
            assert problem.key == (position.line, position.table)
        assert problem.degree is (Degree.WARNING if problem.code == "fixed_table_left" else Degree.ERROR)


@pytest.mark.parametrize("case", PLACES["fixed_tables"], ids=what)
def test_fixed_tables_are_checked(case: dict[str, Any]) -> None:
    """Fixed tables that nobody could keep are errors of the entry list, at the row of the second player."""
    entrants = [Entrant(name, fixed_table=table or None) for name, table, _ in case["entrants"]]
    playing = [row[2] for row in case["entrants"]]
    others = [Entrant(f"Játékos {number}") for number in range(9 - sum(playing))]
    players = [entrant for entrant, plays in zip(entrants, playing, strict=True) if plays] + others
    problems = check_fixed_tables([*entrants, *others], players)
    assert found(problems) == case["problems"]
    assert has_errors(problems) is bool(case["problems"])
    for problem in problems:
        assert (problem.table, problem.column) == ("tNevezok", "fixed_table")
        assert problem.row is not None
        assert problem.key == (entrants[problem.row].name,)


def test_every_fault_reads_well() -> None:
    """A sentence names the people and the place, with the right article before letters and numbers."""
    swapped = [Place(Position("B", 1), "Kis Éva"), Place(Position("B", 1), "Nagy Pál")]
    taken = check_places(swapped, [Entrant("Kis Éva"), Entrant("Nagy Pál"), Entrant("Ős Ádám")])[0]
    assert describe(taken).message == "A B vonal 1. asztalán két játékos is szerepel: Kis Éva és Nagy Pál."
    twice = check_places(
        [Place(Position("A", 1), "Kis Éva"), Place(Position("B", 1), "kis éva")], [Entrant("Kis Éva")]
    )
    sentences = [describe(problem).message for problem in twice]
    assert "kis éva két helyen is szerepel: az A vonal 1. asztalán és a B vonal 1. asztalán." in sentences
    shared = check_fixed_tables(field(15, {1: 5, 2: 5}), field(15, {1: 5, 2: 5}))
    assert describe(shared[0]).message == (
        "Az 5. asztal két játékosnak is állandó asztala: Játékos 1 és Játékos 2."
    )
