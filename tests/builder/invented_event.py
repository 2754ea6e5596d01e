"""An invented event of any size for the tests of the record: ties, R, V, N, rulings, gaps, deductions, a substitute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from fractions import Fraction
from random import Random

from macros_py.book.port import CellValue, Row
from macros_py.builder.record_plan import RecordData
from macros_py.editions import load_edition
from macros_py.rules.hall.circulation import protocol_lines
from macros_py.rules.hall.event import (
    LINES,
    Penalty,
    Place,
    Position,
    ProtocolLine,
    Result,
    Status,
    Substitution,
)
from macros_py.rules.hall.lineup import Lineup
from macros_py.rules.hall.movement import shift_plan
from macros_py.rules.names import name_key
from macros_py.rules.results.masterpoints import award
from macros_py.rules.results.ranking import standings
from macros_py.rules.results.scoring import score
from macros_py.rules.rulebook import Rulebook

EDITION = load_edition("mausz-2008")
RULEBOOK = EDITION.rulebook
FAMILY = ("Őze", "Kovács", "Szűcs", "Tóth", "Nagy", "Ács", "Üveges", "Varga", "Gyarmati-Hegedűs", "Zsoldos")
GIVEN = ("Árpád", "Erzsébet", "István", "Györgyi", "Pál", "Csilla", "Ödön", "Zsófia", "Ágnes", "Lőrinc")
CLUBS = ("Szegedi Ulti Kör", "Budapesti Ulti SE", "Győri Kártyások", "")
LETTERS = {Status.RENONSZ: "R", Status.VETLEN: "V", Status.NEM_JATSZOTT: "N"}
STATUSES = (Status.RENONSZ, Status.VETLEN, Status.NEM_JATSZOTT, Status.TAVOLMARADT, Status.MISSING)
MADE = datetime(2025, 3, 29, 18, 30)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What to invent. ``oddity``: the share of results that are missing, ruled or no number."""

    players: int = 9
    rounds: int = 3
    deals: int = 3
    seed: int = 1
    oddity: float = 0.2
    rulebook: Rulebook = RULEBOOK
    is_final: bool = True
    is_trial: bool = False
    first_name: str = ""
    """Takes the place of the first player's name."""


def invent(wishes: Wishes) -> RecordData:
    """Give a whole event, computed by the rules."""
    random = Random(wishes.seed)
    lineup = invent_lineup(wishes)
    protocol, results = invent_results(wishes, lineup, random)
    penalties = invent_penalties(wishes)
    scores = score(results, wishes.rulebook.scoring, lineup.tables)
    ranked = standings(scores, penalties, wishes.rulebook, lineup.positions)
    awards = award(ranked, lineup, results, wishes.rulebook.masterpoints) if wishes.is_final else []
    return RecordData(
        created=MADE,
        is_final=wishes.is_final,
        is_trial=wishes.is_trial,
        event=invent_values(wishes),
        tables={**copied_tables(wishes, lineup), "tEredmenyek": protocol},
        rulebook=wishes.rulebook,
        lineup=lineup,
        scores=scores,
        penalties=penalties,
        standings=ranked,
        awards=awards,
        labels={position: label(lineup, position) for position in lineup.positions},
        licences={
            name_key(place.name): (f"0{index}", place.club) for index, place in enumerate(lineup.places, 1)
        },
    )


