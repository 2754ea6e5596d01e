"""A person with Excel and this script: 15 minutes through ribbon, buttons, functions and a day of errors.

    python tests/excel_acceptance.py [FOLDER]     with the Python of the installation, Excel running

What xlwings can see is looked at here (is the add-in there, is the log longer, is the calculation as it was); what only
eyes can see is asked. The questions are in ``cases/excel_acceptance.toml``, the answers go to a report in FOLDER.
It has not been run in Excel yet: no Excel was at hand. How to go about it: ``excel_acceptance.md``.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import xlwings

from macros_py.__main__ import main as run_verb
from macros_py.verbs import Verb, verbs

CASES = tomllib.loads((Path(__file__).parent / "cases" / "excel_acceptance.toml").read_text("utf-8"))
WORDS: dict[str, str] = CASES["words"]
ADDIN, LOG_SHEET, LOG_TABLE = "Sportulti.xlam", "Napló", "tNaplo"
EVENT_NAME, REPORT_NAME = "proba.xlsx", "excel-atveteli-jegyzokonyv.txt"
TRIAL = ("--players", "9", "--rounds", "3", "--deals", "3", "--seed", "7", "--replace")
YES, NO, LEFT = "yes", "no", "left"
BEFORE_THE_VERBS = ("telepítés", "menüszalag", "gépelés")
"""The phases asked first; the others come after the buttons."""

MAY_BE_CANCELLED = {case["id"] for case in CASES["verb"] if case.get("cancelled")}
"""Verbs that ask for a file or a time the person need not have: cancelled, they leave no line in the log."""


@dataclass
class Report:
    """What was found: (phase, what was looked at, yes · no · left, what the person saw instead)."""

    lines: list[tuple[str, str, str, str]] = field(default_factory=list)

    def add(self, phase: str, what: str, answer: str, saw: str = "") -> None:
        """Note one answer."""
        self.lines.append((phase, what, answer, saw))

    def text(self, version: str, system: str, day: datetime) -> str:
        """Write the report as plain text."""
        counts = {answer: sum(line[2] == answer for line in self.lines) for answer in (YES, NO, LEFT)}
        title = WORDS["report_title"].format(day=f"{day:%Y. %m. %d.}", version=version, system=system)
        rows = [
            f"[{WORDS[answer]}] {phase}: {what}" + (f" – {saw}" if saw else "")
            for phase, what, answer, saw in self.lines
        ]
        return "\n".join([title, WORDS["report_sum"].format(**counts), "", *rows, ""])


class Excel:
    """The running Excel, as far as this script looks into it; ``app`` is xlwings' own."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.book: Any = None

    @property
    def version(self) -> str:
        """Give Excel's version."""
        return str(self.app.version)

    def has_addin(self) -> bool:
        """Tell whether the add-in is loaded: add-ins are not among the books listed, but can be asked by name."""
        try:
            return bool(self.app.books[ADDIN].name)
        except Exception:
            return False

    def open(self, path: Path) -> None:
        """Open the event."""
        self.book = self.app.books.open(str(path))

    def state(self) -> tuple[object, ...]:
        """Give what a verb may change and has to put back."""
        return (self.app.calculation, self.app.screen_updating, self.app.status_bar)

    def log_length(self) -> int:
        """Give how many lines the event's log has."""
        return len(self.book.sheets[LOG_SHEET].tables[LOG_TABLE].data_body_range.rows)

    def value_of(self, formula: str) -> object:
        """Compute a formula in a book of its own, which is closed again."""
        scratch = self.app.books.add()
        try:
            scratch.sheets[0]["A1"].formula = formula
            return scratch.sheets[0]["A1"].value
        finally:
            scratch.close()


@dataclass
class Trial:
    """One run: whom it asks, whom it tells, and what it has noted."""

    excel: Excel
    system: str
    ask: Callable[[str], str] = input
    tell: Callable[[str], object] = print
    report: Report = field(default_factory=Report)

    def question(self, phase: str, do: str, ask: str) -> None:
        """Have one thing done and asked about."""
        self.tell(f"\n{do}")
        answer = ""
        while answer not in ("i", "n", "k"):
            answer = self.ask(f"{ask} {WORDS['answer']}").strip().casefold()[:1]
        saw = self.ask(WORDS["saw"]).strip() if answer == "n" else ""
        self.report.add(phase, ask, {"i": YES, "n": NO, "k": LEFT}[answer], saw)

    def look(self, phase: str, what: str, check: Callable[[], object]) -> None:
        """Note what the script sees for itself; a fault of Excel is a no with its words."""
        try:
            answer, saw = (YES, "") if check() else (NO, "")
        except Exception as error:
            answer, saw = NO, str(error)
        self.report.add(phase, what, answer, saw)

    def steps(self, first: bool) -> None:
        """Go through the questions of the phases before, or after, the buttons."""
        for step in CASES["step"]:
            if (step["phase"] in BEFORE_THE_VERBS) == first and step.get(
                "system", self.system
            ) == self.system:
                self.question(step["phase"], step["do"], step["ask"])

    def functions(self) -> None:
        """Compute the worksheet functions (Windows only)."""
        for case in CASES["function"] if self.system == "win32" else ():
            what = WORDS["function"].format(**case)
            self.look(
                "függvények", what, lambda case=case: self.excel.value_of(case["formula"]) == case["expected"]
            )

    def verb(self, verb: Verb) -> None:
        """Have one button clicked; see whether all was put back and the log is longer."""
        before, length = self.excel.state(), self.excel.log_length()
        hints = {case["id"]: case["do"] for case in CASES["verb"]}
        do = WORDS["click"].format(group=verb.group, label=verb.label, do=hints.get(verb.id, "")).strip()
        self.question("gombok", do, WORDS["click_ask"].format(help=verb.help))
        label = verb.label
        self.look("gombok", WORDS["left_as_it_was"].format(label=label), lambda: self.excel.state() == before)
        if verb.file == "open" and verb.id not in MAY_BE_CANCELLED:
            what = WORDS["logged"].format(label=label)
            self.look("gombok", what, lambda: self.excel.log_length() > length)

    def whole(self, event: Path) -> Report:
        """Go through everything with the trial event."""
        self.tell(WORDS["start"])
        self.look("telepítés", WORDS["addin_loaded"], self.excel.has_addin)
        self.tell(WORDS["open_event"].format(path=event))
        self.excel.open(event)
        self.steps(first=True)
        self.functions()
        for verb in verbs().values():
            self.verb(verb)
        self.steps(first=False)
        return self.report


def main(words: list[str]) -> int:
    """Make the trial event, go through the script, write the report; 1 if there was a no, or no Excel."""
    folder = Path(words[0] if words else "excel-proba").absolute()
    if xlwings.apps.count == 0:
        print(WORDS["no_excel"])
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    event = folder / EVENT_NAME
    if code := run_verb(["trial_event", str(event), *TRIAL]):
        return code
    trial = Trial(Excel(xlwings.apps.active), sys.platform)
    try:
        report = trial.whole(event)
    finally:
        path = folder / REPORT_NAME
        path.write_text(trial.report.text(trial.excel.version, sys.platform, datetime.now()), "utf-8-sig")
        print(WORDS["report"].format(path=path))
    return int(any(line[2] == NO for line in report.lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
