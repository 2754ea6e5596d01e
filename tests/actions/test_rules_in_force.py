"""The rules an event was made with: told where this machine's differ, chosen by name, and really counted by."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from macros_py import conductor
from macros_py.__main__ import main
from macros_py.book.file import FileBook
from macros_py.editions import RULES_FOLDER, Edition, load_edition
from macros_py.verbs import verbs
from tests.actions.conftest import Event

BEFORE = load_edition("mausz-2008")
MISMATCH = "ft_disagree"
"""Said of a row whose Ft are not what its achievement is worth."""
NEEDING = [verb.id for verb in verbs().values() if verb.needs_rules]
OPTIONS: dict[str, dict[str, object]] = {
    "close_round": {"round": (2,), "early": True, "person": "Fő Béla"},
    "correct_result": {"round": (1,), "deal": 1, "table": 1, "ft": "8,-4,-4"},
    "player_sheet": {"player": "Játékos 01"},
    "write_record": {"to": Path("soha.xlsx")},
}


def edition_with(folder: Path, *changes: tuple[str, str]) -> Edition:
    """Give the edition of 2008 with values changed in its file: the line under a heading, and what it becomes."""
    text = (RULES_FOLDER / "mausz-2008.toml").read_text("utf-8")
    for section, value in changes:
        head, _, rest = text.partition(f"[{section}]\n")
        before, _, after = rest.partition("\nvalue = ")
        text = f"{head}[{section}]\n{before}\nvalue = {value}\n{after.partition(chr(10))[2]}"
    folder.mkdir(exist_ok=True)
    (folder / "mausz-2008.toml").write_text(text, "utf-8")
    return load_edition("mausz-2008", folder)


@pytest.fixture
def changed(tmp_path: Path) -> Edition:
    """Give the edition as a maintainer may have changed it: a win is worth 3, an ulti 5."""
    return edition_with(tmp_path / "rules", ("scoring.win", "3"), ("prices.ulti", "5"))


@pytest.fixture
def scored(event: Event, changed: Edition) -> Event:
    """Give an event with one closed round and one being played, scored, and now on a machine with changed rules."""
    event.prepare(9, 2, 3)
    event.play(1)
    event.close(1)
    event.play(2)
    event.type(2, deal=1, table=1, **{"Teljesítés": "U", "Ft A": 10, "Ft B": -5, "Ft C": -5})
    event.press("score_event")
    event.edition = changed
    return event


def points(event: Event) -> object:
    """Give the points of the standing, the best first."""
    return [row["Pont"] for row in event.book.read_table("tAllas")]


def rule(event: Event, path: str) -> object:
    """Give the value that the event's sheet has of a rule."""
    return event.row("tSzabalyok", **{"Azonosító": path})["Érték"]


def test_a_new_event_has_the_rules_of_the_machine(event: Event, changed: Edition) -> None:
    """It is made by them, path and value, and nothing differs."""
    event.edition = changed
    event.prepare(9, 1, 3)
    assert rule(event, "scoring.win") == 3
    assert [row["Azonosító"] for row in event.book.read_table("tSzabalyok")] == list(changed.values)
    assert not any("eltérnek" in told for told in event.book.told)


@pytest.mark.parametrize("verb", NEEDING)
def test_nothing_is_counted_or_published_before_it_is_chosen(scored: Event, verb: str) -> None:
    """Each such verb names both values of each rule and the way out, changes nothing, and makes no file."""
    before = scored.everything(but=("tHibak", "tNaplo"))
    found = scored.press(verb, **OPTIONS.get(verb, {}))
    assert [(one.code, one.fields["event"], one.fields["edition"]) for one in found] == [
        ("rules_undecided", "„2”", "„3”"),
        ("rules_undecided", "„4”", "„5”"),
    ]
    assert scored.everything(but=("tHibak", "tNaplo")) == before
    shown = scored.row("tHibak", **{"Kód": "F30", "Munkalap": "Szabályok", "Kulcs": "Ulti ára"})
    assert shown["Hiba"] == "Ulti ára: a versenyben „4”, a gépen lévő kiadásban „5”."
    assert "choose_rules --keep event --person NÉV" in str(shown["Teendő"])


def test_which_verbs_need_the_rules() -> None:
    """All that score, close, correct or publish; a new verb has to be weighed here."""
    assert [
        *("score_event", "close_round", "correct_result", "preview", "player_sheet"),
        *("post_results", "award_masterpoints", "write_record"),
    ] == NEEDING


def test_every_other_verb_tells_it(scored: Event) -> None:
    """In one sentence, and works on with the event's own prices: no row is called wrong for a new price list."""
    scored.book.told.clear()
    assert MISMATCH not in scored.codes("check_results")
    [told] = [line for line in scored.book.told if "eltérnek" in line]
    assert "Jobb Ft eredmény: a versenyben „2”, a kiadásban „3” (és még 1 szabályban)" in told
    assert "choose_rules" in told
    for verb, options in (("list_queries", {}), ("next_missing", {}), ("restore", {})):
        scored.book.told.clear()
        scored.press(verb, **options)
        assert any("eltérnek" in line for line in scored.book.told), verb


