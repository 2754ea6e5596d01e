"""What the buttons start: a function for every verb, one error policy, nothing gets out."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import xlwings as xw

from macros_py import buttons
from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.book.port import BookError
from macros_py.command_line import UsageError
from macros_py.verbs import verbs

PROJECT = Path(__file__).resolve().parent.parent


class Listener:
    """A screen that remembers what it was told, and answers as wished."""

    def __init__(self, answer: bool = True) -> None:
        self.told: list[str] = []
        self.asked: list[str] = []
        self.answer = answer

    def tell(self, text: str) -> None:
        """Remember a message."""
        self.told.append(text)

    def ask(self, text: str) -> bool:
        """Remember a question."""
        self.asked.append(text)
        return self.answer


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Listener:
    """Listen to whatever the buttons tell."""
    listener = Listener()
    monkeypatch.setattr(buttons, "screen_of", lambda app: listener)
    return listener


@pytest.mark.parametrize("verb", verbs())
def test_every_verb_has_its_function(verb: str) -> None:
    """A new line in buttons.toml is enough."""
    assert callable(getattr(buttons, verb))


def test_what_is_no_verb_is_no_function() -> None:
    """A misspelt stub fails loudly."""
    with pytest.raises(AttributeError, match="score_evnt"):
        _ = buttons.score_evnt


def test_answers_are_what_would_be_typed() -> None:
    """Accents, blanks, signs and flags arrive as on the command line; a flag answered by no is not given."""
    verb = verbs()["correct_result"]
    answers = {"round": "3", "deal": "2", "table": "1", "ft": "-4,2,2", "reason": 'őű, "két" szó'}
    command = buttons.command_of(
        verb, "C:/Új mappa (2)/kupa.xlsx", {**answers, "official-error": True, "state": ""}
    )
    assert command.options["ft"] == "-4,2,2"
    assert command.options["reason"] == 'őű, "két" szó'
    assert command.options["official_error"] is True
    assert "state" not in command.options
    assert command.file == Path("C:/Új mappa (2)/kupa.xlsx")


class ExcelBusyError(Exception):
    """What a COM call raises while a cell is being edited."""

    hresult = -2147418111


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (BookError("file_missing", path="kupa.xlsx"), "Nincs ilyen fájl: kupa.xlsx"),
        (UsageError("Hiányzik valami."), "Hiányzik valami."),
        (ExcelBusyError(), "egy cella szerkesztés alatt áll"),
        (OSError(-2146777998, "busy"), "egy cella szerkesztés alatt áll"),
        (ZeroDivisionError("ours"), "sportulti-hiba.log"),
    ],
)
def test_each_kind_of_failure_has_its_message(
    screen: Listener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, failure: Exception, words: str
) -> None:
    """Deliberate: its sentence; the program busy: what to do; a fault of ours: the log named. Never a traceback."""

    def fail(caller: object, given: object) -> bool:
        raise failure

    monkeypatch.setattr(buttons.Path, "home", lambda: tmp_path)
    monkeypatch.setattr(buttons, "calling_book", lambda: None)
    assert buttons.guarded(None, fail) is False
    assert words in screen.told[-1]
    assert (tmp_path / "sportulti-hiba.log").exists() == isinstance(failure, ZeroDivisionError)


def test_without_a_workbook_the_button_says_so(screen: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    """No workbook in front: a sentence, nothing else."""
    monkeypatch.setattr(buttons, "calling_book", lambda: None)
    assert buttons.score_event({}) is False
    assert "Nincs nyitva munkafüzet" in screen.told[-1]


def test_an_address_is_followed_to_the_folder_that_the_cloud_client_keeps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """https://…/Documents/Kupa%20%C5%91.xlsx is the file under OneDrive; one that is not there is none."""
    folder = tmp_path / "OneDrive - Egyesület" / "Versenyek"
    folder.mkdir(parents=True)
    (folder / "Kupa ő.xlsx").write_bytes(b"")
    monkeypatch.setenv("OneDriveCommercial", str(tmp_path / "OneDrive - Egyesület"))
    address = "https://egyesulet.sharepoint.com/personal/x/Documents/Versenyek/Kupa%20%C5%91.xlsx"
    assert buttons.local_copy(address) == folder / "Kupa ő.xlsx"
    assert buttons.local_copy(address.replace("Kupa", "Masik")) is None


