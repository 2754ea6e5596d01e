"""What typed rows mean: cases a referee can read, rows really played, and slips put into them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros_py.rules.cards.cards import parse_hand
from macros_py.rules.cards.deals import Deal
from macros_py.rules.hall.circulation import protocol_lines, starter
from macros_py.rules.hall.event import LINES
from macros_py.rules.meaning.context import MeaningContext, RowReading
from macros_py.rules.meaning.meaning import check_meaning
from macros_py.rules.problems import Degree, Problem
from macros_py.rules.results.typed_results import Letter, TypedRow
from macros_py.words import describe
from tests.benchmarks.mistakes import shares
from tests.rules.sample_event import read_cases
from tests.rules.sample_lines import RULEBOOK
from tests.rules.sample_play import sample_deal
from tests.rules.sample_rows import CONTEXT, basic_errors, played_hall, with_ft
from tests.rules.seeded_mistakes import KINDS
from tests.rules.test_feasibility import DEALS

MILD = {
    "achievements_missing": Degree.WARNING,
    "achievements_missing_odd": Degree.WARNING,
    "achievements_missing_soloist": Degree.WARNING,
    "soloist_offered": Degree.NOTE,
    "far_from_all": Degree.NOTE,
}
LONGEST = 200


def typed(key: str, cells: list[Any]) -> TypedRow:
    """Give one row of a case."""
    number, deal, table = map(int, key.split("/"))
    soloist, text, *rest = cells
    first, second, third = (None if cell == "" else cell for cell in rest[:3])
    return TypedRow(
        number,
        deal,
        1,
        table,
        table,
        ("Anna", "Béla", "Cili"),
        starter(deal),
        soloist,
        text,
        (first, second, third),
        rest[3] if len(rest) > 3 else "",
    )


def dealt(name: str) -> Deal:
    """Give a deal of the cases of feasibility."""
    first, second, third = (parse_hand(DEALS[name][line]) for line in LINES)
    return sample_deal(first, second, third)


def context_of(case: dict[str, Any]) -> MeaningContext:
    """Give the context of a case."""
    deals = {}
    for key, name in case.get("lapok", {}).items():
        number, deal = map(int, key.split("/"))
        deals[number, deal] = dealt(name)
    ruled = {(*map(int, key.split("/")), "B") for key in case.get("dontes", [])}
    return CONTEXT.at(deals, ruled, case.get("mod"))  # type: ignore[arg-type]


def checked(case: dict[str, Any]) -> tuple[list[TypedRow], dict[int, RowReading], list[Problem]]:
    """Check the rows of a case; blank ones stand among them."""
    rows = [typed(key, cells) for key, cells in case["sor"].items()]
    rows.append(typed("1/9/9", ["", "", "", "", ""]))
    return rows, *check_meaning(rows, (), context_of(case))


def place(row: TypedRow) -> str:
    """Give the key of a row as the cases write it."""
    return "/".join(map(str, row.key or ()))


@pytest.mark.parametrize("case", read_cases("jelentes.toml", "eset"))
def test_case(case: dict[str, Any]) -> None:
    """Each case gives exactly its problems with the words a referee needs, and its readings."""
    rows, readings, problems = checked(case)
    wanted = case.get("var", [])
    found = {
        (describe(problem).code, "/".join(map(str, problem.key[:3]))): describe(problem)
        for problem in problems
    }
    assert len(found) == len(problems)
    assert {*found} == {(kod, key) for kod, key, *_ in wanted}
    for kod, key, *texts in wanted:
        words = found[kod, key]
        assert [
            text for text in texts if text not in f"{words.message} {words.expected} {words.action}"
        ] == []
    shown = {place(rows[index]): [reading.notation, *reading.ft] for index, reading in readings.items()}
    assert shown == case.get("jo", {})


@pytest.mark.parametrize("case", read_cases("jelentes.toml", "eset"))
def test_the_sentence_stands_beside_its_row(case: dict[str, Any]) -> None:
    """Index, key and column lead to the cell; a row in error has no reading, every sentence is short."""
    rows, readings, problems = checked(case)
    for problem in problems:
        assert problem.row is not None
        assert problem.key == (*(rows[problem.row].key or ()), problem.column)
        assert problem.degree is MILD.get(problem.code, Degree.ERROR)
        assert (problem.row in readings) is (problem.code in MILD)
        words = describe(problem)
        assert max(map(len, (words.message, words.action))) <= LONGEST


def test_what_each_reading_holds() -> None:
    """A quick entry is marked as computed and keeps its soloist; a körpassz has none."""
    rows = [
        typed("1/1/1", ["B", "U", "", 6, ""]),
        typed("1/1/2", ["", "KÖR", 0, 0, 0]),
        typed("1/1/3", ["A", "", 8, -4, -4]),
    ]
    readings, _ = check_meaning(rows, (), CONTEXT)
    assert [(one.soloist, one.is_computed) for one in readings.values()] == [
        ("B", True),
        (None, False),
        ("A", False),
    ]
    assert readings[0].line == CONTEXT.language.recall("PA- U")
    assert readings[2].line is None


def test_whole_entry_asks_for_all_three() -> None:
    """Where all three Ft must be typed, a quick entry has no meaning: the basic check has told of it."""
    row = typed("1/1/1", ["B", "U", "", 6, ""])
    assert check_meaning([row], (), CONTEXT.at({}, (), "teljes")) == ({}, [])


@pytest.mark.parametrize("third", ["1/1/3", "1/2/1"])
def test_a_row_is_exchanged_with_one_other_only(third: str) -> None:
    """Of two rows that would fit the one on its own sheet of paper, and there the first, is taken; each has one."""
    rows = [
        typed(third, ["A", "20", 8, -4, -4]),
        typed("1/1/1", ["A", "40", 16, -8, -8]),
        typed("1/1/2", ["A", "20", 8, -4, -4]),
    ]
    _, problems = check_meaning(rows, (), CONTEXT)
    assert [problem.code for problem in problems] == ["ft_half", "rows_exchanged", "rows_exchanged"]


def test_of_two_deals_that_allow_a_row_none_is_named() -> None:
    """Where it belongs is said only of the one deal whose cards allow it."""
    row = typed("1/1/1", ["B", "makk CS U", -3, 6, -3])
    deals = {(1, 1): dealt("elso"), (1, 2): dealt("masodik"), (1, 3): dealt("masodik")}
    codes = [
        [problem.code for problem in check_meaning([row], (), CONTEXT.at(known, ()))[1]]
        for known in (deals, {place: deal for place, deal in deals.items() if place != (1, 3)})
    ]
    assert codes == [["cards_contradict"], ["other_deal"]]


def test_only_what_the_cards_allow_is_offered() -> None:
    """Without achievements: in a played round a csendes négy ász falls away where the cards do not allow it."""
    row = typed("1/1/1", ["C", "", -1, -1, 2])
    offered = [
        check_meaning([row], (), CONTEXT.at(deals, ()))[1][0].fields["offered"]
        for deals in ({}, {(1, 1): dealt("elso")})
    ]
    assert offered == [("PA", "PA- CS 4A", "PA- CS U"), ("PA", "PA- CS U", "4A- U")]


def test_rows_in_error_are_left_aside() -> None:
    """What the basic check refused is not read, and takes part in nothing."""
    rows = [typed("1/1/1", ["A", "40", -18, 9, 9]), typed("1/1/2", ["A", "PA- U-", 8, -4, -4])]
    _, problems = check_meaning(rows, {1}, CONTEXT)
    assert [(problem.code, problem.row) for problem in problems] == [("ft_disagree", 0)]


def test_rows_that_cannot_be_read_have_no_meaning() -> None:
    """Should one slip through the basic check, it is left alone: unknown seats, a letter, half the Ft."""
    row = typed("1/1/1", ["A", "40", 8, -4, -4])
    broken = [
        replace(row, starter="x"),
        replace(row, soloist="x"),
        with_ft(row, 8, Letter.V, -4),
        with_ft(row, 8, -4, None),
        replace(row, state="?"),
        replace(row, table=None),
    ]
    assert check_meaning(broken, (), CONTEXT) == ({}, [])


def test_two_far_tables_are_a_wild_deal() -> None:
    """Only a single table far from all others is noted."""
    wild = [["A", "P T D MK", 768, -384, -384], ["B", "P T D MK", -384, 768, -384]]
    plain = [["A", "PA", 2, -1, -1]] * 3
    rows = [typed(f"1/1/{table}", cells) for table, cells in enumerate([*wild, *plain], start=1)]
    assert [problem.code for problem in check_meaning(rows, (), CONTEXT)[1]] == []
    assert [problem.code for problem in check_meaning(rows[1:], (), CONTEXT)[1]] == ["far_from_all"]


HALL = played_hall(8, 28, 9)
"""2,016 rows that were really bid and played."""


@pytest.mark.parametrize("seed", range(5))
def test_played_rows_are_never_in_error(seed: int) -> None:
    """No false error over ten thousand played rows, by settlement or cards; each has its reading."""
    hall = played_hall(8, 28, 9, seed)
    wrong, basic = basic_errors(hall.rows, hall.sheet)
    readings, problems = check_meaning(hall.rows, wrong, CONTEXT.at(hall.deals, ()))
    assert len(hall.rows) == 2016
    assert basic == []
    assert {problem.code for problem in problems} <= {"far_from_all"}
    assert len(readings) == len(hall.rows)
    for index, line in enumerate(hall.lines):
        assert readings[index].ft == hall.rows[index].ft
        assert readings[index].line == line


def test_played_rows_without_a_text_are_only_asked_after() -> None:
    """Whatever was really played, its Ft alone are never called unreachable."""
    rows = [replace(row, achievements="") if row.soloist else row for row in HALL.rows]
    _, problems = check_meaning(rows, (), CONTEXT.at(HALL.deals, ()))
    assert {problem.code for problem in problems} == {"achievements_missing", "far_from_all"}


def test_quick_entries_compute_what_was_typed() -> None:
    """With the soloist's Ft alone the two others come out as they were."""
    rows = [
        with_ft(
            row, *(cell if seat == row.soloist else None for seat, cell in zip(LINES, row.ft, strict=True))
        )
        if row.soloist
        else row
        for row in HALL.rows
    ]
    wrong, basic = basic_errors(rows, HALL.sheet)
    readings, _ = check_meaning(rows, wrong, CONTEXT)
    assert basic == []
    assert [readings[index].ft for index in range(len(rows))] == [row.ft for row in HALL.rows]


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_the_order_of_rows_does_not_matter(seed: int) -> None:
    """A sheet the referee has sorted gives the same findings."""
    random = Random(seed)
    hall = played_hall(5, 1, 6, seed % 4)
    rows = [with_ft(row, *random.sample(row.ft, 3)) if random.random() < 0.3 else row for row in hall.rows]
    context = CONTEXT.at(hall.deals, ())
    order = random.sample(range(len(rows)), len(rows))
    found = check_meaning(rows, (), context)[1]
    shuffled = check_meaning([rows[place] for place in order], (), context)[1]
    assert findings(found) == findings(shuffled)


