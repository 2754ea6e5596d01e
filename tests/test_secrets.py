"""What is secret stays secret, on real files: cards of open rounds are in no copy, and come back from the key."""

from __future__ import annotations

import gzip
import stat
import sys
from pathlib import Path

import pytest

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from tests.secret_events import dealt_event, found, hands, press, type_everywhere

pytestmark = pytest.mark.slow


@pytest.fixture
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a seated event whose two rounds have been dealt, with a second place for its copies."""
    return dealt_event(tmp_path_factory.getbasetemp())


@pytest.mark.parametrize("way", ["undo_last", "restore"])
def test_what_a_mistaken_reveal_showed_is_nowhere_once_it_is_taken_back(dealt: Path, way: str) -> None:
    """No long hand in any byte beside the workbook or in the second place, whatever verbs ran meanwhile."""
    secret = hands(dealt, 1)
    assert len(secret) >= 9
    press(dealt, "reveal_round --round 1 --person Béla")
    assert [name for name in found(dealt.parent, secret) if ".xlsx!" in name]
    press(dealt, "undo_last")
    press(dealt, "reveal_round --round 1 --person Béla", "list_queries", "score_event", "preview")
    if way == "undo_last":
        press(dealt, *["undo_last"] * 4)
    else:
        press(dealt, "restore --to 4")
    assert FileBook.open(dealt).read_table("tFordulok")[0]["Állapot"] == "kiosztva"
    assert FileBook.open(dealt).read_table("tLeosztasok") == []
    assert found(dealt.parent, secret) == []
    assert found(dealt.parent.parent / "pendrive", secret) == []


def test_cards_of_a_closed_round_are_in_the_copies(dealt: Path) -> None:
    """From then on they are nobody's secret, and no copy may lose them."""
    press(dealt, "reveal_round --round 1 --person Béla")
    type_everywhere(dealt)
    press(dealt, "close_round --round 1")
    assert [name for name in found(dealt.parent, hands(dealt, 1)) if "allapot" in name]
    assert found(dealt.parent, hands(dealt, 2)) == []


def cards(file: Path) -> list[object]:
    """Give what the Leosztások sheet shows."""
    return list(FileBook.open(file).read_table("tLeosztasok"))


@pytest.mark.parametrize("has_key", [True, False])
def test_undoing_keeps_what_was_revealed_before(dealt: Path, has_key: bool) -> None:
    """The cards are derived anew; without the key those in the workbook stay. Nothing is told as changed by hand."""
    press(dealt, "reveal_round --round 1 --person Béla", "list_queries")
    shown = cards(dealt)
    assert len(shown) == 3
    if not has_key:
        dealt.with_suffix(".kulcs").rename(dealt.with_suffix(".elvitt"))
    press(dealt, "undo_last")
    assert cards(dealt) == shown
    press(dealt, "score_event", "restore --to 1")
    assert cards(dealt) == shown
    assert FileBook.open(dealt).read_table("tFordulok")[0]["Állapot"] == "lejátszva"


def test_undoing_a_closing_shows_its_cards_again(dealt: Path) -> None:
    """The copy before the closing has none of them."""
    press(dealt, "reveal_round --round 1 --person Béla")
    type_everywhere(dealt)
    shown = cards(dealt)
    press(dealt, "close_round --round 1", "undo_last")
    assert FileBook.open(dealt).read_table("tFordulok")[0]["Állapot"] == "lejátszva"
    assert cards(dealt) == shown


def test_a_restored_round_without_key_and_cards_is_not_revealed(
    dealt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The reveal was undone, the key taken away, the copy of afterwards put back: said, and the round is kiosztva."""
    press(dealt, "reveal_round --round 1 --person Béla", "score_event", "undo_last", "undo_last")
    key = dealt.with_suffix(".kulcs").rename(dealt.with_suffix(".elvitt"))
    capsys.readouterr()
    press(dealt, "restore --to 3")
    assert "kulcs nélkül nem állíthatók elő" in capsys.readouterr().out
    assert FileBook.open(dealt).read_table("tFordulok")[0]["Állapot"] == "kiosztva"
    press(dealt, f"restore --to 3 --key {key}")
    assert len(cards(dealt)) == 3


def test_recovering_derives_the_cards_of_an_open_round(dealt: Path, tmp_path: Path) -> None:
    """With the key beside the new workbook's place nothing is missing."""
    press(dealt, "reveal_round --round 1 --person Béla")
    shown = cards(dealt)
    target = tmp_path / "uj" / "Kupa.xlsx"
    target.parent.mkdir()
    line = ["recover", str(dealt.parent / "masolatok"), "--to", str(target)]
    assert main([*line, "--key", str(dealt.with_suffix(".kulcs"))]) == 0
    assert cards(target) == shown


def test_typed_cards_stay_in_the_copies_and_that_is_said(
    dealt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They follow from no key: said once, and the copies are for their owner only."""
    dealt.with_suffix(".kulcs").unlink()
    press(dealt, "reveal_round --round 1 --person Béla --no-deals --reason elromlott")
    book = FileBook.open(dealt)
    rows = book.read_table("tLeosztasok")
    hand = "P ÁXKF T ÁX Z ÁX M ÁX"
    rows[0]["A"] = hand
    book.write_table("tLeosztasok", rows)
    book.save()
    capsys.readouterr()
    press(dealt, "score_event")
    assert "lapjai is benne vannak" in capsys.readouterr().out
    press(dealt, "score_event")
    assert "lapjai is benne vannak" not in capsys.readouterr().out
    copies = list((dealt.parent / "masolatok").glob("*.gz"))
    assert any(hand in gzip.decompress(path.read_bytes()).decode() for path in copies)
    if sys.platform != "win32":
        assert {stat.S_IMODE(path.stat().st_mode) for path in copies} == {0o600}
    press(dealt, "undo_last")
    assert cards(dealt)[0]["A"] == hand  # type: ignore[index]
