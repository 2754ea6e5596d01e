"""How the cost of each verb of the day grows with the event: ``python -m tests.benchmarks.growth``.

CPU time of whole processes, what every verb needs to begin taken off. The exponent says by which power of the size
the cost grows: of n × log n it is 1.2 between 42 and 300 players, and what is drawn or published at 300 must not be
dearer than that. Then the same from 7 to 20 rounds. Beside it: the seconds at every size.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory

from macros_py.book.file import FileBook
from tests.benchmarks.figures import Figure, cost, run, verb_cost
from tests.benchmarks.start_up import OURS

PLAYERS, ROUNDS = (9, 21, 42, 300), (1, 7, 20)
USUAL_PLAYERS, USUAL_ROUNDS, DEALS = 21, 7, 9
LEAST = 0.1
"""CPU seconds: what costs less is counted as this much, or the exponent would be chance."""
BEFORE = (
    "import_entrants --from {folder}/nevezok.csv",
    "check_entries",
    "attendance_sheet --to {folder}/jelenleti.xlsx",
    "assign_lines",
    "export_draw --to {folder}/sorsolas.csv",
    "seat_players",
    "deal_round --round 1",
    "reveal_round --round 1 --early --person Béla",
    "verify_draw",
)
AFTER = (
    "check_results",
    "list_queries",
    "next_missing",
    "export_entry --round 1 --to {folder}/gepelo.xlsx",
    "import_results --from {folder}/gepelo.xlsx",
    "score_event",
    "preview",
    "player_sheet --player {player} --to {folder}/lap.xlsx",
    "post_results",
    "rename_player --from {player} --to Próba",
    "correct_result --round 1 --deal 1 --table 1 --soloist A --ft 8,-4,-4 --achievement PPAK",
    "undo_last",
    "close_round --round {rounds} --early --person Béla",
    "award_masterpoints",
    "write_record --to {folder}/hivatalos.xlsx",
    "restore",
    "restore --to 1 --person Béla",
)
Costs = dict[str, float]


def press(file: Path, line: str, **fields: object) -> float:
    """Carry out one verb of a day; give its CPU seconds."""
    verb, *options = line.split()
    return verb_cost(verb, file, *(option.format(folder=file.parent, **fields) for option in options)).seconds


def before_costs(folder: Path, players: int, rounds: int) -> Costs:
    """Prepare an event up to its first revealed round; give the CPU seconds of each verb."""
    file = folder / "Kupa.xlsx"
    costs = {"new_event": press(file, "new_event")}
    book = FileBook.open(file)
    book.write_value("fordulok", rounds)
    book.write_value("leosztasok_fordulonkent", DEALS)
    book.save()
    names = "".join(f"Játékos {number};L{number}\n" for number in range(players))
    (folder / "nevezok.csv").write_text(f"Név;Versenyengedély száma\n{names}", "utf-8")
    return costs | {line.split()[0]: press(file, line) for line in BEFORE}


def after_costs(folder: Path, players: int, rounds: int) -> Costs:
    """End a trial event, all typed; give the CPU seconds of each verb."""
    file = folder / "Proba.xlsx"
    size = ("--players", str(players), "--rounds", str(rounds), "--deals", str(DEALS), "--seed", "1")
    costs = {"trial_event": verb_cost("trial_event", file, *size).seconds}
    player = str(FileBook.open(file).read_table("tNevezok")[0]["Név"])
    for line in AFTER:
        verb, *options = line.split()
        name = "restore --to" if verb == "restore" and options else verb
        words = [option.format(folder=folder, player=player, rounds=rounds) for option in options]
        costs[name] = verb_cost(verb, file, *words).seconds
    target = folder / "ujra.xlsx"
    return costs | {"recover": verb_cost("recover", folder / "masolatok", "--to", str(target)).seconds}


def all_costs(sizes: list[tuple[int, int]]) -> list[Costs]:
    """Give the CPU seconds of every verb at each size (players, rounds), what it needs to begin taken off."""
    cost("-c", OURS)
    start = cost("-c", OURS).seconds
    found = []
    for players, rounds in sizes:
        with TemporaryDirectory() as folder:
            costs = before_costs(Path(folder), players, rounds)
            shutil.rmtree(Path(folder, "masolatok"))
            found.append(costs | after_costs(Path(folder), players, rounds))
    return [{verb: seconds - start for verb, seconds in costs.items()} for costs in found]


def exponents(costs: list[Costs], sizes: tuple[int, ...], named: str) -> Iterator[Figure]:
    """Give the growth of each verb between the last two sizes, and its seconds at all of them."""
    few, many = sizes[-2:]
    deals = USUAL_ROUNDS * DEALS if named == "players" else USUAL_PLAYERS * DEALS
    goal = 1 + log(log(many * deals) / log(few * deals)) / log(many / few)
    for verb in costs[0]:
        less, more = (max(each[verb], LEAST) for each in costs[-2:])
        shown = " / ".join(f"{each[verb]:.2f}" for each in costs)
        name = f"{verb}: exponent, {few} → {many} {named}"
        yield Figure(name, log(more / less) / log(many / few), round(goal, 2), note=f"{shown} s")


def by_players() -> Iterator[Figure]:
    """Measure the growth with the players."""
    yield from exponents(all_costs([(players, USUAL_ROUNDS) for players in PLAYERS]), PLAYERS, "players")


def by_rounds() -> Iterator[Figure]:
    """Measure the growth with the rounds."""
    yield from exponents(all_costs([(USUAL_PLAYERS, rounds) for rounds in ROUNDS]), ROUNDS, "rounds")


if __name__ == "__main__":
    raise SystemExit(run(by_players, by_rounds))
