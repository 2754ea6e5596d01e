"""reveal_round: one round at a time, by name, and not before its deals can have been played (VSZ 4.a)."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import pytest

from macros_py.book.held import HeldBook
from macros_py.book.port import Row
from macros_py.book.saving import TRIAL
from tests.actions.conftest import START, Event

SIGNED = {"person": "Fő Béla"}


@pytest.fixture
def dealt(event: Event) -> Event:
    """Give an event of three rounds of three deals, all dealt, nobody having played."""
    event.prepare()
    event.staff()
    event.press("deal_round", round=(1, 2, 3))
    return event


def confirm(event: Event, code: str) -> None:
    """Put a name beside a problem on the Hibák sheet."""
    rows = event.book.read_table("tHibak")
    assert [row for row in rows if row["Kód"] == code]
    event.book.write_table(
        "tHibak", [row | {"Megerősítette": "Fő Béla"} if row["Kód"] == code else row for row in rows]
    )


def state(event: Event, number: int) -> object:
    """Give how far a round has got."""
    return event.row("tFordulok", **{"Forduló": number})["Állapot"]


@pytest.mark.parametrize("rounds", [(1, 2, 3), (1, 3), ()])
def test_one_round_at_a_time(dealt: Event, rounds: tuple[int, ...]) -> None:
    """A range, a list: refused as a whole, and no card is shown."""
    assert "reveal_one_round" in dealt.codes("reveal_round", round=rounds, **SIGNED)
    assert dealt.book.read_table("tLeosztasok") == []
    assert state(dealt, 1) == "kiosztva"


def test_nobody_reveals_without_his_name(dealt: Event) -> None:
    """Who is logged in does not count; the question names the round; a typed name answers it, and is logged."""
    assert dealt.codes("reveal_round", round=(1,)) == ["reveal_unsigned"]
    [row] = dealt.book.read_table("tHibak")
    assert "Az 1. forduló" in str(row["Hiba"])
    assert "--person" in str(row["Teendő"])
    assert dealt.book.read_table("tLeosztasok") == []
    assert dealt.codes("reveal_round", round=(1,), **SIGNED) == []
    assert "Fő Béla" in str(dealt.book.read_table("tNaplo")[-1]["Részletek"])


def test_a_name_on_the_errors_sheet_answers_for_its_round_only(dealt: Event) -> None:
    """Megerősítette beside round 1's question reveals round 1; round 2 asks anew, and so does round 1 undone."""
    dealt.press("reveal_round", round=(1,))
    confirm(dealt, "F20")
    assert dealt.codes("reveal_round", round=(1,)) == []
    assert "Fő Béla" in str(dealt.book.read_table("tNaplo")[-1]["Részletek"])
    assert dealt.codes("reveal_round", round=(2,)) == ["reveal_unsigned"]


def test_a_trial_asks_nothing(dealt: Event) -> None:
    """Nothing of a trial is secret: neither a name nor a time is asked for."""
    dealt.book.values["verseny_jelleg"] = TRIAL
    dealt.book.write_value("verseny_kezdes", (START + timedelta(hours=1)).time())
    assert dealt.codes("reveal_round", round=(1,)) == []


@pytest.mark.parametrize(
    ("begins", "minutes_later", "codes"),
    [
        (time(9, 0), 17, ["reveal_before_end"]),
        (time(9, 0), 18, []),
        (time(8, 30), 0, []),
        (time(23, 0), 0, ["reveal_before_end"]),
        (None, 0, []),
    ],
)
def test_the_first_round_lasts_its_deals(
    dealt: Event, begins: time | None, minutes_later: int, codes: list[str]
) -> None:
    """Three deals of six minutes from the announced start; where no start is announced, nobody is asked."""
    dealt.book.write_value("verseny_kezdes", begins)
    dealt.looks = 60 * minutes_later
    assert dealt.codes("reveal_round", round=(1,), **SIGNED) == codes


def test_a_round_whose_start_was_noted_lasts_from_then(dealt: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where tFordulok says when a round was started, that counts, for later rounds too and before the announcement."""
    dealt.book.write_value("verseny_kezdes", time(5, 0))
    read = HeldBook.read_table

    def with_start(book: HeldBook, table: str) -> list[Row]:
        rows = read(book, table)
        start: Row = {"Elindítva": datetime(2026, 11, 28, 9, 0)} if table == "tFordulok" else {}
        return [row | start for row in rows]

    monkeypatch.setattr(HeldBook, "read_table", with_start)
    dealt.looks = 0
    assert dealt.codes("reveal_round", round=(1,), **SIGNED) == ["reveal_before_end"]
    dealt.looks = 60 * 19
    assert dealt.codes("reveal_round", round=(1,), **SIGNED) == []
    dealt.looks = 60 * 10
    assert dealt.codes("reveal_round", round=(2,), **SIGNED) == ["reveal_before_end"]


def test_later_rounds_without_a_noted_start_are_not_asked(dealt: Event) -> None:
    """Only of round 1 the announced start is known."""
    dealt.book.write_value("verseny_kezdes", time(8, 0))
    assert dealt.codes("reveal_round", round=(1,), **SIGNED) == []
    dealt.book.write_value("verseny_kezdes", time(23, 0))
    assert dealt.codes("reveal_round", round=(2,), **SIGNED) == []


def test_too_early_is_a_question_of_its_own(dealt: Event) -> None:
    """The name alone does not answer it: --early does, with the name; or the name beside it on Hibák."""
    dealt.book.write_value("verseny_kezdes", time(10, 0))
    assert dealt.codes("reveal_round", round=(1,)) == ["reveal_unsigned", "reveal_before_end"]
    assert dealt.codes("reveal_round", round=(1,), **SIGNED) == ["reveal_before_end"]
    [row] = dealt.book.read_table("tHibak")
    assert "10:18" in str(row["Hiba"])
    assert "--early" in str(row["Teendő"])
    assert dealt.codes("reveal_round", round=(1,), early=True) == ["reveal_unsigned", "reveal_before_end"]
    confirm(dealt, "F21")
    assert dealt.codes("reveal_round", round=(1,)) == ["reveal_unsigned"]
    assert dealt.codes("reveal_round", round=(1,), early=True, **SIGNED) == []
    assert "10:18" in str(dealt.book.read_table("tNaplo")[-1]["Részletek"])


def test_open_rows_of_former_rounds_are_told_and_block_nothing(dealt: Event) -> None:
    """Round 1 was played, two of its results are still blank: said with their number, and round 2 is revealed."""
    dealt.press("reveal_round", round=(1,), **SIGNED)
    dealt.type(1, **{"Felvevő": "a", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2})
    dealt.type(1, deal=2, table=1, **{"Ft B": None, "Ft C": None})
    dealt.book.told.clear()
    assert dealt.codes("reveal_round", round=(2,), **SIGNED) == []
    assert [text for text in dealt.book.told if "1. forduló (2 Ft)" in text]
