"""Before the first card: new_event, import_entrants, check_entries, assign_lines, seat_players."""

from __future__ import annotations

import re
from datetime import datetime, time
from pathlib import Path

import pytest

from macros_py.book.port import CellValue
from macros_py.cells import Formula
from macros_py.rules.problems import Degree
from macros_py.words import describe
from tests.actions.conftest import Event
from tests.refusals import refused

LIST = """Tavaszi nevezések;;
Egyesület;NÉV;mesterpont;versenyengedély  száma;Telefon
Budai UE;Őze Örs;12,5;101;06 1
Őrségi UE;=Kovács Pál;3;102;
;None;;103;
"""


def test_a_new_event_knows_its_rules_and_who_it_is(event: Event) -> None:
    """new_event writes an identity, the edition and the rules in force, with their assumptions named."""
    assert event.press("new_event") == []
    assert len(str(event.book.read_value("verseny_azonosito"))) == 16
    assert event.book.read_value("verseny_jelleg") == "hivatalos"
    rules = event.book.read_table("tSzabalyok")
    assert any("feltevés" in str(row["Megjegyzés"]) for row in rules)
    assert event.row("tNaplo")["Művelet"] == "Új verseny"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250"])
def test_a_csv_list_is_read_in_its_encoding(event: Event, tmp_path: Path, encoding: str) -> None:
    """Headings in any order and case, a title row above, a decimal comma, ő and ű in UTF-8 or cp1250."""
    path = tmp_path / "lista.csv"
    path.write_bytes(LIST.encode(encoding))
    assert event.codes("import_entrants", **{"from": path}) == ["list_column_unused"]
    rows = event.book.read_table("tNevezok")
    assert [row["Név"] for row in rows] == ["Őze Örs", "=Kovács Pál", "None"]
    assert [row["Mesterpont"] for row in rows] == [12.5, 3, None]
    assert [row["Sorszám"] for row in rows] == [1, 2, 3]
    assert rows[0]["Egyesület"] == "Budai UE"


def test_a_comma_separated_list_is_read(event: Event, tmp_path: Path) -> None:
    """The separator is the one the heading line has most of."""
    path = tmp_path / "lista.csv"
    path.write_text('Név,Mesterpont,Versenyengedély száma\nNagy Pál,"1,5",7\n', "utf-8")
    assert event.codes("import_entrants", **{"from": path}) == []
    assert event.row("tNevezok")["Mesterpont"] == 1.5


def test_a_line_break_inside_a_cell_separates_words(event: Event, tmp_path: Path) -> None:
    """Lists exported by Excel may hold line breaks; the two halves of a name do not grow together."""
    path = tmp_path / "lista.csv"
    path.write_text('Név;Mesterpont\r\n"Nagy\nPál";1\r\nKis Éva;2\r\n', "utf-8")
    assert event.codes("import_entrants", **{"from": path}) == []
    assert [row["Név"] for row in event.book.read_table("tNevezok")] == ["Nagy Pál", "Kis Éva"]


def test_a_control_character_makes_nobody_a_second_person(event: Event, tmp_path: Path) -> None:
    """A cell cannot hold it, so the name is known without it when the list is read again."""
    path = tmp_path / "lista.csv"
    path.write_text("Név;Mesterpont\nKis\x07 Béla;1\n", "utf-8")
    for _ in range(2):
        event.press("import_entrants", **{"from": path})
    assert [row["Név"] for row in event.book.read_table("tNevezok")] == ["Kis Béla"]


def test_a_quotation_mark_that_is_never_closed_is_a_damaged_list(event: Event, tmp_path: Path) -> None:
    """A list that swallows itself is refused, and is no fault of ours."""
    path = tmp_path / "lista.csv"
    path.write_text('Név\n"Nagy Pál\n' + "Kis Éva\n" * 19_000, "utf-8")
    with refused("damaged_list", match="A lista nem olvasható"):
        event.press("import_entrants", **{"from": path})


