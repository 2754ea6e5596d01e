"""The key of an event: shown once, it is for good; a second one is made by name, and everybody can read why (VSZ 4)."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest

from macros_py.book.key_file import StoredKey
from macros_py.book.port import BookError
from macros_py.book.tables.event import fingerprints
from macros_py.rules.cards.deals import draw_deal
from macros_py.rules.cards.draws import fingerprint
from tests.actions.conftest import START, Event
from tests.refusals import refused

BY_NAME = {"new_key": True, "person": "Fő Béla", "reason": "elveszett a laptop"}


@pytest.fixture
def dealt(event: Event) -> Event:
    """Give an event of three rounds, seated, the first one dealt."""
    event.prepare()
    event.press("deal_round", round=(1,))
    return event


def key(event: Event) -> bytes:
    """Give the stored key."""
    assert event.keys.stored is not None
    return event.keys.stored.key


def lose(event: Event) -> None:
    """Delete the key file; what is drawn next is another chance."""
    event.keys.stored, event.chance = None, "another day"


def rows(event: Event, label: str) -> list[dict[str, object]]:
    """Give the rows of the log with a label."""
    return [dict(row) for row in event.book.read_table("tNaplo") if row["Művelet"] == label]


def test_each_dealing_and_assignment_logs_the_fingerprint(dealt: Event) -> None:
    """Whole, so that the log alone tells from which key each draw was made."""
    shown = fingerprint(key(dealt))
    for label in ("Keverés", "Vonalbeosztás", "Vonalsorsolás"):
        assert all(shown in str(row["Részletek"]) for row in rows(dealt, label))
        assert rows(dealt, label)
    assert fingerprints(dealt.book) == [shown]


@pytest.mark.parametrize("cell", [None, "0" * 64, "nincs"])
def test_a_lost_key_is_not_replaced_in_silence(dealt: Event, cell: str | None) -> None:
    """Whatever the cell is made to say, the log knows which key was shown; --new-key is named."""
    first = key(dealt)
    dealt.keys.stored = None
    dealt.book.values["kulcs_lenyomat"] = cell
    for verb, options in (("deal_round", {"round": (2,)}), ("assign_lines", {})):
        dealt.book.write_table("tVonalak", [])
        with refused("key_missing_to_draw", match="--new-key --person NÉV --reason OK"):
            dealt.press(verb, **options)
    assert dealt.keys.stored is None
    event_id = str(dealt.book.read_value("verseny_azonosito"))
    dealt.keys.stored = StoredKey(event_id, bytes(32))
    with pytest.raises(BookError, match="a lenyomata eltér"):
        dealt.press("deal_round", round=(2,))
    dealt.keys.stored = StoredKey(event_id, first)
    assert dealt.codes("deal_round", round=(2,)) == []
    assert dealt.book.read_value("kulcs_lenyomat") == fingerprint(first)


@pytest.mark.parametrize(
    ("options", "lost", "code"),
    [
        (BY_NAME, False, "new_key_needless"),
        ({"new_key": True, "person": "Fő Béla"}, True, "new_key_unsigned"),
        ({"new_key": True, "reason": "elveszett"}, True, "new_key_unsigned"),
        ({"new_key": True}, True, "new_key_unsigned"),
    ],
)
@pytest.mark.parametrize("verb", ["deal_round", "assign_lines"])
def test_a_second_key_needs_a_loss_a_name_and_a_reason(
    dealt: Event, verb: str, options: dict[str, object], lost: bool, code: str
) -> None:
    """While the first one is there, none is made; nobody makes one without standing up for it."""
    if lost:
        dealt.keys.stored = None
    dealt.book.write_table("tVonalak", [])
    before, log = dealt.keys.stored, rows(dealt, "Új kulcs")
    assert dealt.codes(verb, **({"round": (2,)} if verb == "deal_round" else {}), **options) == [code]
    assert dealt.keys.stored == before
    assert rows(dealt, "Új kulcs") == log


def test_the_first_key_comes_by_itself(event: Event) -> None:
    """Before any draw --new-key is a mistake."""
    event.press("new_event")
    event.book.write_value("leosztasok_fordulonkent", 3)
    event.book.write_value("fordulok", 3)
    assert event.codes("deal_round", round=(1,), **BY_NAME) == ["new_key_first"]
    assert event.keys.stored is None


def test_a_second_key_is_logged_and_begins_another_series(dealt: Event) -> None:
    """Who, why, both fingerprints; its rounds are of series 2; each round is revealed from its own key only."""
    first = key(dealt)
    lose(dealt)
    assert dealt.codes("deal_round", round=(2,), **BY_NAME) == []
    second = key(dealt)
    [row] = rows(dealt, "Új kulcs")
    assert (row["Régi érték"], row["Új érték"]) == (fingerprint(first), fingerprint(second))
    assert "Fő Béla" in str(row["Részletek"])
    assert "elveszett a laptop" in str(row["Részletek"])
    assert dealt.book.read_value("kulcs_lenyomat") == fingerprint(second)
    assert [row["Sorozat"] for row in dealt.book.read_table("tFordulok")] == [1, 2, None]
    assert "2-fordulo-osztolista-2-kulcs" in dealt.keys.secrets
    with pytest.raises(BookError, match="a lenyomata eltér"):
        dealt.reveal(1)
    stored, dealt.keys.stored = (
        dealt.keys.stored,
        StoredKey(str(dealt.book.read_value("verseny_azonosito")), first),
    )
    assert dealt.reveal(1) == []
    with pytest.raises(BookError, match="a lenyomata eltér"):
        dealt.reveal(2)
    dealt.keys.stored = stored
    assert dealt.reveal(2) == []
    shown = {(row["Sorozat"], row["Forduló"]) for row in dealt.book.read_table("tLeosztasok")}
    assert shown == {(1, 1), (2, 2)}
    assert draw_deal(second, 2, 2, 1) != draw_deal(first, 2, 2, 1)
    assert dealt.codes("deal_round", round=(3,)) == []
    assert dealt.row("tFordulok", **{"Forduló": 3})["Sorozat"] == 2


def test_the_draw_is_verified_from_the_key_it_was_made_of(dealt: Event) -> None:
    """A second key for the deals takes nothing from the lines: their key verifies them, the second does not."""
    first = key(dealt)
    lose(dealt)
    dealt.press("deal_round", round=(2,), **BY_NAME)
    with pytest.raises(BookError, match="a lenyomata eltér"):
        dealt.press("verify_draw")
    dealt.keys.stored = StoredKey(str(dealt.book.read_value("verseny_azonosito")), first)
    assert dealt.codes("verify_draw") == []


@pytest.mark.parametrize(
    ("day", "begins", "said"),
    [
        (date(2026, 11, 28), time(10, 0), ""),
        (date(2026, 11, 28), time(10, 2), "1 óra 1 perccel"),
        (date(2026, 11, 28), "11.30", "2 óra 29 perccel"),
        (date(2026, 11, 28), None, ""),
        (date(2026, 11, 29), time(9, 30), "nem a verseny napján (2026. 11. 29.)"),
        ("2026. 11. 27.", None, "nem a verseny napján (2026. 11. 27.)"),
        (None, time(12, 0), ""),
    ],
)
def test_round_1_is_dealt_within_the_hour_before_the_start(
    event: Event, day: object, begins: object, said: str
) -> None:
    """VSZ 4.c: told and logged, never refused; later rounds are free."""
    event.press("new_event")
    for name, value in (("fordulok", 2), ("leosztasok_fordulonkent", 3)):
        event.book.write_value(name, value)
    event.book.values["verseny_datum"], event.book.values["verseny_kezdes"] = day, begins  # type: ignore[assignment]
    event.looks = 0
    assert event.clock() < datetime(2026, 11, 28, 9, 1) < START + timedelta(minutes=2)
    for number in (2, 1):
        assert event.codes("deal_round", round=(number,)) == []
        details = str(event.book.read_table("tNaplo")[-1]["Részletek"])
        assert ("VSZ 4.c" in details) is bool(said and number == 1)
    assert said in details


def test_an_event_of_an_older_program_goes_on_with_its_key(dealt: Event) -> None:
    """Its log names no fingerprint: the cell counts; the second key's series is 2 all the same."""
    first = key(dealt)
    log = dealt.book.read_table("tNaplo")
    for row in log:
        row["Részletek"] = str(row["Részletek"]).partition(" A kulcs lenyomata")[0]
    dealt.book.write_table("tNaplo", log)
    assert fingerprints(dealt.book) == [fingerprint(first)]
    assert dealt.codes("deal_round", round=(2,)) == []
    assert dealt.row("tFordulok", **{"Forduló": 2})["Sorozat"] == 1
    lose(dealt)
    assert dealt.codes("deal_round", round=(3,), **BY_NAME) == []
    assert dealt.row("tFordulok", **{"Forduló": 3})["Sorozat"] == 2