def test_a_problem_list_is_not_cleared_by_a_refusal(scored: Event) -> None:
    """A verb that was refused for the rules has examined nothing, and settles nothing on Hibák."""
    scored.type(2, deal=2, table=1, **{"Ft A": 5})
    scored.press("check_results")
    before = [row["Kód"] for row in scored.book.read_table("tHibak")]
    assert any(str(code).startswith("E") for code in before)
    scored.press("close_round", round=(2,))
    assert {*before} <= {row["Kód"] for row in scored.book.read_table("tHibak")}


def test_the_event_keeps_its_own_rules(scored: Event, tmp_path: Path) -> None:
    """The points stay, every verb goes on, the record prints what was counted by, and the log says who chose."""
    before = points(scored)
    rules = scored.book.read_table("tSzabalyok")
    assert scored.codes("choose_rules", keep="event", person="Fő Béla") == []
    assert scored.book.read_table("tSzabalyok") == rules
    assert scored.codes("score_event") == []
    assert points(scored) == before
    assert scored.close(2) == []
    assert scored.codes("award_masterpoints") == []
    path = tmp_path / "eredmény.xlsx"
    assert scored.codes("write_record", to=path) == []
    printed = dict(openpyxl.load_workbook(path)["Szabályok"].iter_rows(max_col=2, values_only=True))
    assert (printed["Jobb Ft eredmény"], printed["Ulti ára"]) == (2, 4)
    logged = [row for row in scored.book.read_table("tNaplo") if row["Művelet"] == "Szabályok választása"]
    assert [(row["Régi érték"], row["Új érték"]) for row in logged[:2]] == [("„2”", "„2”"), ("„4”", "„4”")]
    assert "saját szabálya érvényes" in str(logged[0]["Részletek"])
    scored.book.told.clear()
    scored.press("check_results")
    assert not any("eltérnek" in line for line in scored.book.told)


def test_the_edition_of_the_machine_is_taken(scored: Event, tmp_path: Path) -> None:
    """Sheet, price list, standing and record follow it at once, and nothing differs any more."""
    before = points(scored)
    assert scored.codes("choose_rules", keep="edition", person="Fő Béla") == []
    assert (rule(scored, "scoring.win"), rule(scored, "prices.ulti")) == (3, 5)
    ulti = scored.row("tErtekek", **{"Fajta": "bemondás", "Megnevezés": "ulti"})
    assert ulti["Nyert"] == 6
    assert points(scored) != before
    after = points(scored)
    assert scored.codes("score_event") == []
    assert points(scored) == after
    assert scored.book.read_value("szabalyok_valasztasa") is None
    path = tmp_path / "eredmény.xlsx"
    scored.press("write_record", to=path)
    printed = dict(openpyxl.load_workbook(path)["Szabályok"].iter_rows(max_col=2, values_only=True))
    assert (printed["Jobb Ft eredmény"], printed["Ulti ára"]) == (3, 5)
    assert MISMATCH in scored.codes("check_results")


def test_it_is_chosen_by_name_and_only_where_something_differs(scored: Event) -> None:
    """A login name is no signature, another word no choice, and equal rules leave nothing to choose."""
    before = scored.everything(but=("tHibak", "tNaplo"))
    assert scored.codes("choose_rules", keep="event") == ["rules_unsigned"]
    assert scored.codes("choose_rules", keep="edition", person=" ") == ["rules_unsigned"]
    assert scored.codes("choose_rules", keep="enyém", person="Fő Béla") == ["rules_keep"]
    assert scored.everything(but=("tHibak", "tNaplo")) == before
    scored.edition = BEFORE
    assert scored.codes("choose_rules", keep="event", person="Fő Béla") == ["rules_alike"]


def test_a_choice_is_for_the_differences_it_was_made_for(scored: Event, tmp_path: Path) -> None:
    """Another change of the edition, or of the event's sheet, asks again; undoing the choice does too."""
    scored.press("choose_rules", keep="event", person="Fő Béla")
    later = edition_with(tmp_path / "later", ("scoring.win", "4"), ("prices.ulti", "5"))
    scored.edition, machine = later, scored.edition
    assert {*scored.codes("score_event")} == {"rules_undecided"}
    scored.edition = machine
    assert scored.codes("score_event") == []
    rows = scored.book.read_table("tSzabalyok")
    scored.book.write_table(
        "tSzabalyok", [row | ({"Érték": 9} if row["Azonosító"] == "scoring.win" else {}) for row in rows]
    )
    assert {*scored.codes("score_event")} == {"rules_undecided"}


