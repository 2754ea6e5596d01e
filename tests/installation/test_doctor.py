"""The doctor: each thing that can be wrong is named with what to do, and the page tells nothing of the user."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from macros_py.installation.doctor import GOOD_TO_KNOW, HINTS, OK, TO_DO, examine_machine, hints_for
from macros_py.installation.installing import install
from macros_py.installation.machine import InstallationPlaces, Machine, installation_places, read_manifest
from macros_py.installation.tasks import PAGE_NAME, run_task
from macros_py.words import catalogue


def places(machine: Machine) -> InstallationPlaces:
    """Give the places of a machine with Excel."""
    found = installation_places(machine)
    assert found is not None
    return found


def version(machine: Machine) -> Path:
    """Give the folder of the version in use."""
    manifest = read_manifest(places(machine).manifest)
    assert manifest is not None
    return places(machine).root / manifest.version


def things_to_do(machine: Machine, project: Path) -> list[str]:
    """Give the findings that ask for something."""
    return [finding.text for finding in examine_machine(machine, project) if finding.level == TO_DO]


def test_a_good_installation_has_nothing_to_do(
    machine: Machine, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 0, and the page says so."""
    install(machine, project)
    capsys.readouterr()
    assert run_task("doctor", project, machine) == 0
    said = capsys.readouterr().out
    assert "MINDEN RENDBEN." in said
    assert "[TEENDŐ]" not in said
    assert sum(finding.level == OK for finding in examine_machine(machine, project)) >= 10


def test_without_an_installation_it_says_how(machine: Machine, project: Path) -> None:
    """Nothing installed: one thing to do, and that is it."""
    assert things_to_do(machine, project) == [
        "A Sportulti nincs az Excelbe telepítve. Futtassa: python setup_workbook.py install"
    ]


def test_the_page_can_be_sent(machine: Machine, project: Path) -> None:
    """A text file with accents that any editor shows; what to do stands first; the user's name stands nowhere."""
    assert run_task("doctor", project, machine) == 1
    content = (project / PAGE_NAME).read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    text = content.decode("utf-8-sig")
    assert "2026. 07. 12." in text
    assert machine.home.name not in text
    levels = [line.split("]")[0] + "]" for line in text.splitlines() if line.startswith("[")]
    assert levels == sorted(levels, key=["[TEENDŐ]", "[jó tudni]", "[rendben]"].index)


def test_a_read_only_project_gets_its_page_elsewhere(
    machine: Machine, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a stick that is write-protected the page goes to a temporary folder of its own, through no link."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / PAGE_NAME).symlink_to(tmp_path / "idegen.txt")
    assert run_task("doctor", project / "README.md", machine) == 1
    assert len([*tmp_path.glob(f"sportulti-*/{PAGE_NAME}")]) == 1
    assert not (tmp_path / "idegen.txt").exists()


def lose_addin(machine: Machine, pip: Any) -> None:
    """Delete the add-in from the start folder."""
    places(machine).addin.unlink()


def change_addin(machine: Machine, pip: Any) -> None:
    """Save another add-in over it."""
    places(machine).addin.write_bytes(b"other")


def lose_conf(machine: Machine, pip: Any) -> None:
    """Delete the settings."""
    places(machine).conf.unlink()


def blank_line(machine: Machine, pip: Any) -> None:
    """Put a blank line among the settings (VBA stops there)."""
    places(machine).conf.write_bytes(b"\r\n" + places(machine).conf.read_bytes())


def other_modules(machine: Machine, pip: Any) -> None:
    """Name another module of functions."""
    text = places(machine).conf.read_text("ascii")
    places(machine).conf.write_text(text.replace("macros_py.functions", "mas"), "ascii")


def lose_python(machine: Machine, pip: Any) -> None:
    """Take the environment away, as an antivirus does."""
    shutil.rmtree(version(machine) / "venv")


def other_xlwings(machine: Machine, pip: Any) -> None:
    """Install another xlwings by hand."""
    pip.libraries["xlwings"] = "0.38.0"


def older_openpyxl(machine: Machine, pip: Any) -> None:
    """Install another openpyxl by hand."""
    pip.libraries["openpyxl"] = "3.0.0"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (lose_addin, ["Nincs bővítmény az Excel indítómappájában"]),
        (change_addin, ["A bővítmény nem az"]),
        (lose_conf, ["Hiányzik a bővítmény beállításfájlja"]),
        (blank_line, ["hibás sor vagy beállítás: 1."]),
        (other_modules, ["hibás sor vagy beállítás: UDF MODULES"]),
        (lose_python, ["Python-környezete nem indul"]),
        (other_xlwings, ["ezt várja: 0.37.8", "0.37.8 változatához készült, a telepített viszont 0.38.0"]),
        (older_openpyxl, ["a telepített változat 3.0.0, a program ezt várja: 3.1.5"]),
    ],
)
def test_each_fault_is_named_with_what_to_do(
    machine: Machine, project: Path, pip: Any, fault: Callable[[Machine, Any], None], words: list[str]
) -> None:
    """One thing is broken: that one is found, and installing again puts it right."""
    install(machine, project)
    fault(machine, pip)
    found = "\n".join(things_to_do(machine, project))
    assert [word for word in words if word not in found] == []
    assert "python setup_workbook.py install" in found
    pip.libraries.update({"xlwings": "0.37.8", "openpyxl": "3.1.5"})
    install(machine, project)
    assert things_to_do(machine, project) == []


