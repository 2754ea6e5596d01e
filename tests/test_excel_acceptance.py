"""The script for a person with Excel: held against the list of verbs, and played through with an Excel of paper."""

from __future__ import annotations

import importlib.util
import re
import sys
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

from macros_py.verbs import verbs

PROJECT = Path(__file__).resolve().parent.parent
PAGE = (PROJECT / "tests" / "excel_acceptance.md").read_text("utf-8")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """Give the script, loaded from its file as a person starts it."""
    spec = importlib.util.spec_from_file_location(
        "excel_acceptance", PROJECT / "tests" / "excel_acceptance.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class PaperExcel:
    """An Excel that does what is expected of it: each look at the log finds a line more."""

    version = "16.0"

    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        self.length = 0
        self.opened: list[Path] = []

    def has_addin(self) -> bool:
        """Say that it is loaded."""
        return self.fault != "addin"

    def open(self, path: Path) -> None:
        """Note the file."""
        self.opened.append(path)

    def state(self) -> tuple[object, ...]:
        """Give the settings; with a fault they are never as before."""
        self.length += 1
        return ("automatic", self.length if self.fault == "state" else 0)

    def log_length(self) -> int:
        """Give a line more each time."""
        self.length += 1
        return self.length

    def value_of(self, formula: str) -> object:
        """Give the values of the two functions."""
        if self.fault == "functions":
            raise OSError("#NÉV?")
        return 57.28 if "SZAZALEK" in formula else "P 40 U-K"


def play(
    script: ModuleType, excel: PaperExcel, answers: str = "i", system: str = "win32"
) -> tuple[Any, list[str]]:
    """Play the whole script; every question gets the answer given. Give the report and all that was said."""
    said: list[str] = []

    def ask(text: str) -> str:
        said.append(text)
        return answers

    trial = script.Trial(excel, system, ask=ask, tell=said.append)
    return trial.whole(Path("proba.xlsx")), said


def test_every_button_is_asked_about(script: ModuleType) -> None:
    """Each verb of buttons.toml once, by its group and label, in the order of the day."""
    _, said = play(script, PaperExcel())
    clicked = [re.search(r"lap, (.*) csoport, (.*) gomb\.", text) for text in said]
    assert [match.groups() for match in clicked if match] == [
        (verb.group, verb.label) for verb in verbs().values()
    ]


def test_the_special_cases_are_verbs() -> None:
    """No hint is left over from a verb that is gone, and the page names no button that is not there."""
    import tomllib

    cases = tomllib.loads((PROJECT / "tests" / "cases" / "excel_acceptance.toml").read_text("utf-8"))
    assert [case["id"] for case in cases["verb"] if case["id"] not in verbs()] == []
    frame = ElementTree.parse(PROJECT / "workbook" / "ribbon" / "ribbon.xml")
    toggles = {element.get("label", "") for element in frame.iter("toggleButton")}
    named = set(re.findall(r"\*\*([^*:]+)\*\*", PAGE)) - {"Ezt a próbát még senki nem végezte el"}
    assert len(named) >= 5
    assert named <= {verb.label for verb in verbs().values()} | toggles
    groups = {group.get("label", "") for group in frame.iter("group")}
    asked = next(step["do"] for step in cases["step"] if "csoportokat" in step["do"])
    assert set(asked.partition(": ")[2].rstrip(".").split(", ")) == groups
    assert [phase for phase in {step["phase"] for step in cases["step"]} if f"| {phase} |" not in PAGE] == []


def test_a_good_run_has_no_no(script: ModuleType) -> None:
    """With an Excel that does all right, every line of the report is a yes."""
    excel = PaperExcel()
    report, said = play(script, excel)
    assert excel.opened == [Path("proba.xlsx")]
    assert {line[2] for line in report.lines} == {"yes"}
    text = report.text("16.0", "win32", datetime(2026, 7, 12))
    assert text.startswith("Átvételi próba, 2026. 07. 12. – Excel 16.0, win32\nIgen: ")
    assert "nem: 0" in text
    assert said[0] == script.WORDS["start"]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("addin", "[NEM] telepítés: A Sportulti.xlam be van töltve"),
        ("state", "[NEM] gombok: A „Kiértékelés” után a számolás"),
        ("functions", "[NEM] függvények: A =ULTI_SZAZALEK(433,756) értéke 57.28 – #NÉV?"),
    ],
)
def test_what_the_script_sees_itself_is_noted(script: ModuleType, fault: str, words: str) -> None:
    """A missing add-in, a calculation left manual, a function without value: each is a no in the report."""
    report, _ = play(script, PaperExcel(fault))
    assert words in report.text("16.0", "win32", datetime(2026, 7, 12))


def test_a_no_asks_what_was_seen(script: ModuleType) -> None:
    """The person's own words stand behind his no."""
    report, said = play(script, PaperExcel(), answers="nem jelent meg")
    assert "Mit látott? " in said
    assert ("telepítés", "no", "nem jelent meg") in [(line[0], line[2], line[3]) for line in report.lines]


def test_on_a_mac_only_what_is_there_is_asked(script: ModuleType) -> None:
    """Neither functions nor the live check nor the Alt key are asked about."""
    report, said = play(script, PaperExcel(), answers="k", system="darwin")
    assert "függvények" not in {line[0] for line in report.lines}
    assert [text for text in said if "Alt billentyű" in text or "Azonnali" in text] == []


def test_without_excel_it_says_how_to_start(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No running Excel: one sentence, exit code 1, no event is made."""

    class NoApps:
        count = 0

    monkeypatch.setattr(script.xlwings, "apps", NoApps())
    assert script.main([str(tmp_path)]) == 1
    assert "Indítsa el az Excelt a Start menüből" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
