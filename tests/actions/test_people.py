"""One person, one name: Nevezők, Vonalak, Cserék, Ülésrend and Eredményrögzítés held against each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from macros_py.book.port import CellValue
from macros_py.rules.problems import Degree
from macros_py.words import describe, on_sheet
from tests.actions.conftest import Event

LOOKING = ("check_entries", "check_results", "close_round")
OTHER = "Más Valaki"


def retype(event: Event, table: str, heading: str, old: CellValue, new: CellValue) -> None:
    """Type over a cell by hand."""
    rows = event.book.read_table(table)
    column = [new if row[heading] == old else row[heading] for row in rows]
    event.book.write_column(table, heading, column)


def begun(event: Event) -> None:
    """Bring an event to its first played round."""
    event.prepare()
    event.staff()
    event.play(1)


def looked(event: Event, verb: str, tmp_path: Path) -> list[str]:
    """Give what a verb finds, without what concerns results still to be typed."""
    options = {"write_record": {"to": tmp_path / "eredmeny.xlsx"}, "close_round": {"round": (1,)}}
    return event.codes(verb, **options.get(verb, {}))


@pytest.mark.parametrize("verb", [*LOOKING, "write_record"])
def test_a_name_changed_in_the_entry_list_alone_is_told(event: Event, verb: str, tmp_path: Path) -> None:
    """One letter typed over in Nevezők after the first round: both spellings are named, and nothing goes on."""
    begun(event)
    retype(event, "tNevezok", "Név", "Játékos 03", "Jatékos 03")
    assert looked(event, verb, tmp_path) == ["person_renamed"]
    row = event.row("tHibak", **{"Kód": "N21"})
    assert row["Munkalap"] == "Vonalak"
    assert "Játékos 03 a Vonalak lapon áll, a Nevezők lapon nincs; talán: Jatékos 03" in str(row["Hiba"])
    assert not (tmp_path / "eredmeny.xlsx").exists()


@pytest.mark.parametrize("verb", [*LOOKING, "write_record"])
def test_a_deleted_row_of_somebody_who_plays_is_told(event: Event, verb: str, tmp_path: Path) -> None:
    """His row is gone from Nevezők: he is named; nobody else is taken for him."""
    begun(event)
    rows = event.book.read_table("tNevezok")
    event.book.write_table("tNevezok", [row for row in rows if row["Név"] != "Játékos 03"])
    assert "person_unentered" in looked(event, verb, tmp_path)
    assert "Játékos 03" in str(event.row("tHibak", **{"Kód": "N20"})["Hiba"])


@pytest.mark.parametrize(
    ("table", "heading", "verb", "code"),
    [
        ("tUlesrend", "A", "check_entries", "seat_unknown"),
        ("tUlesrend", "A", "write_record", "seat_unknown"),
        ("tEredmenyek", "A", "check_entries", "name_wrong"),
        ("tEredmenyek", "A", "write_record", "name_wrong"),
        ("tVonalak", "Név", "check_entries", "person_unentered"),
        ("tVonalak", "Név", "write_record", "person_unentered"),
    ],
)
def test_a_name_changed_on_any_sheet_is_told(
    event: Event, table: str, heading: str, verb: str, code: str, tmp_path: Path
) -> None:
    """Whatever sheet has the strange name, the verbs say where it stands."""
    begun(event)
    rows = event.book.read_table(table)
    event.book.write_column(table, heading, [OTHER, *(row[heading] for row in rows[1:])])
    assert code in looked(event, verb, tmp_path)


def test_what_is_right_again_leaves_the_list_of_problems(event: Event) -> None:
    """rename_player ends it, also where the new name stands in Nevezők already; each check clears the line."""
    begun(event)
    for verb in ("check_results", "check_entries"):
        retype(event, "tNevezok", "Név", "Játékos 03", "Jatékos 03")
        event.press(verb)
        assert event.book.read_table("tHibak")
        assert event.codes("rename_player", **{"from": "Játékos 03", "to": "Jatékos 03"}) == []
        assert event.codes(verb) == []
        assert event.book.read_table("tHibak") == []
        assert event.codes("rename_player", **{"from": "Jatékos 03", "to": "Játékos 03"}) == []
    assert [row["Név"] for row in event.book.read_table("tNevezok")][2] == "Játékos 03"


def test_the_old_name_may_also_be_brought_back(event: Event) -> None:
    """Nevezők has the wrong spelling, Vonalak the right one: rename_player takes that direction too."""
    begun(event)
    retype(event, "tNevezok", "Név", "Játékos 03", "Jatekos 03")
    assert event.codes("rename_player", **{"from": "Jatekos 03", "to": "Játékos 03"}) == []
    assert event.codes("check_entries") == []
    assert "Jatekos" not in str(event.everything(but=("tNaplo",)))


def test_two_people_are_never_made_one(event: Event) -> None:
    """A name that stands in Nevezők beside the old one, or an official's, stays refused."""
    begun(event)
    assert event.codes("rename_player", **{"from": "Játékos 03", "to": "Játékos 04"}) == ["rename_taken"]
    event.add("tNevezok", {"Név": "Tartalék Tas", "Tartalék": "igen", "Megjelent": "igen"})
    assert event.codes("rename_player", **{"from": "Játékos 03", "to": "Tartalék Tas"}) == ["rename_taken"]
    assert event.codes("rename_player", **{"from": "Asztal Antal", "to": "Tartalék Tas"}) == ["rename_taken"]