def findings(problems: list[Problem]) -> list[str]:
    """Give what was found, in an order of its own."""
    return sorted(f"{problem.key} {describe(problem).whole}" for problem in problems)


CELLS = st.one_of(st.none(), st.integers(-999, 999))
TEXTS = st.one_of(
    st.text("PUKBDT4CS20A- ()", max_size=9),
    st.sampled_from(["U", "P 40 U-K", "B K(B)", "KÖR", "P", "SZ T D"]),
)


@settings(max_examples=200)
@given(TEXTS, st.sampled_from(["", "A", "B", "C", "x"]), CELLS, CELLS, st.sampled_from(["", "körpassz", "?"]))
def test_nothing_typed_is_a_crash(text: str, soloist: str, first: Any, second: Any, state: str) -> None:
    """Whatever stands in a row whose Ft sum to 0, every finding can be put into words."""
    third = -first - second if None not in (first, second) else None
    row = typed("1/1/1", [soloist, text, first, second, third, state])
    readings, problems = check_meaning([row], (), CONTEXT.at({(1, 1): dealt("elso")}, ()))
    assert all(describe(problem).whole for problem in problems)
    assert len(readings) <= 1


ONLY_BY_CARDS = ("two deals at a table exchanged", "typed under a blank deal", "silent ulti invented")
"""What only the cards can tell, and seldom do: the talon travels far."""
SAID = {(), ("cards_contradict",), ("far_from_all",), ("cards_contradict", "far_from_all")}
ALMOST = 0.93
"""A few slips come to what is right as well: a parti that may be left out, 0 / 0 / 0 for every soloist."""
HARDER = {"texts of two rows of a sheet exchanged": 0.8}
"""A kontra by name may be the soloist's own in the other row: then it is told as such."""