def test_another_program_is_named(event: Event) -> None:
    """--elsewhere --program: Sorozat and log say which; the round is played without cards."""
    event.prepare()
    assert event.codes("deal_round", round=(1,), elsewhere=True, program="UltiPakli") == []
    assert event.row("tFordulok", **{"Forduló": 1})["Sorozat"] == "máshonnan (UltiPakli)"
    assert "UltiPakli" in str(event.book.read_table("tNaplo")[-1]["Részletek"])
    assert event.reveal(1) == []
    assert "close_without_deals" not in event.close(1)


def test_the_secrets_are_asked_about_before_they_go_into_a_synced_folder(
    event: Event, tmp_path: Path
) -> None:
    """Neither key nor list is made until somebody accepts the folder by his name; then nobody is asked again."""
    event.prepare()
    event.keys.stored = None
    event.book.values["kulcs_lenyomat"] = None
    event.book.write_table("tNaplo", [])
    event.book.write_table("tVonalak", [])
    event.keys.folder = tmp_path / "OneDrive - Egyesület" / "kupa"
    for verb, options in (("deal_round", {"round": (1,)}), ("assign_lines", {})):
        assert event.codes(verb, **options) == ["secrets_exposed"]
        assert event.codes(verb, **options, here=True) == ["secrets_exposed"]
        assert event.keys.stored is None
        assert event.keys.secrets == {}
    [row] = event.book.read_table("tHibak")
    assert str(event.keys.folder) in str(row["Hiba"])
    assert "kulcsok" in str(row["Teendő"])
    assert event.codes("deal_round", round=(1,), elsewhere=True) == []
    assert event.codes("deal_round", round=(2,), here=True, person="Fő Béla") == []
    assert "Fő Béla" in str(rows(event, "Titkos fájlok helye")[0]["Részletek"])
    assert event.codes("assign_lines") == []
    event.keys.folder = tmp_path / "Dropbox"
    assert event.codes("deal_round", round=(3,)) == ["secrets_exposed"]
    found = event.book.read_table("tHibak")
    event.book.write_table("tHibak", [row | {"Megerősítette": "Kiss Éva"} for row in found])
    assert event.codes("deal_round", round=(3,)) == []
    assert len({row["Új érték"] for row in rows(event, "Titkos fájlok helye")}) == 2
    assert str(tmp_path) not in str(rows(event, "Titkos fájlok helye"))