def test_substitutes_and_officials_are_no_false_alarm(event: Event, tmp_path: Path) -> None:
    """A table judge who came in stands in no Nevezők row; a reserve who came in, and who left, are no strangers."""
    begun(event)
    event.add(
        "tNevezok",
        {"Név": "Tartalék Tas", "Tartalék": "igen", "Megjelent": "igen", "Versenyengedély száma": "9"},
    )
    for name, incoming, leaves in (
        ("Játékos 01", "Asztal Antal", None),
        ("Játékos 02", "Tartalék Tas", "nem"),
    ):
        place = event.row("tVonalak", **{"Név": name})
        change = {heading: place[heading] for heading in ("Vonal", "Induló asztal")}
        event.add("tCserek", change | {"Ki": name, "Be": incoming, "Fordulótól": 2, "Leosztástól": 1})
        if leaves:
            rows = event.book.read_table("tNevezok")
            marks = [leaves if row["Név"] == name else row["Megjelent"] for row in rows]
            event.book.write_column("tNevezok", "Megjelent", marks)
    found = {code for verb in [*LOOKING, "write_record"] for code in looked(event, verb, tmp_path)}
    assert not {code for code in found if code.startswith("person_") or code.startswith("seated_")}


def test_a_present_entrant_who_judges_has_not_come_too_late(event: Event) -> None:
    """He has no place since he is an official; anybody else who is marked present only now is told of."""
    begun(event)
    for name, codes in (("Asztal Antal", []), ("Késő Kálmán", ["late_present"])):
        event.add("tNevezok", {"Név": name, "Megjelent": "igen", "Versenyengedély száma": f"{name[0]}9"})
        assert [code for code in event.codes("check_entries") if code == "late_present"] == codes


def test_a_substitute_s_spelling_is_held_against_the_entry_list(event: Event) -> None:
    """Who came in stands with another accent in Cserék: his licence would be lost, so he is told."""
    begun(event)
    event.add("tNevezok", {"Név": "Tartalék Tas", "Tartalék": "igen", "Versenyengedély száma": "9"})
    place = event.row("tVonalak", **{"Név": "Játékos 01"})
    change = {heading: place[heading] for heading in ("Vonal", "Induló asztal")}
    change |= {"Ki": "Játékos 01", "Be": "Tartalek Tas", "Fordulótól": 2, "Leosztástól": 1}
    event.add("tCserek", change)
    [problem] = [one for one in event.press("check_entries") if one.code == "person_renamed"]
    assert (problem.table, on_sheet(problem).column) == ("tCserek", "Be")
    assert "talán: Tartalék Tas" in describe(problem).message


def test_before_the_first_result_it_is_a_warning_only(event: Event) -> None:
    """Until then the field may change, and the lines may be drawn anew."""
    event.prepare()
    event.staff()
    retype(event, "tNevezok", "Név", "Játékos 03", OTHER)
    [problem] = event.press("check_entries")
    assert (problem.code, problem.degree) == ("person_unentered", Degree.WARNING)
    assert event.codes("assign_lines") == []
    assert event.codes("seat_players") == []
    assert event.codes("check_entries") == []


