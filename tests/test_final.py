"""Final means final (VSZ 5): what is changed after the last closing is named, nothing is published over it."""

from __future__ import annotations

import shutil
from itertools import product
from pathlib import Path

import pytest

from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.book.port import Row
from macros_py.verbs import verbs
from tests.closed_events import Hand, by_hand, copy_of, sent_event

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a trial event of nine players and two rounds, closed, with its masterpoints and its record."""
    return sent_event(tmp_path_factory.getbasetemp())


@pytest.fixture
def file(closed: Path, tmp_path: Path) -> Path:
    """Give a copy of it, with all that lies beside it."""
    return copy_of(closed, tmp_path)


@pytest.fixture(scope="module")
def before(closed: Path) -> list[Row]:
    """Give the ranking that was published by the last closing."""
    return ranking(closed)


def cells(table: str, index: int, **values: object) -> Hand:
    """Write cells into one row of a table (0-based; -1 the last)."""

    def write(book: FileBook) -> None:
        rows = book.read_table(table)
        rows[index].update({name.replace("_", " "): value for name, value in values.items()})  # type: ignore[misc]
        book.write_table(table, rows)

    return write


def added(table: str, **values: object) -> Hand:
    """Add a row to a table."""

    def write(book: FileBook) -> None:
        row: Row = {name.replace("_", " "): value for name, value in values.items()}  # type: ignore[misc]
        book.write_table(table, [*book.read_table(table), row])

    return write


def removed(table: str, index: int) -> Hand:
    """Delete a row of a table."""

    def write(book: FileBook) -> None:
        rows = book.read_table(table)
        del rows[index]
        book.write_table(table, rows)

    return write


def value(name: str, content: object) -> Hand:
    """Write into a named cell."""
    return lambda book: book.write_value(name, content)  # type: ignore[arg-type]


def exchanged(book: FileBook) -> None:
    """Exchange two players everywhere, as find and replace does."""
    first, second = (str(book.read_table("tNevezok")[index]["Név"]) for index in (0, 4))
    swap = {first: second, second: first}
    for table in ("tNevezok", "tVonalak", "tUlesrend", "tEredmenyek"):
        rows = book.read_table(table)
        book.write_table(
            table,
            [{name: swap.get(str(cell), cell) for name, cell in row.items()} for row in rows],
        )


RESULT = cells("tEredmenyek", 0, Felvevő="A", Teljesítés="P 40", Ft_A=16, Ft_B=-8, Ft_C=-8, Állapot=None)
OTHER_DEAL = cells("tLeosztasok", 0, Talon="tök hét, tök nyolc")
CHANGES: dict[str, tuple[Hand, ...]] = {
    "a result": (RESULT,),
    "an achievement alone": (cells("tEredmenyek", 1, Teljesítés="B"),),
    "a result, its round opened": (RESULT, cells("tFordulok", 0, Állapot="lejátszva")),
    "a result, both rounds opened": (
        RESULT,
        cells("tFordulok", 0, Állapot="lejátszva"),
        cells("tFordulok", 1, Állapot="lejátszva"),
        value("veglegesitve", None),
    ),
    "a result deleted": (removed("tEredmenyek", 3),),
    "a ruling": (
        added(
            "tDontesek", Sorszám=9, Fajta="levonás", Forduló=1, Asztal=1, Leosztás=1, Érték=1, Egység="pont"
        ),
    ),
    "a substitution": (
        added("tCserek", Vonal="A", Induló_asztal=1, Ki="Valaki", Be="Más Valaki", Fordulótól=2),
    ),
    "the number of rounds": (value("fordulok", 3),),
    "the number of deals": (value("leosztasok_fordulonkent", 4),),
    "a round's state": (cells("tFordulok", 1, Állapot="kiosztva"),),
    "two players exchanged": (exchanged,),
    "a deal": (OTHER_DEAL,),
    "a seat": (cells("tUlesrend", 0, B="Idegen Imre"),),
    "a rule": (cells("tSzabalyok", 0, Érték=99),),
}
PUBLISHING = [
    verb.id for verb in verbs().values() if verb.publishes and verb.id not in {"close_round", "post_results"}
]
OPTIONS = {
    "write_record": ["--to", "uj.xlsx"],
    "player_sheet": ["--player", "Akárki", "--to", "lap.xlsx"],
    "choose_rules": ["--keep", "event", "--person", "Fő Béla"],
}


def pressed(file: Path, verb: str, *options: str) -> int:
    """Carry out a verb; files that it writes go beside the workbook."""
    words = [str(file.with_name(word)) if word.endswith(".xlsx") else word for word in options]
    return main([verb, str(file), *words])


def ranking(file: Path) -> list[Row]:
    """Give the published final ranking."""
    return FileBook.open(file).read_table("tVegeredmeny")


@pytest.mark.parametrize(
    ("change", "publishing", "others"),
    [
        ("a result", PUBLISHING, ["check_results", "list_queries", "preview"]),
        *((change, ["award_masterpoints"], ["check_results"]) for change in CHANGES),
    ],
    ids=["every verb", *CHANGES],
)
def test_nothing_is_published_over_a_change(
    file: Path,
    before: list[Row],
    change: str,
    publishing: list[str],
    others: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every publishing verb stops with 1 and names it; nothing is written, and no other verb makes it the new truth."""
    by_hand(file, *CHANGES[change])
    for verb in (*publishing, *others, *publishing):
        found = pressed(file, verb, *OPTIONS.get(verb, []))
        told = capsys.readouterr().out
        if verb in PUBLISHING:
            assert found == 1, (verb, told)
            assert "VSZ 5" in told or "Napló" in told, (verb, told)
    assert ranking(file) == before
    assert not file.with_name("uj.xlsx").exists()
    assert not file.with_name("lap.xlsx").exists()