def test_a_new_file_is_made_where_the_button_was_told(
    screen: Listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Új verseny: the file stands there afterwards; a second time it is not replaced, and that is said."""
    monkeypatch.setattr(buttons, "calling_book", lambda: None)
    target = tmp_path / "Új kupa.xlsx"
    assert buttons.new_event({"file": str(target)}) is True
    assert FileBook.open(target).read_value("verseny_azonosito")
    assert buttons.new_event({"file": str(target)}) is False
    assert "Már van ilyen fájl" in screen.told[-1]


@pytest.fixture
def opened(tmp_path: Path, calc: xw.App) -> Callable[[Path], xw.Book]:
    """Give what opens a copy of a file in Calc."""

    def open_copy(file: Path) -> xw.Book:
        shutil.copy(file, tmp_path / "nyitva.xlsx")
        return calc.books.open(str(tmp_path / "nyitva.xlsx"))

    return open_copy


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a trial event whose last of two rounds has been played and is still open."""
    file = tmp_path_factory.mktemp("gombok") / "proba.xlsx"
    options = ["--players", "9", "--rounds", "2", "--deals", "3", "--seed", "4"]
    assert main(["trial_event", str(file), *options]) == 0
    return file


def test_a_verb_on_an_open_workbook(
    opened: Callable[[Path], xw.Book], played: Path, screen: Listener
) -> None:
    """What it told is shown in one message, the program's state is as before, the round is said."""
    book = opened(played)
    assert buttons.press("score_event", {}, book) is True
    assert "Kiértékelve: 54 eredmény" in screen.told[-1]
    assert book.app.screen_updating
    assert not book.app.status_bar


def test_the_last_closing_is_asked_about_first(
    opened: Callable[[Path], xw.Book], played: Path, screen: Listener
) -> None:
    """No: nothing happens. Yes: the round that fits is closed, without being named."""
    book = opened(played)
    screen.answer = False
    assert buttons.press("close_round", {}, book) is False
    assert "véglegesek" in screen.asked[-1]
    screen.answer = True
    assert buttons.press("close_round", {}, book) is False
    assert "Kifüggesztés" in screen.told[-1]
    cell = book.sheets["Hibák"].range("J5")
    assert cell.offset(row_offset=-1).value == "Megerősítette"
    cell.value = "Fő Béla"
    assert buttons.press("close_round", {}, book) is True
    assert "Fő Béla" in screen.told[-1]
    states = [row[2] for row in book.sheets["Fordulók"].range("A5:C6").value]
    assert states == ["lezárva", "lezárva"]


def test_a_place_elsewhere_is_asked_about_once(
    opened: Callable[[Path], xw.Book], played: Path, screen: Listener, tmp_path: Path
) -> None:
    """No: nothing is written there, and nobody asks again. Another place, yes: the copies lie there too."""
    book = opened(played)
    cell = book.sheets["Verseny"].range("B25")
    assert cell.offset(column_offset=-1).value == "Második hely a másolatoknak"
    for name, answer in (("idegen", False), ("sajat", True)):
        place = tmp_path / name
        cell.value, screen.answer = str(place), answer
        for _ in range(2):
            screen.asked.clear()
            assert buttons.press("score_event", {}, book) is True
            assert place.exists() is answer
        assert screen.asked == []


def test_the_secrets_of_a_synced_workbook_can_lie_elsewhere(
    opened: Callable[[Path], xw.Book], tmp_path: Path, screen: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No: nothing is dealt. Yes: key and list lie among the user's own data, and the dealing is done."""
    assert main(["new_event", str(tmp_path / "uj.xlsx")]) == 0
    book = opened(tmp_path / "uj.xlsx")
    monkeypatch.setenv("OneDrive", str(Path(book.fullname).parent))
    screen.answer = False
    assert buttons.press("deal_round", {"round": "3"}, book) is False
    screen.answer = True
    assert buttons.press("deal_round", {"round": "3"}, book) is True
    assert "kulcsok" in screen.asked[-1]
    assert not list(Path(book.fullname).parent.glob("*.kulcs"))
    assert "osztolista" in screen.told[-1]


def test_the_live_check_goes_on_and_off_and_leaves_no_trace(
    opened: Callable[[Path], xw.Book], played: Path, screen: Listener
) -> None:
    """One formula over the round being typed, on a sheet of its own; off again: the cell is blank."""
    book = opened(played)
    cell = book.sheets["Azonnali ellenőrzés"].range("A5")
    assert buttons.live_check({}, book) is True
    assert str(cell.formula).replace("$", "").upper().startswith("=ULTI_SOROK(")
    assert "2. forduló" in screen.told[-1]
    assert buttons.live_check({}, book) is True
    assert not cell.formula
    assert "kikapcsolva" in screen.told[-1]