def invent_lineup(wishes: Wishes) -> Lineup:
    """Give places, the shift plan, and one substitution in the last round."""
    names = [name_of(index) for index in range(wishes.players)]
    names[0] = wishes.first_name or names[0]
    tables = wishes.players // 3
    places = [
        Place(Position(LINES[index % 3], index // 3 + 1), name, CLUBS[index % 4], Fraction(index, 2))
        for index, name in enumerate(names)
    ]
    change = Substitution(Position("B", 2), names[4], "Beugró Béla", wishes.rounds, 2, "rosszullét")
    return Lineup(places, shift_plan(tables, wishes.rounds), [change], wishes.deals)


def name_of(index: int) -> str:
    """Give the index-th invented name."""
    number = index // (len(FAMILY) * len(GIVEN))
    name = f"{FAMILY[index % len(FAMILY)]} {GIVEN[index // len(FAMILY) % len(GIVEN)]}"
    return f"{name} {number + 1}" if number else name


def invent_results(wishes: Wishes, lineup: Lineup, random: Random) -> tuple[list[Row], list[Result]]:
    """Give the protocol rows and what they mean; few different Ft values, so that many are equal."""
    rows: list[Row] = []
    results: list[Result] = []
    for number in lineup.rounds:
        for line in protocol_lines(number, lineup.tables, wishes.deals):
            found = [invent_result(wishes, lineup, line, seat, random) for seat in LINES]
            rows.append(protocol_row(lineup, line, found))
            results += found
    return rows, results


def invent_result(wishes: Wishes, lineup: Lineup, line: ProtocolLine, seat: str, random: Random) -> Result:
    """Give one result; a ruled one keeps its typed number half of the time."""
    position = lineup.position_at(line.round, line.table, seat)
    assert position is not None
    ft: int | None = random.choice((-20, -2, -2, 0, 1, 1, 4, 10))
    status = random.choice(STATUSES) if random.random() < wishes.oddity else Status.PLAYED
    keeps = status is Status.PLAYED or (status is not Status.MISSING and random.random() < 0.5)
    return Result(line.round, line.deal, line.table, position, ft if keeps else None, status)


def protocol_row(lineup: Lineup, line: ProtocolLine, found: Sequence[Result]) -> Row:
    """Give the row of tEredmenyek that tells these results."""
    cells: dict[str, CellValue] = {
        "Forduló": line.round,
        "Leosztás": line.deal,
        "Példány": line.copy,
        "Sor": line.line,
        "Asztal": line.table,
        "Kezdő": line.starter,
        "Felvevő": "A",
        "Teljesítés": "40U",
        "Állapot": "bírói" if any(result.status in LETTERS for result in found) else None,
    }
    for result in found:
        seat = result.position.line
        cells[seat] = lineup.player(result.position, line.round, line.deal)
        cells[f"Ft {seat}"] = LETTERS.get(result.status) if result.ft is None else result.ft
    return cells


def invent_penalties(wishes: Wishes) -> list[Penalty]:
    """Give one deduction in matchpoints and one in percentage points, of two and of the same position."""
    if not wishes.oddity:
        return []
    return [
        Penalty(Position("A", 1), Fraction(3, 2)),
        Penalty(Position("C", 2), Fraction(5, 2), is_percentage=True),
        Penalty(Position("C", 2), Fraction(1)),
    ]


def invent_values(wishes: Wishes) -> dict[str, CellValue]:
    """Give the values of the sheet Verseny."""
    return {
        "verseny_nev": "Tavaszi Kupa & Serleg",
        "verseny_datum": datetime(2025, 3, 29),
        "verseny_kezdes": time(10, 0),
        "verseny_helyszin": "Szeged, Művelődési Ház",
        "verseny_egyesulet": "Szegedi Ulti Kör",
        "bejelentes_datuma": date(2025, 3, 1),
        "feb_tajekozodas": "2025. 03. 27., a FEB elnökétől",
        "fobiro": "Bíró Bálint",
        "jatekvezetok": "Segéd Sára; Segéd Soma",
        "osztok": "Osztó Ottó",
        "asztalbirok": "Asztalos Andor; Asztalos Anna",
        "nevezesi_dij": 4000,
        "fordulok": wishes.rounds,
        "leosztasok_fordulonkent": wishes.deals,
        "szabalyzat": wishes.rulebook.edition,
        "kulcs_lenyomat": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "masolat_hely": "C:/titkos/mappa",
        "verseny_azonosito": "0123456789abcdef",
    }


def copied_tables(wishes: Wishes, lineup: Lineup) -> dict[str, list[Row]]:
    """Give the tables that the record shows as they stand."""
    states = ["lezárva"] * (wishes.rounds - 1) + ["lezárva" if wishes.is_final else "lejátszva"]
    return {
        "tNevezok": [entrant_row(number, place) for number, place in enumerate(lineup.places, 1)],
        "tVonalak": [place_row(place) for place in sorted(lineup.places, key=lambda one: one.position)],
        "tUlesrend": [
            {"Forduló": seating.round, "Asztal": seating.table}
            | {p.line: lineup.stints(p)[0].name for p in seating.positions}
            for seating in lineup.plan
        ],
        "tFordulok": [{"Forduló": number, "Állapot": state} for number, state in enumerate(states, 1)],
        "tDontesek": [ruling_row()],
        "tCserek": [
            {
                "Vonal": change.position.line,
                "Induló asztal": change.position.table,
                "Ki": change.outgoing,
                "Be": change.incoming,
                "Fordulótól": change.from_round,
                "Leosztástól": change.from_deal,
                "Indok": change.reason,
            }
            for change in lineup.substitutions
        ],
        "tLeosztasok": [
            {
                "Sorozat": 1,
                "Forduló": number,
                "Leosztás": deal,
                "Kezdő": LINES[(deal - 1) % 3],
                "A": "P ÁXKF9 T 87 Z – M Á98",
                "B": "P 87 T ÁX Z ÁXK M XKF",
                "C": "P – T KF9 Z F987 M 7 P Á",
                "Talon": "Z 7 M K",
            }
            for number in lineup.rounds
            for deal in range(1, wishes.deals + 1)
        ],
        "tSzabalyok": list(EDITION.rows),
        "tNaplo": [
            {
                "Időpont": datetime(2025, 3, 29, 10, 5),
                "Művelet": "Vonalak kiosztása",
                "Végezte": "Bíró Bálint",
                "Részletek": f"{wishes.players} versenyző, {lineup.tables} asztal",
            }
        ],
    }


def entrant_row(number: int, place: Place) -> Row:
    """Give one row of tNevezok."""
    return {
        "Sorszám": number,
        "Név": place.name,
        "Egyesület": place.club,
        "Versenyengedély száma": f"0{number}",
        "Mesterpont": float(place.masterpoints),
        "Megjelent": "igen",
        "Befizetett díj": 4000,
    }


def place_row(place: Place) -> Row:
    """Give one row of tVonalak."""
    return {
        "Vonal": place.position.line,
        "Induló asztal": place.position.table,
        "Név": place.name,
        "Egyesület": place.club,
        "Mesterpont": float(place.masterpoints),
    }


def ruling_row() -> Row:
    """Give one row of tDontesek."""
    return {
        "Sorszám": 1,
        "Időpont": datetime(2025, 3, 29, 12, 15),
        "Fajta": "renonsz",
        "Forduló": 1,
        "Leosztás": 2,
        "Asztal": 1,
        "Név": "Őze Árpád",
        "Indok": "nem adott színre színt",
        "Szabálypont": "VSZ 5",
        "Döntötte": "Bíró Bálint",
    }


def label(lineup: Lineup, position: Position) -> str:
    """Name a position with its substitutes."""
    first, *later = lineup.stints(position)
    changes = [
        f"cs. {stint.name}, {change.from_round}. forduló {change.from_deal}. leosztástól, játéksorrendben"
        for stint in later
        if (change := stint.substitution)
    ]
    return f"{first.name} ({'; '.join(changes)})" if changes else first.name


def with_scoring(rulebook: Rulebook, **changes: object) -> Rulebook:
    """Give the rulebook with other values in its scoring rules."""
    return replace(rulebook, scoring=replace(rulebook.scoring, **changes))  # type: ignore[arg-type]