def test_a_rule_that_the_event_does_not_have(scored: Event) -> None:
    """It is taken from the edition and stands on the sheet from then on; the rest stays the event's own."""
    rows = [row for row in scored.book.read_table("tSzabalyok") if row["Azonosító"] != "scoring.tie"]
    scored.book.write_table("tSzabalyok", rows)
    told = [one.fields["event"] for one in scored.press("score_event")]
    assert told == ["„2”", "nincs ilyen szabály", "„4”"]
    assert scored.codes("choose_rules", keep="event", person="Fő Béla") == []
    assert (rule(scored, "scoring.tie"), rule(scored, "scoring.win")) == (1, 2)
    assert scored.codes("score_event") == []


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"Azonosító": "scoring.win", "Érték": "sok"}, "rules_unusable"),
        ({"Azonosító": "scoring.new", "Érték": 1}, "rules_unusable"),
        ({"Azonosító": "scoring.win", "Érték": 1}, "rules_together"),
    ],
)
def test_rules_that_cannot_be_counted_by_cannot_be_kept(
    scored: Event, row: dict[str, object], code: str
) -> None:
    """A value that is none, a rule that the program does not know, values that clash: only the edition is left."""
    rows = scored.book.read_table("tSzabalyok")
    others = [one for one in rows if one["Azonosító"] != row["Azonosító"]]
    scored.book.write_table("tSzabalyok", [*others, {**rows[0], "Szabály": "Valami", **row}])
    assert code in scored.codes("choose_rules", keep="event", person="Fő Béla")
    assert "rules_undecided" in scored.codes("score_event")
    assert scored.codes("choose_rules", keep="edition", person="Fő Béla") == []
    assert scored.codes("score_event") == []


def test_a_final_event_stays_with_its_own_rules(event: Event, changed: Edition) -> None:
    """After the last closing only they can be chosen, nothing but the choice is written, and the result is the same."""
    event.finish(9, 1, 3)
    event.edition = changed
    assert "rules_undecided" in event.codes("award_masterpoints")
    assert event.codes("choose_rules", keep="edition", person="Fő Béla") == ["rules_final"]
    tables = {
        name: event.book.read_table(name) for name in event.book.tables if name not in ("tNaplo", "tHibak")
    }
    assert event.codes("choose_rules", keep="event", person="Fő Béla") == []
    assert {name: event.book.read_table(name) for name in tables} == tables
    assert event.codes("award_masterpoints") == []
    assert event.codes("score_event") == []
    assert event.book.read_table("tAllas") == tables["tAllas"]


def test_a_sheet_without_rules_says_nothing(event: Event, changed: Edition) -> None:
    """A workbook in which no event was made is counted by the machine's edition."""
    event.edition = changed
    event.enter(9)
    assert "rules_undecided" not in event.codes("score_event")


def test_an_older_file_is_known_by_the_names_of_its_rules(scored: Event) -> None:
    """Without the column Azonosító the same differences are found, and choosing fills the column."""
    rows = scored.book.read_table("tSzabalyok")
    scored.book.write_table("tSzabalyok", [row | {"Azonosító": None} for row in rows])
    assert scored.codes("score_event") == ["rules_undecided"] * 2
    scored.press("choose_rules", keep="event", person="Fő Béla")
    assert scored.codes("score_event") == []
    assert scored.book.read_table("tSzabalyok") == rows


@pytest.mark.slow
def test_an_event_on_a_machine_with_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole way on a closed file: told, refused, chosen, counted by the event's own rules, and printed."""
    file, record = tmp_path / "Kupa.xlsx", tmp_path / "eredmény.xlsx"
    assert (
        main(["trial_event", str(file), *["--players", "9", "--rounds", "1", "--deals", "3", "--seed", "4"]])
        == 0
    )
    assert main(["score_event", str(file)]) == 0
    standing = FileBook.open(file).read_table("tAllas")
    rules = tmp_path / "rules"
    edition_with(rules, ("scoring.win", "3"), ("prices.ulti", "5"))
    monkeypatch.setattr(conductor, "load_edition", lambda name: load_edition(name, rules))
    capsys.readouterr()
    assert main(["check_results", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "a versenyben „2”, a kiadásban „3”" in shown
    assert "E60" not in shown
    for line in (["score_event", str(file)], ["write_record", str(file), "--to", str(record)]):
        assert main(line) == 1
        assert "Ulti ára: a versenyben „4”, a gépen lévő kiadásban „5”" in capsys.readouterr().out
    assert not record.exists()
    assert main(["choose_rules", str(file), "--keep", "event"]) == 1
    assert "--person" in capsys.readouterr().out
    assert main(["choose_rules", str(file), "--keep", "event", "--person", "Fő Béla"]) == 0
    assert main(["score_event", str(file)]) == 0
    assert FileBook.open(file).read_table("tAllas") == standing
    assert main(["write_record", str(file), "--to", str(record)]) == 0
    printed = dict(openpyxl.load_workbook(record)["Szabályok"].iter_rows(max_col=2, values_only=True))
    assert (printed["Jobb Ft eredmény"], printed["Ulti ára"]) == (2, 4)
    assert {row["Végezte"] for row in FileBook.open(file).read_table("tNaplo")} >= {"Fő Béla"}