def test_a_list_of_another_kind_is_refused_as_a_list(event: Event, tmp_path: Path) -> None:
    """The sentence speaks of the list: it asks for no event file, and points to no copies of it."""
    picture, broken = tmp_path / "lista.png", tmp_path / "lista.xlsx"
    for path in (picture, broken):
        path.write_bytes(b"%PDF")
    with refused("not_a_list", match="fájl legyen"):
        event.press("import_entrants", **{"from": picture})
    with refused("damaged_list") as caught:
        event.press("import_entrants", **{"from": broken})
    assert "masolatok" not in str(caught.value)


def test_what_cannot_be_read_in_a_list_is_told_with_file_and_line(event: Event, tmp_path: Path) -> None:
    """The referee finds the cell in a list of two hundred lines."""
    path = tmp_path / "lista.csv"
    path.write_text("Nevezések\nNév;Mesterpont\nNagy Pál;1\nKis Éva;sok\n", "utf-8")
    [problem] = event.press("import_entrants", **{"from": path})
    assert describe(problem).message == "Nem használható szám (lista.csv, 4. sor, Mesterpont): „sok”."


def test_importing_twice_changes_nothing_and_a_correction_only_what_it_says(
    event: Event, tmp_path: Path
) -> None:
    """A person is found by licence; what the list does not know stays as it was."""
    path = tmp_path / "lista.csv"
    path.write_text("Név;Mesterpont;Versenyengedély száma;Egyesület\nNagy Pal;1;7;Budai UE\n", "utf-8")
    event.press("import_entrants", **{"from": path})
    before = event.book.read_table("tNevezok")
    event.press("import_entrants", **{"from": path})
    assert event.book.read_table("tNevezok") == before
    path.write_text("Név;Versenyengedély száma\nNagy Pál;7\n", "utf-8")
    event.press("import_entrants", **{"from": path})
    row = event.row("tNevezok")
    assert (row["Név"], row["Mesterpont"], row["Egyesület"]) == ("Nagy Pál", 1, "Budai UE")
    entry = event.row("tNaplo", **{"Művelet": "Név módosult"})
    assert (entry["Régi érték"], entry["Új érték"]) == ("Nagy Pal", "Nagy Pál")


def test_one_licence_under_two_names_is_refused(event: Event, tmp_path: Path) -> None:
    """Nobody vanishes and nobody is renamed: both lines are named, and the club has to be asked."""
    path = tmp_path / "lista.csv"
    path.write_text("Név;Versenyengedély száma\nNagy Pál;7\nKis Jenő;7\n", "utf-8")
    (problem,) = event.press("import_entrants", **{"from": path})
    assert problem.code == "list_licence_twice"
    assert "Nagy Pál (2. sor) és Kis Jenő (3. sor)" in describe(problem).message
    assert event.book.read_table("tNevezok") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Tag;Klub\nNagy Pál;X\n", "list_without_names"),
        ("Név;Mesterpont\n", "list_empty"),
        ("Név;Név\nNagy Pál;Kis\n", "list_heading_twice"),
        ("Név;Mesterpont\nNagy Pál;sok\n", "cell_decimal"),
        ("Név;Mesterpont\n;3\n", "cell_blank"),
        ("Név;Megjelent\nNagy Pál;talán\n", "cell_yes_no"),
    ],
)
def test_a_bad_list_is_refused_whole(event: Event, tmp_path: Path, text: str, code: str) -> None:
    """One unreadable line, and nobody is taken; the problem names the file."""
    path = tmp_path / "lista.csv"
    path.write_text(text, "utf-8")
    assert event.codes("import_entrants", **{"from": path}) == [code]
    assert event.book.read_table("tNevezok") == []
    assert str(event.row("tHibak")["Kulcs"]).startswith("lista.csv")