@pytest.mark.parametrize("name", [name for name in KINDS if name not in ONLY_BY_CARDS])
def test_seeded_mistakes_are_found_and_named(name: str) -> None:
    """Every kind of slip put into played rows is found and named; the benchmark prints the shares."""
    made, found, named, _ = shares(KINDS[name], 40)
    assert made == 40
    assert found >= made * HARDER.get(name, ALMOST)
    assert named >= made * HARDER.get(name, ALMOST)


@pytest.mark.parametrize("name", ONLY_BY_CARDS)
def test_what_only_the_cards_tell_is_sometimes_found(name: str) -> None:
    """It is found here and there and then told as what it is; before the round was played never."""
    made, found, _, unnamed = shares(KINDS[name], 120)
    assert 0 < found < made / 4
    assert {*unnamed} <= SAID
    assert shares(KINDS[name], 20, with_cards=False)[1] == 0


def test_the_sample_is_a_whole_hall() -> None:
    """The rows of the sample are those of the papers, none twice."""
    keys = [row.key for row in HALL.rows]
    assert keys == [
        (line.round, line.deal, line.table)
        for number in range(1, 29)
        for line in protocol_lines(number, 8, 9)
    ]
    assert len({*keys}) == len(keys)
    assert RULEBOOK.results.entry == "gyors"
