"""import_deals: the cards of a played round from a file, each deal held against the pack."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import openpyxl
import pytest

from macros_py.book.port import BookError
from macros_py.book.tables.hall import read_deals
from macros_py.rules.cards.cards import hand_notation
from macros_py.rules.cards.deals import Deal, draw_deal
from macros_py.words import describe
from tests.actions.conftest import Event
from tests.actions.test_event_key import key, lose, rows
from tests.actions.test_without_key import BY_NAME, PLAIN

HEAD = ("Forduló", "Leosztás", "A", "B", "C", "Talon")
DEALS = {number: draw_deal(bytes(range(32)), 1, 1, number) for number in (1, 2, 3)}
Table = list[list[object]]


@pytest.fixture
def played(event: Event) -> Event:
    """Give an event whose first round was played at tables, without its key."""
    event.prepare(9, 2, 3)
    event.press("deal_round", round=(1,))
    lose(event)
    event.press("reveal_round", round=(1,), **BY_NAME)
    event.type(1, **PLAIN)
    return event


def texts(deal: Deal) -> list[str]:
    """Write the hands and the talon."""
    return [hand_notation(hand) for hand in (*deal.hands, deal.talon)]


def table() -> Table:
    """Give a round as a table with headings."""
    return [list(HEAD), *([1, number, *texts(deal)] for number, deal in DEALS.items())]


def csv_file(path: Path, lines: Sequence[Sequence[object]]) -> Path:
    """Write a table as CSV."""
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows(lines)
    return path


def xlsx_file(path: Path, lines: Sequence[Sequence[object]]) -> Path:
    """Write a table as a workbook, a title above it and a sheet before it."""
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Leosztások")
    for line in (["UltiPakli"], [], *lines):
        sheet.append(list(line))
    book.save(path)
    return path


def json_file(path: Path, lines: Sequence[Sequence[object]]) -> Path:
    """Write a table as JSON, small letters without accents."""
    names = ("fordulo", "leosztas", "a", "b", "c", "talon")
    entries = [dict(zip(names, line, strict=False)) for line in lines[1:]]
    path.write_text(json.dumps({"leosztasok": entries}, ensure_ascii=False), "utf-8")
    return path


WRITERS: dict[str, Callable[[Path, Table], Path]] = {
    "lapok.csv": csv_file,
    "lapok.xlsx": xlsx_file,
    "lapok.json": json_file,
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("has_round", [True, False])
def test_a_table_of_deals_comes_in(played: Event, tmp_path: Path, name: str, has_round: bool) -> None:
    """CSV, workbook, JSON; with the round named (others in the file are passed over) or not."""
    lines = table()
    if has_round:
        lines.append([2, 1, *texts(DEALS[2])])
    else:
        lines = [line[1:] if name != "lapok.json" else [None, *line[1:]] for line in lines]
    path = WRITERS[name](tmp_path / name, lines)
    assert played.codes("import_deals", round=(1,), **{"from": path}) == []
    assert read_deals(played.book) == {(1, number): deal for number, deal in DEALS.items()}
    assert {row["Sorozat"] for row in played.book.read_table("tLeosztasok")} == {"máshonnan"}
    assert [row["Kezdő"] for row in played.book.read_table("tLeosztasok")] == ["A", "B", "C"]
    assert (
        "cards_contradict" in played.codes("check_results") or played.codes("close_round", round=(1,)) == []
    )


def test_our_own_dealers_list_comes_in(event: Event, tmp_path: Path) -> None:
    """The paper of the dealers, kept although the key is lost: the same deals, and the round is closed with them."""
    event.prepare(9, 2, 3)
    event.press("deal_round", round=(1, 2))
    expected = {(2, number): draw_deal(key(event), 1, 2, number) for number in (1, 2, 3)}
    path = tmp_path / "Kupa-2-fordulo-osztolista.txt"
    path.write_text(event.keys.secrets["2-fordulo-osztolista"], "utf-8")
    event.reveal(1)
    lose(event)
    event.press("reveal_round", round=(2,), **BY_NAME)
    with pytest.raises(BookError, match=r"ehhez a fordulóhoz \(1\)"):
        event.press("import_deals", round=(1,), **{"from": path})
    assert event.codes("import_deals", round=(2,), **{"from": path}) == []
    assert {place: deal for place, deal in read_deals(event.book).items() if place[0] == 2} == expected


def spoil(change: Callable[[Table], object]) -> Table:
    """Give the table with something wrong in it."""
    lines = table()
    change(lines)
    return lines


def put(row: int, column: int, value: object) -> Callable[[Table], object]:
    """Give a change of one cell."""
    return lambda lines: lines[row].__setitem__(column, value)


def exchange(lines: Table) -> None:
    """Give hand A of deal 1 to deal 2: cards twice, cards missing."""
    lines[2][2] = lines[1][2]


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        (put(1, 1, 4), "deal_number", "2. sor: ilyen leosztás nincs a fordulóban: „4”"),
        (put(1, 1, "x"), "deal_number", "2. sor"),
        (put(2, 1, 1), "deal_twice", "az 1. leosztás többször is szerepel"),
        (put(1, 2, "P ÁX9 T K Z – M QQ"), "deal_hand", "1. leosztás, A: „P ÁX9 T K Z – M QQ” nem olvasható"),
        (put(1, 5, None), "deal_hand", "1. leosztás, Talon"),
        (put(1, 5, "P Á T – Z – M –"), "deal_cards", "10 + 10 + 10 + 1 lap"),
        (exchange, "deal_cards", "kétszer: "),
        (lambda lines: lines.pop(), "deals_absent", "hiányzik a 3. leosztás"),
    ],
)
def test_each_deal_is_held_against_the_pack(
    played: Event, tmp_path: Path, change: Callable[[Table], object], code: str, said: str
) -> None:
    """The line and what is wrong with it are named; nothing comes in."""
    before = played.book.read_table("tLeosztasok")
    path = csv_file(tmp_path / "lapok.csv", spoil(change))
    problems = played.press("import_deals", round=(1,), **{"from": path})
    assert code in [problem.code for problem in problems]
    assert said in " ".join(describe(problem).message for problem in problems)
    assert played.book.read_table("tLeosztasok") == before


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", "[1, 2]"),
        ("a.json", "{"),
        ("a.json", '{"leosztasok": 5}'),
        ("a.json", "[" * 100_000),
        ("a.json", "[]"),
        ("a.txt", "Kedves Osztó!"),
        ("a.csv", "Leosztás;A;B\n1;P Á;P X\n"),
        ("a.csv", ""),
    ],
)
def test_what_holds_no_deals_is_said_to(played: Event, tmp_path: Path, name: str, content: str) -> None:
    """Another file: which formats there are, exit code 2."""
    path = tmp_path / name
    path.write_text(content, "utf-8")
    with pytest.raises(BookError, match=r"a\.(json|txt|csv)"):
        played.press("import_deals", round=(1,), **{"from": path})


def test_cards_of_a_round_not_played_stay_out(event: Event, tmp_path: Path) -> None:
    """They are secret (VSZ 4.a); several rounds, or a round whose key is there, are refused too."""
    event.prepare(9, 2, 3)
    event.press("deal_round", round=(1,))
    path = csv_file(tmp_path / "lapok.csv", table())
    options = {"from": path}
    assert event.codes("import_deals", round=(1,), **options) == ["import_deals_unplayed"]
    assert event.codes("import_deals", round=(2,), **options) == ["import_deals_unplayed"]
    assert event.codes("import_deals", round=(1, 2), **options) == ["import_deals_one"]
    event.reveal(1)
    assert event.codes("import_deals", round=(1,), **options) == ["import_deals_key"]
    assert set(read_deals(event.book).values()).isdisjoint(DEALS.values())


def test_what_stood_there_is_logged(played: Event, tmp_path: Path) -> None:
    """A second file corrects the first: old and new cards of the deal that differs."""
    path = csv_file(tmp_path / "lapok.csv", table())
    played.press("import_deals", round=(1,), **{"from": path})
    assert rows(played, "Leosztás javítva") == []
    lines = table()
    lines[2][2], lines[2][3] = lines[2][3], lines[2][2]
    played.press("import_deals", round=(1,), **{"from": csv_file(path, lines)})
    [row] = rows(played, "Leosztás javítva")
    first, second, third, talon = texts(DEALS[2])
    assert row["Régi érték"] == "; ".join((first, second, third, talon))
    assert row["Új érték"] == "; ".join((second, first, third, talon))


def test_a_round_of_another_program_takes_its_deals(event: Event, tmp_path: Path) -> None:
    """UltiPakli's deals, typed into a table: from then on rows are held against them."""
    event.prepare(9, 2, 3)
    event.press("deal_round", round=(1,), elsewhere=True, program="UltiPakli")
    event.reveal(1)
    path = csv_file(tmp_path / "lapok.csv", table())
    assert event.codes("import_deals", round=(1,), **{"from": path}) == []
    assert len(read_deals(event.book)) == 3