@pytest.mark.parametrize(
    ("change", "verb"),
    [
        ("the number of rounds", "close_round"),
        ("the number of rounds", "deal_round"),
        *product(
            ["a result, both rounds opened"],
            ["close_round", "post_results", "deal_round", "reveal_round", "assign_lines"],
        ),
    ],
)
def test_nothing_is_opened_again(file: Path, verb: str, change: str) -> None:
    """No verb of the day goes on with an event that the log says was closed for the last time."""
    by_hand(file, *CHANGES[change])
    options = [] if verb in {"post_results", "assign_lines"} else ["--round", "2"]
    options += {"close_round": ["--early", "--person", "Csaló"], "deal_round": ["--elsewhere"]}.get(verb, [])
    assert pressed(file, verb, *options) == 1
    by_hand(file, *(value("fordulok", 3),))
    if verb in {"deal_round", "close_round"}:
        assert pressed(file, verb, "--round", "3", *options[2:]) == 1


def test_the_old_value_is_named_and_put_back(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Cell, old and new value stand in the sentence; written back by hand, everything goes on."""
    old = FileBook.open(file).read_table("tEredmenyek")[0]
    by_hand(file, cells("tEredmenyek", 0, Ft_A=98))
    assert pressed(file, "score_event") == 1
    told = capsys.readouterr().out
    assert f"Eredményrögzítés, Ft A: az utolsó lezárás után megváltozott: {old['Ft A']} helyett 98" in told
    by_hand(file, cells("tEredmenyek", 0, Ft_A=old["Ft A"]))
    assert pressed(file, "score_event") == 0


def test_restoring_is_the_way_back(file: Path, before: list[Row]) -> None:
    """A copy from after the closing may be put back, none from before it; then the event is as it was closed."""
    by_hand(file, *CHANGES["a result, both rounds opened"], *CHANGES["a ruling"])
    assert pressed(file, "award_masterpoints") == 1
    copies = len(list((file.parent / "masolatok").glob("*_close_round_*")))
    assert copies == 1
    assert pressed(file, "restore", "--to", "3") == 1
    assert pressed(file, "restore", "--to", "1") == 0
    assert pressed(file, "award_masterpoints") == 0
    assert ranking(file) == before
    assert pressed(file, "write_record", "--to", "uj.xlsx") == 0


def without_copies(file: Path) -> None:
    """Lose everything that lies beside the workbook, and give it another name."""
    shutil.rmtree(file.parent / "masolatok")


LOG_HANDS: dict[str, tuple[Hand, ...]] = {
    "a row copied below itself": (
        lambda book: book.write_table("tNaplo", [*(rows := book.read_table("tNaplo")), dict(rows[-1])]),
    ),
    "a row typed": (added("tNaplo", Művelet="Kiértékelés", Részletek="semmi sem történt"),),
    "the last row taken out": (removed("tNaplo", -1),),
    "a row in the middle taken out": (removed("tNaplo", 1),),
    "a row rewritten": (cells("tNaplo", 1, Végezte="Más Valaki"),),
}


@pytest.mark.parametrize("loses_copies", [False, True], ids=["with copies", "without copies"])
@pytest.mark.parametrize("hand", LOG_HANDS)
def test_a_log_mended_by_hand_hides_nothing(
    file: Path, before: list[Row], hand: str, loses_copies: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row added, taken out or rewritten beside a changed result: told, never called whole; no publishing."""
    by_hand(file, RESULT, cells("tFordulok", 0, Állapot="lejátszva"), *LOG_HANDS[hand])
    if loses_copies:
        without_copies(file)
    for verb in ("close_round", "award_masterpoints", "write_record"):
        options = {"close_round": ["--round", "1", "--early", "--person", "Csaló"], **OPTIONS}.get(verb, [])
        assert pressed(file, verb, *options) == 1, verb
    assert "ép és teljes" not in capsys.readouterr().out
    assert ranking(file) == before


def test_a_moved_and_renamed_file_is_held_against_its_own_log(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without any copy the sheet is named; of a result the last scoring still knows what it was."""
    moved = tmp_path / "máshol" / "Kupa javított.xlsx"
    moved.parent.mkdir()
    shutil.copy(file, moved)
    assert pressed(moved, "score_event") == 0
    assert "nincs meg" in capsys.readouterr().out
    shutil.rmtree(moved.parent / "masolatok")
    by_hand(moved, *CHANGES["a ruling"])
    assert pressed(moved, "score_event") == 1
    assert (
        "A Döntések lap az utolsó lezárás után megváltozott; a régi érték nem ismert"
        in capsys.readouterr().out
    )


def test_a_sorted_log_is_whole(file: Path) -> None:
    """Sorting the log does no harm: it is followed by its numbers."""
    by_hand(file, lambda book: book.write_table("tNaplo", list(reversed(book.read_table("tNaplo")))))
    assert pressed(file, "score_event") == 0
    numbers = [row["Sorszám"] for row in FileBook.open(file).read_table("tNaplo")]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))  # type: ignore[type-var]


def test_a_broken_log_is_mended_from_a_copy(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """restore puts the log back too where somebody has torn it; afterwards it is whole again."""
    by_hand(file, removed("tNaplo", 1))
    assert pressed(file, "award_masterpoints") == 1
    assert "hiányzik" in capsys.readouterr().out
    assert pressed(file, "restore", "--to", "1") == 0
    assert "A Napló is helyreállt" in capsys.readouterr().out
    assert pressed(file, "award_masterpoints") == 0
    assert "Napló" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("sheet", "heading", "content"),
    [
        ("tNevezok", "Versenyengedély száma", "77"),
        ("tNevezok", "Befizetett díj", 3000),
        ("tEredmenyek", "Megjegyzés", "x"),
    ],
)
def test_what_is_no_result_may_still_be_filled_in(
    file: Path, sheet: str, heading: str, content: object
) -> None:
    """A licence that was missing, a fee, a remark: the day's papers are finished after the closing too."""
    by_hand(file, cells(sheet, 0, **{heading.replace(" ", "_"): content}))
    assert pressed(file, "award_masterpoints") == 0
    assert pressed(file, "write_record", "--to", "uj.xlsx") == 0


def test_recover_does_not_open_a_closed_event(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a copy from after the closing lies, no older one is taken for the event."""
    folder = file.parent / "masolatok"
    states = [*folder.glob("*allapot*"), *folder.glob("*write_record*")]
    assert states
    newest = max(folder.glob("2*"))
    for path in states:
        path.unlink()
    assert main(["recover", str(folder), "--to", str(tmp_path / "uj.xlsx")]) == 0
    before = min(folder.glob("2*_close_round_*"), default=None) or newest
    later = before.with_name(before.name.replace(before.name[:8], "20990101", 1))
    shutil.copy(before, later)
    assert main(["recover", str(folder), "--to", str(tmp_path / "masik.xlsx")]) == 1
    assert "lezárás utáni másolat" in capsys.readouterr().out
    assert not (tmp_path / "masik.xlsx").exists()


@pytest.mark.parametrize("change", ["a deal", "a result, its round opened"])
def test_looking_at_the_copies_makes_nothing_true(
    file: Path, before: list[Row], change: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list of the copies vouches for nothing: what was changed is no state that restore may put back."""
    assert pressed(file, "check_results") == 0
    by_hand(file, *CHANGES[change])
    assert pressed(file, "score_event") == 1
    for verb in ("list_queries", "restore", "restore"):
        assert pressed(file, verb) == 0
    told = capsys.readouterr().out
    assert "Amit a lezárás rögzített, változatlanul a 2. másolatban áll" in told
    assert "elavult" not in told
    assert pressed(file, "restore", "--to", "1") == 1
    assert "a 2. másolatban" in capsys.readouterr().out
    assert pressed(file, "award_masterpoints") == 1
    assert pressed(file, "restore", "--to", "2") == 0
    assert pressed(file, "award_masterpoints") == 0
    assert ranking(file) == before


@pytest.mark.parametrize("change", ["a ruling", "a result, both rounds opened", "a deal"])
def test_recover_takes_what_was_closed(
    file: Path, before: list[Row], tmp_path: Path, change: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A changed final event does not become true on another machine: the newest unchanged copy is taken, and told."""
    by_hand(file, *CHANGES[change])
    assert pressed(file, "score_event") == 1
    assert pressed(file, "list_queries") == 0
    other = tmp_path / "uj.xlsx"
    assert main(["recover", str(file.parent / "masolatok"), "--to", str(other)]) == 0
    assert "korábbi, változatlan másolat jött vissza" in capsys.readouterr().out
    assert pressed(other, "award_masterpoints") == 0
    assert ranking(other) == before


def test_recover_vouches_for_no_changed_copy(file: Path, tmp_path: Path) -> None:
    """Where every copy left is a changed one it comes back, and nothing is published over it."""
    by_hand(file, *CHANGES["a ruling"])
    assert pressed(file, "score_event") == 1
    folder = file.parent / "masolatok"
    for path in folder.glob("2*"):
        path.unlink()
    other = tmp_path / "uj.xlsx"
    assert main(["recover", str(folder), "--to", str(other)]) == 0
    assert pressed(other, "award_masterpoints") == 1