def test_check_entries_changes_nothing_but_its_report_while_there_is_an_error(event: Event) -> None:
    """With an error only Hibák and Napló change; when it is mended the report is cleared."""
    event.press("new_event")
    event.staff()
    event.enter(10)
    before = event.everything(but=("tHibak", "tNaplo"))
    assert event.codes("check_entries") != []
    assert event.everything(but=("tHibak", "tNaplo")) == before
    assert event.book.read_table("tHibak") != []
    event.enter(9)
    assert event.press("check_entries") == []
    assert event.book.read_table("tHibak") == []


def test_a_formula_where_masterpoints_belong_is_told_once(event: Event) -> None:
    """One cell, one sentence: not also that it is no number, nor that masterpoints are missing."""
    event.press("new_event")
    event.staff()
    event.enter(9)
    rows = event.book.read_table("tNevezok")
    event.book.write_table("tNevezok", [rows[0] | {"Mesterpont": Formula("=1+1")}, *rows[1:]])
    assert event.codes("check_entries") == ["cell_formula"]


def test_lines_are_drawn_the_same_again_from_the_same_key(event: Event) -> None:
    """The draw is repeatable: emptied and drawn again, everybody is where he was."""
    event.prepare(21, 7, 9)
    first = event.book.read_table("tVonalak")
    assert len(first) == 21
    event.book.write_table("tVonalak", [])
    event.press("assign_lines")
    assert event.book.read_table("tVonalak") == first


def test_a_complete_swap_by_hand_is_accepted_and_logged(event: Event) -> None:
    """Two names exchanged on the Vonalak sheet: kept by assign_lines and seat_players, each logged once.

    Club and masterpoints, left where they stood, follow their players.
    """
    event.prepare()
    rows = event.book.read_table("tVonalak")
    rows[0]["Név"], rows[4]["Név"] = rows[4]["Név"], rows[0]["Név"]
    event.book.write_table("tVonalak", rows)
    assert event.codes("assign_lines") == []
    for heading in ("Egyesület", "Mesterpont"):
        rows[0][heading], rows[4][heading] = rows[4][heading], rows[0][heading]
    assert event.codes("seat_players") == []
    assert event.book.read_table("tVonalak") == rows
    swaps = [row for row in event.book.read_table("tNaplo") if row["Művelet"] == "Kézi csere"]
    assert len(swaps) == 2
    assert swaps[0]["Új érték"] == rows[0]["Név"]
    seated = event.row("tUlesrend", **{"Forduló": 1, "Asztal": rows[0]["Induló asztal"]})
    assert seated["A"] == rows[0]["Név"]


def test_who_is_put_away_from_his_fixed_table_is_told(event: Event) -> None:
    """The draw keeps a fixed table; a swap by hand, or a draw from a file, that does not is a warning at his row."""
    event.prepare()
    first, *others = event.book.read_table("tNevezok")
    event.book.write_table("tNevezok", [first | {"Állandó asztal": 2}, *others])
    event.book.write_table("tVonalak", [])
    assert event.codes("assign_lines") == event.codes("seat_players") == []
    rows = event.book.read_table("tVonalak")
    assert rows[1]["Név"] == first["Név"]
    rows[1]["Név"], rows[4]["Név"] = rows[4]["Név"], rows[1]["Név"]
    event.book.write_table("tVonalak", rows)
    [found] = event.press("assign_lines")
    assert (found.code, found.degree, found.key) == ("fixed_table_left", Degree.WARNING, ("B", 2))
    assert (
        describe(found).message
        == f"{first['Név']} állandó asztala a 2. asztal, de most a B vonal 2. asztalán szerepel."
    )
    assert event.codes("seat_players") == ["fixed_table_left"]


def test_a_draw_from_a_file_tells_who_is_away_from_his_fixed_table(event: Event, tmp_path: Path) -> None:
    """The file was written before the table was fixed: it is taken, and the warning stands."""
    event.prepare()
    event.press("export_draw", to=tmp_path / "s.csv")
    rows = event.book.read_table("tNevezok")
    last = event.row("tVonalak", **{"Vonal": "C", "Induló asztal": 1})["Név"]
    fixed = [row | ({"Állandó asztal": 1} if row["Név"] == last else {}) for row in rows]
    event.book.write_table("tNevezok", fixed)
    assert event.codes("assign_lines", **{"from": tmp_path / "s.csv"}) == ["fixed_table_left"]
    assert len(event.book.read_table("tVonalak")) == 9


