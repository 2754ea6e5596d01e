"""The key is lost: rounds that were played are revealed and closed without the check against the cards, by name."""

from __future__ import annotations

import pytest

from macros_py.book.key_file import StoredKey
from macros_py.book.tables.hall import read_deals
from macros_py.rules.cards.cards import hand_notation
from tests.actions.conftest import Event
from tests.actions.test_event_key import key, lose, rows
from tests.refusals import refused

BY_NAME = {"no_deals": True, "person": "Fő Béla", "reason": "elromlott a laptop"}
PLAIN = {"Felvevő": "a", "Teljesítés": "P PA", "Ft A": 4, "Ft B": -2, "Ft C": -2}


@pytest.fixture
def lost(event: Event) -> Event:
    """Give an event whose first round was dealt and played, and whose key is lost."""
    event.prepare(9, 2, 3)
    event.press("deal_round", round=(1,))
    return event


def test_without_the_key_the_way_out_is_named(lost: Event) -> None:
    """Where its copy should lie, and --no-deals; nothing changes."""
    lose(lost)
    lost.book.write_value("kulcs_masolat", "E:\\kulcs")
    with refused("key_missing_to_reveal", match=r"E:\\kulcs.*--no-deals --person NÉV --reason OK"):
        lost.reveal(1)
    assert lost.row("tFordulok", **{"Forduló": 1})["Állapot"] == "kiosztva"


@pytest.mark.parametrize(
    ("options", "is_lost", "codes"),
    [
        (BY_NAME, False, ["no_deals_needless"]),
        ({**BY_NAME, "reason": ""}, True, ["no_deals_unsigned"]),
        ({**BY_NAME, "person": ""}, True, ["no_deals_unsigned", "reveal_unsigned"]),
        (BY_NAME, True, []),
    ],
)
def test_a_round_is_revealed_without_cards_by_name_and_for_a_reason(
    lost: Event, options: dict[str, object], is_lost: bool, codes: list[str]
) -> None:
    """Only where the key really is not there; the log has name and reason."""
    if is_lost:
        lose(lost)
    assert lost.codes("reveal_round", round=(1,), **options) == codes
    assert (lost.row("tFordulok", **{"Forduló": 1})["Állapot"] == "lejátszva") is not codes
    assert [row["Részletek"] for row in rows(lost, "Lapok nélkül")] == (
        []
        if codes
        else [
            "1. forduló: a kulcs nincs meg, lapok nélkül jelölte lejátszottnak: Fő Béla. Ok: elromlott a laptop"
        ]
    )


def test_the_rows_are_laid_ready_to_be_typed(lost: Event) -> None:
    """Round, deal and starter stand there; once the hands are typed, rows are held against the cards again."""
    first = key(lost)
    lost.reveal(1)
    deals = read_deals(lost.book)
    lost.book.write_table("tLeosztasok", [])
    lost.book.write_table(
        "tFordulok", [row | {"Állapot": "kiosztva"} for row in lost.book.read_table("tFordulok")]
    )
    lose(lost)
    lost.press("reveal_round", round=(1,), **BY_NAME)
    laid = lost.book.read_table("tLeosztasok")
    assert [(row["Sorozat"], row["Forduló"], row["Leosztás"], row["Kezdő"], row["A"]) for row in laid] == [
        ("máshonnan", 1, 1, "A", None),
        ("máshonnan", 1, 2, "B", None),
        ("máshonnan", 1, 3, "C", None),
    ]
    lost.type(1, **PLAIN)
    assert lost.codes("close_round", round=(1,)) == ["close_without_deals"]
    for row in laid:
        cards = deals[1, int(str(row["Leosztás"]))]
        row.update(dict(zip("ABC", map(hand_notation, cards.hands), strict=True)))
        row["Talon"] = hand_notation(cards.talon)
    lost.book.write_table("tLeosztasok", laid)
    assert read_deals(lost.book) == deals
    assert lost.codes("close_round", round=(1,)) == []
    assert first


@pytest.mark.parametrize("way", ["typed", "on the errors sheet"])
def test_a_round_is_closed_without_cards_by_name_and_for_a_reason(lost: Event, way: str) -> None:
    """On the command line, or as *name: reason* beside the question; a name alone is not enough."""
    lose(lost)
    lost.press("reveal_round", round=(1,), **BY_NAME)
    lost.type(1, **PLAIN)
    assert lost.codes("close_round", round=(1,)) == ["close_without_deals"]
    assert lost.codes("close_round", round=(1,), no_deals=True, person="Fő Béla") == ["close_without_deals"]
    if way == "typed":
        assert lost.codes("close_round", round=(1,), **BY_NAME) == []
    else:
        for text, codes in (("Fő Béla", ["close_without_deals"]), ("Fő Béla: elromlott a laptop", [])):
            found = lost.book.read_table("tHibak")
            lost.book.write_table("tHibak", [row | {"Megerősítette": text} for row in found])
            assert lost.codes("close_round", round=(1,)) == codes
    assert rows(lost, "Lapok nélkül")[-1]["Részletek"] == (
        "1. forduló: a lapok szerinti ellenőrzés nélkül zárta le: Fő Béla. Ok: elromlott a laptop"
    )


def test_the_key_that_is_found_again_shows_the_cards(lost: Event) -> None:
    """Of a round that was revealed without them: revealing it again is all it takes."""
    first = key(lost)
    lose(lost)
    lost.press("reveal_round", round=(1,), **BY_NAME)
    played = lost.row("tFordulok", **{"Forduló": 1})["Lejátszva"]
    assert lost.reveal(1) == ["revealed_already"]
    lost.keys.stored = StoredKey(str(lost.book.read_value("verseny_azonosito")), first)
    assert lost.reveal(1) == []
    assert [row["Sorozat"] for row in lost.book.read_table("tLeosztasok")] == [1, 1, 1]
    assert lost.row("tFordulok", **{"Forduló": 1})["Lejátszva"] == played
    assert lost.reveal(1) == ["revealed_already"]


def test_cards_changed_by_hand_are_found_at_the_closing(lost: Event) -> None:
    """While the key is there: the deal is named, and revealing the round again puts it right."""
    lost.reveal(1)
    lost.type(1, **PLAIN)
    right = lost.book.read_table("tLeosztasok")
    wrong = [dict(row) for row in right]
    wrong[1]["A"], wrong[1]["B"] = wrong[1]["B"], wrong[1]["A"]
    lost.book.write_table("tLeosztasok", wrong)
    [problem] = [one for one in lost.press("close_round", round=(1,)) if one.code == "deals_not_of_key"]
    assert problem.fields["deals"] == "2."
    assert lost.reveal(1) == []
    assert lost.book.read_table("tLeosztasok") == right
    assert lost.codes("close_round", round=(1,)) == []


def test_a_round_of_another_program_needs_no_cards(event: Event) -> None:
    """UltiPakli's deals were never here: nobody is asked for them."""
    event.prepare(9, 2, 3)
    event.press("deal_round", round=(1,), elsewhere=True)
    event.reveal(1)
    event.type(1, **PLAIN)
    assert event.close(1) == []