def test_what_only_windows_needs(make_machine: Any, project: Path, pip: Any) -> None:
    """The dll beside the Python or above it, and pywin32."""
    machine = make_machine("win32")
    install(machine, project)
    (version(machine) / "venv" / "xlwings64-0.37.8.dll").unlink()
    pip.pywin32 = False
    assert [text.split(":")[0] for text in things_to_do(machine, project)] == [
        "Hiányzik az Excel és a Python közti összekötő",
        "Hiányzik a COM-kapcsolat könyvtára (pywin32). Futtassa",
    ]


def test_what_only_a_mac_needs(make_machine: Any, project: Path) -> None:
    """xlwings' script in Excel's script folder."""
    machine = make_machine("darwin")
    install(machine, project)
    next((machine.home / "Library" / "Application Scripts").rglob("*.applescript")).unlink()
    assert [text.split(":")[0] for text in things_to_do(machine, project)] == [
        "Hiányzik az xlwings szkriptje"
    ]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"excel": False}, "A Microsoft Excel nem található"),
        ({"python": Path("WindowsApps/python.exe")}, "Microsoft Store-ból"),
        ({"environment": {"LOCALAPPDATA": "C:/OneDrive/x"}}, "felhőben vagy hálózaton"),
        ({"environment": {"LOCALAPPDATA": "C:/" + "x" * 100}, "longest_path": 259}, "túl hosszú"),
    ],
)
def test_a_machine_that_will_make_trouble(
    make_machine: Any, project: Path, changes: dict[str, Any], words: str
) -> None:
    """No Excel, a Store Python, a synced folder, a long path: each is named before anybody installs."""
    assert words in "\n".join(things_to_do(make_machine("win32", **changes), project))


def test_a_synced_download_is_only_good_to_know(machine: Machine, project: Path) -> None:
    """The project may lie on OneDrive: the program is copied away from there."""
    synced = dataclasses.replace(
        machine, environment={**machine.environment, "OneDrive": str(project.parent)}
    )
    found = [finding for finding in examine_machine(synced, project) if "letöltött projekt" in finding.text]
    assert [finding.level for finding in found] == [GOOD_TO_KNOW]


def test_a_folder_that_cannot_be_written_is_named(machine: Machine, project: Path) -> None:
    """Where a file stands in the way of the start folder, the page says so, and nothing stays behind elsewhere."""
    in_the_way = places(machine).startup.parent
    in_the_way.parent.mkdir(parents=True, exist_ok=True)
    in_the_way.write_text("", "utf-8")
    found = [text for text in things_to_do(machine, project) if text.startswith("Nem írható")]
    assert found == [
        f"Nem írható: {places(machine).startup}. Kérje a gép gazdáját, vagy dolgozzon parancssorból."
    ]
    assert list(machine.home.rglob(".sportulti-proba")) == []


def test_linux_has_nothing_to_do(make_machine: Any, project: Path) -> None:
    """Without Excel the environment of the project itself is examined."""
    found = examine_machine(make_machine("linux"), project)
    assert "python -m macros_py" in found[0].text
    assert [finding.level for finding in found] == [GOOD_TO_KNOW, TO_DO]
    (project / ".venv" / "site-packages").mkdir(parents=True)
    assert things_to_do(make_machine("linux"), project) == []
    assert hints_for(make_machine("linux")) == []


def test_every_sentence_of_the_page_is_used() -> None:
    """No line of the catalogue is left over, and every hint is given on some system."""
    package = Path(examine_machine.__code__.co_filename).parent
    code = "\n".join(path.read_text("utf-8") for path in package.glob("*.py"))
    hints = {f"hint_{name}" for names in HINTS.values() for name in names}
    built = hints | {f"level_{level}" for level in (OK, TO_DO, GOOD_TO_KNOW)}
    assert [
        key
        for key in catalogue()["doctor"]
        if f'"{key}"' not in code and f"doctor.{key}" not in code and key not in built
    ] == []
    assert [
        key for key in catalogue()["installation"] if f'"{key}"' not in code and f".{key}" not in code
    ] == []