def test_an_incomplete_swap_is_refused(event: Event) -> None:
    """One name on two positions, another on none: both are named, and the seating stays as it was."""
    event.prepare()
    rows = event.book.read_table("tVonalak")
    rows[0]["Név"] = rows[4]["Név"]
    event.book.write_table("tVonalak", rows)
    before = event.book.read_table("tUlesrend")
    assert set(event.codes("seat_players")) == {"player_placed_twice", "player_unplaced"}
    assert event.book.read_table("tUlesrend") == before


def test_a_late_arrival_before_the_start_draws_anew(event: Event) -> None:
    """Three more entrants before the first result: the lines are drawn anew and the old seating goes."""
    event.prepare(9)
    event.enter(12)
    assert event.codes("assign_lines") == []
    assert len(event.book.read_table("tVonalak")) == 12
    assert event.book.read_table("tUlesrend") == []


def test_nothing_is_drawn_or_seated_anew_once_results_stand(event: Event) -> None:
    """A result typed by mistake too early protects the seating all the same."""
    event.prepare()
    event.press("deal_round", round=(1,))
    event.type(1, 1, 1, **{"Ft A": 0})
    assert event.codes("assign_lines") == ["lines_after_results"]
    assert event.codes("seat_players") == ["seating_after_results"]


def test_the_certificate_says_what_the_plan_repeats(event: Event) -> None:
    """Three tables give three rounds without a rematch; a fourth is named on the sheet and as a warning."""
    event.prepare(9, 3, 3)
    assert "senki sem játszik kétszer" in str(event.book.read_value("ulesrend_igazolas"))
    event.book.write_value("fordulok", 4)
    assert event.codes("seat_players") == ["meetings_repeat"]
    certificate = str(event.book.read_value("ulesrend_igazolas"))
    assert "ismétlés nélkül 3 forduló" in certificate
    seated = event.row("tUlesrend", **{"Forduló": 4, "Asztal": 1})
    assert re.search(rf"{seated['A']} – [^;]+ \(2×\)", certificate)
    assert certificate.count("(2×)") == 9
    assert certificate in str(event.book.read_table("tNaplo")[-1]["Részletek"])
    assert len(event.book.read_table("tUlesrend")) == 12


@pytest.mark.parametrize("value", [None, "", "hét", 0, 2.5, 400, "=7"])
def test_an_unusable_number_of_rounds_is_named(event: Event, value: object) -> None:
    """The number of rounds must be a whole number; the sentence leads to the Verseny sheet."""
    event.prepare()
    event.book.values["fordulok"] = value  # type: ignore[assignment]
    assert event.codes("seat_players") == ["count_unusable"]
    assert event.row("tHibak")["Munkalap"] == "Verseny"


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("verseny_datum", "2026.12.32", "2026. 12. 03."),
        ("verseny_kezdes", datetime(1900, 1, 10), time(10)),
        ("verseny_kezdes", "tízkor", "10:00"),
        ("nevezesi_dij", "háromezer", 3000),
    ],
)
def test_what_cannot_be_read_on_the_form_is_told(
    event: Event, name: str, wrong: CellValue, right: CellValue
) -> None:
    """A day that is none, a start typed as 10, a fee in letters: told with an example; put right, it is gone."""
    event.enter(9)
    event.staff()
    event.book.write_value(name, wrong)
    (found,) = [one for one in event.press("check_entries") if one.code == "form_unreadable"]
    assert (found.column, found.degree.value) == (name, "figyelmeztetés")
    event.book.write_value(name, right)
    assert "form_unreadable" not in event.codes("check_entries")