def test_who_left_and_who_came_late_are_sent_to_the_substitutions(event: Event) -> None:
    """A seated player set to nem and a late one to igen in mid-event: both are named, with the Cserék sheet."""
    begun(event)
    rows = event.book.read_table("tNevezok")
    rows[4]["Megjelent"] = "nem"
    late = event.person(10)
    event.book.write_table("tNevezok", [*rows, late])
    problems = [one for one in event.press("check_entries") if one.code in {"seated_absent", "late_present"}]
    assert [one.fields["name"] for one in problems] == ["Játékos 05", "Játékos 10"]
    assert all("Cserék" in describe(one).action for one in problems)


@pytest.mark.parametrize(
    ("officials", "code"),
    [
        ("Osztó Ottó, Játékos 03", "official_plays_knowing"),
        ("Osztó Ottó és Játékos 03", "official_plays_knowing"),
        ("Játékos 03/Osztó Ottó", "official_plays_knowing"),
        ("Osztó Ottó\nJátékos 03", "official_plays_knowing"),
        ("Osztó Ottó, dr., játékos  03", "official_plays_knowing"),
        ("Osztó Ottó; dr. Játékos 03", "official_similar"),
        ("Osztó Ottó; Jatekos 03 (osztó)", "official_similar"),
        ("Osztó Ottó, Játékos 33", None),
    ],
)
def test_who_plays_and_deals_is_found(event: Event, officials: str, code: str | None) -> None:
    """However the dealers are separated, and with a title or without accents."""
    event.press("new_event")
    event.enter(9)
    event.staff()
    event.book.write_value("osztok", officials)
    assert event.codes("check_entries") == ([code] if code else [])


def test_an_official_is_renamed_however_he_is_written(event: Event) -> None:
    """Between commas, with two blanks in his name, and with a title behind it."""
    event.press("new_event")
    event.book.write_value("osztok", "Kis  Anna , dr., Nagy Béla")
    event.press("rename_player", **{"from": "Kis Anna, dr.", "to": "Kiss Anna, dr."})
    assert event.book.read_value("osztok") == "Kiss Anna, dr., Nagy Béla"


def test_when_nobody_starts_no_false_sentence_follows(event: Event) -> None:
    """All set to nem: it is said that nobody starts, and nothing of an empty column or of tables from 1 to 0."""
    event.prepare()
    event.staff()
    rows = event.book.read_table("tNevezok")
    event.book.write_table("tNevezok", [row | {"Megjelent": "nem", "Állandó asztal": 1} for row in rows])
    for verb in ("check_entries", "seat_players", "assign_lines"):
        sentences = [describe(problem) for problem in event.press(verb)]
        assert any("0 versenyző indulna" in one.message for one in sentences)
        text = " ".join(f"{one.message} {one.expected} {one.action}" for one in sentences)
        assert "üres" not in text
        assert "1 és 0" not in text
        assert "1–0" not in text


@pytest.mark.parametrize("verb", ["award_masterpoints", "write_record"])
def test_a_licence_missing_since_the_start_is_named_again(event: Event, verb: str, tmp_path: Path) -> None:
    """The walk-in, and the table judge who came in, are named where their licences would stand; nothing is refused."""
    event.prepare(9, 2, 2)
    event.staff()
    retype(event, "tNevezok", "Versenyengedély száma", "L003", None)
    retype(event, "tNevezok", "Versenyengedély száma", "L004", "nincs")
    place = event.row("tVonalak", **{"Név": "Játékos 01"})
    change = {heading: place[heading] for heading in ("Vonal", "Induló asztal")}
    event.add("tCserek", change | {"Ki": "Játékos 01", "Be": "Asztal Antal", "Fordulótól": 2})
    for number in (1, 2):
        event.play(number)
        event.close(number)
    options = {"to": tmp_path / "eredmeny.xlsx"} if verb == "write_record" else {}
    problems = event.press(verb, **options)
    assert {problem.code for problem in problems} == {"licence_still_missing"}
    assert {problem.fields["name"] for problem in problems} == {"Játékos 03", "Játékos 04", "Asztal Antal"}
    rows = event.book.read_table("tNevezok")
    licences = [row["Versenyengedély száma"] or "1" for row in rows]
    event.book.write_column(
        "tNevezok", "Versenyengedély száma", [text.replace("nincs", "2") for text in licences]
    )
    event.add("tNevezok", {"Név": "Asztal Antal", "Versenyengedély száma": "3", "Megjelent": "nem"})
    assert event.codes(verb, **options) == []
    assert not [row for row in event.book.read_table("tHibak") if row["Kód"] == "N28"]
