"""How the cost of each verb of the day grows with the event: ``python -m tests.benchmarks.growth``.

CPU time of whole processes, what every verb needs to begin taken off. The exponent says by which power of the players
(or rounds) the cost grows between the two largest sizes; the goal is that of n × log n. All sizes go through the day
together, verb by verb, so that a busy machine slows all of them. The note has the seconds at every size. A trial event
carries out the verbs of each of its rounds: with the rounds it may grow by one power more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory

from macros_py.book.file import FileBook
from tests.benchmarks.figures import BARE, Figure, cost, run, verb_cost
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
    "recover --to {folder}/ujra.xlsx",
)
TRIAL = f"trial_event --players {{players}} --rounds {{rounds}} --deals {DEALS} --seed 1"
BARE_NAME = "bare load and save"
Costs = dict[str, float]


@dataclass(frozen=True, slots=True)
class Day:
    """One event with its folder, and what each verb cost so far in CPU seconds."""

    folder: Path
    players: int
    rounds: int
    costs: Costs = field(default_factory=dict)

    @property
    def real(self) -> Path:
        """Give the event that is prepared."""
        return self.folder / "Kupa.xlsx"

    @property
    def trial(self) -> Path:
        """Give the trial event that is ended."""
        return self.folder / "proba" / "Proba.xlsx"

    def press(self, file: Path, line: str, player: str = "") -> None:
        """Carry out one verb."""
        verb, *options = line.split()
        words = [
            option.format(folder=file.parent, player=player, rounds=self.rounds, players=self.players)
            for option in options
        ]
        place = file.with_name("masolatok") if verb == "recover" else file
        name = "restore --to" if verb == "restore" and options else verb
        self.costs[name] = verb_cost(verb, place, *words).seconds

    def announce(self) -> None:
        """Type how long the event is, and put the list of its players beside it."""
        book = FileBook.open(self.real)
        book.write_value("fordulok", self.rounds)
        book.write_value("leosztasok_fordulonkent", DEALS)
        book.save()
        names = "".join(f"Játékos {number};L{number}\n" for number in range(self.players))
        (self.folder / "nevezok.csv").write_text(f"Név;Versenyengedély száma\n{names}", "utf-8")

    def first_player(self) -> str:
        """Give the first name of the trial event's entries."""
        return str(FileBook.open(self.trial).read_table("tNevezok")[0]["Név"])

    def load_and_save(self) -> None:
        """Do what no verb on the trial event can do without."""
        target = str(self.folder / "bare.xlsx")
        self.costs[BARE_NAME] = cost("-c", BARE, str(self.trial), target).seconds


def all_costs(sizes: list[tuple[int, int]]) -> list[Costs]:
    """Give the CPU seconds of every verb at each size (players, rounds), what it needs to begin taken off."""
    cost("-c", OURS)
    start = cost("-c", OURS).seconds
    with TemporaryDirectory() as folder:
        days = [Day(Path(folder, f"{number}"), *size) for number, size in enumerate(sizes)]
        for day in days:
            day.trial.parent.mkdir(parents=True)
            day.press(day.real, "new_event")
            day.announce()
        for line in BEFORE:
            for day in days:
                day.press(day.real, line)
        for day in days:
            day.press(day.trial, TRIAL)
        players = [day.first_player() for day in days]
        for day in days:
            day.load_and_save()
        for line in AFTER:
            for day, player in zip(days, players, strict=True):
                day.press(day.trial, line, player)
        return [{verb: seconds - start for verb, seconds in day.costs.items()} for day in days]


def exponents(costs: list[Costs], sizes: tuple[int, ...], named: str) -> Iterator[Figure]:
    """Give the growth of each verb between the last two sizes, and its seconds at all of them."""
    few, many = sizes[-2:]
    goal = round(1 + log(log(many) / log(few)) / log(many / few), 2)
    for verb in costs[0]:
        is_day = verb == TRIAL.split()[0] and named == "rounds"
        less, more = (max(each[verb], LEAST) for each in costs[-2:])
        shown = " / ".join(f"{each[verb]:.2f}" for each in costs)
        name = f"{verb}: exponent, {few} → {many} {named}"
        yield Figure(name, log(more / less) / log(many / few), goal + is_day, note=f"{shown} s")


def by_players() -> Iterator[Figure]:
    """Measure the growth with the players."""
    yield from exponents(all_costs([(players, USUAL_ROUNDS) for players in PLAYERS]), PLAYERS, "players")


def by_rounds() -> Iterator[Figure]:
    """Measure the growth with the rounds."""
    yield from exponents(all_costs([(USUAL_PLAYERS, rounds) for rounds in ROUNDS]), ROUNDS, "rounds")


if __name__ == "__main__":
    raise SystemExit(run(by_players, by_rounds))
