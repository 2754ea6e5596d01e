"""Installing into Excel: what goes where, twice the same, and a failure that leaves the former one working."""

from __future__ import annotations

import dataclasses
import errno
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xlwings

from macros_py.installation.installing import install
from macros_py.installation.machine import (
    InstallationError,
    InstallationPlaces,
    Machine,
    excel_places,
    installation_places,
    read_manifest,
    versions,
)
from macros_py.installation.tasks import run_task

FilesOf = Callable[[Path], dict[str, bytes]]


def places(machine: Machine) -> InstallationPlaces:
    """Give the places of a machine with Excel."""
    found = installation_places(machine)
    assert found is not None
    return found


def installed(machine: Machine) -> Path:
    """Give the folder of the version in use."""
    manifest = read_manifest(places(machine).manifest)
    assert manifest is not None
    return places(machine).root / manifest.version


def test_the_places_are_those_that_excel_knows(make_machine: Any) -> None:
    """The start folders, the settings file and the script folder are those of Excel and xlwings."""
    windows, mac = make_machine("win32"), make_machine("darwin")
    assert places(windows).addin == windows.home / "AppData/Roaming/Microsoft/Excel/XLSTART/Sportulti.xlam"
    assert places(windows).root == windows.home / "AppData/Local/Sportulti"
    assert places(windows).conf == windows.home / ".sportulti/sportulti.conf"
    office = mac.home / "Library/Group Containers/UBF8T346G9.Office/User Content.localized"
    assert places(mac).addin == office / "Startup.localized/Excel/Sportulti.xlam"
    assert places(mac).conf == mac.home / "Library/Containers/com.microsoft.Excel/Data/sportulti.conf"
    assert places(mac).scripts == mac.home / "Library/Application Scripts/com.microsoft.Excel"


def test_everything_is_put_in_its_place(machine: Machine, project: Path, pip: Any, files_of: FilesOf) -> None:
    """The program is copied without a referee's files, its copy makes itself ready, the add-in is in place."""
    install(machine, project)
    folder = installed(machine)
    assert places(machine).addin.read_bytes() == pip.addin
    assert [name for name in files_of(folder / "program") if "__pycache__" not in name] == [
        "README.md",
        "macros_py/__init__.py",
        "pyproject.toml",
        "setup_workbook.py",
        "templates/words/hu.toml",
        "workbook/Sportulti.xlam",
        "workbook/vba/ribbon.bas",
    ]
    program, venv = str(folder / "program" / "setup_workbook.py"), str(folder / "venv")
    assert pip.runs == [[str(machine.python), program, "--venv", venv]]


def test_the_settings_on_windows(make_machine: Any, project: Path) -> None:
    """No accent, no blank line; every path from a variable that Excel fills in; the server for functions is on."""
    machine = make_machine("win32")
    install(machine, project)
    folder = rf"%LOCALAPPDATA%\Sportulti\{installed(machine).name}"
    assert places(machine).conf.read_bytes().decode("ascii").split("\r\n") == [
        rf'"INTERPRETER_WIN","{folder}\venv\Scripts\python.exe"',
        rf'"PYTHONPATH","{folder}\program"',
        '"ADD_WORKBOOK_TO_PYTHONPATH","False"',
        '"UDF MODULES","macros_py.functions"',
        '"SHOW CONSOLE","False"',
        '"USE UDF SERVER","True"',
        "",
    ]


def test_the_settings_and_the_script_on_a_mac(make_machine: Any, project: Path) -> None:
    """The paths hold no blank, since the script puts no quotes about them; the script stands in its folder."""
    machine = make_machine("darwin")
    install(machine, project)
    folder = f"$HOME/Library/Sportulti/{installed(machine).name}"
    assert places(machine).conf.read_text("ascii").split("\n") == [
        f'"INTERPRETER_MAC","{folder}/venv/bin/python"',
        f'"PYTHONPATH","{folder}/program"',
        '"ADD_WORKBOOK_TO_PYTHONPATH","False"',
        '"UDF MODULES","macros_py.functions"',
        '"SHOW CONSOLE","False"',
        "",
    ]
    script = machine.home / "Library/Application Scripts/com.microsoft.Excel/xlwings-0.37.8.applescript"
    assert script.read_text("utf-8") == "on VbaHandler"


def test_every_setting_is_one_that_xlwings_reads(machine: Machine, project: Path) -> None:
    """The VBA of the xlwings that is installed asks for each key by that very name."""
    install(machine, project)
    module = (Path(xlwings.__file__).parent / "xlwings_custom_addin.bas").read_text("cp1252")
    asked = set(re.findall(r'GetConfig\("([^"]+)"', module))
    written = re.findall(r'^"([^"]+)"', places(machine).conf.read_text("ascii"), re.MULTILINE)
    assert len(written) >= 5
    assert [key for key in written if key not in asked] == []


def test_the_second_time_changes_nothing(machine: Machine, project: Path, files_of: FilesOf) -> None:
    """Installing again gives the same files, touches neither add-in nor settings, and sets nothing aside."""
    install(machine, project)
    before = files_of(machine.home)
    os.utime(places(machine).addin, (1, 1))
    os.utime(places(machine).conf, (1, 1))
    install(machine, project)
    assert files_of(machine.home) == before
    assert [places(machine).addin.stat().st_mtime, places(machine).conf.stat().st_mtime] == [1, 1]


def test_a_new_version_takes_over(machine: Machine, project: Path, pip: Any) -> None:
    """The new program gets its own folder, the settings name it, the former one goes."""
    install(machine, project)
    former = installed(machine)
    (project / "templates" / "words" / "hu.toml").write_text("[y]", "utf-8")
    pip.addin = b"PK add-in 2"
    install(machine, project)
    assert installed(machine) != former
    assert versions(places(machine).root) == [installed(machine)]
    assert installed(machine).name in places(machine).conf.read_text("ascii")
    assert places(machine).addin.read_bytes() == b"PK add-in 2"
    assert not places(machine).set_aside.exists()


def test_a_referees_own_files_are_set_aside(machine: Machine, project: Path, files_of: FilesOf) -> None:
    """An add-in and settings that stood there before are kept as copies; his other files stay as they are."""
    for path, text in ((places(machine).addin, "own add-in"), (places(machine).conf, "own settings")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    other = places(machine).startup / "Sajat.xlsb"
    other.write_text("own macros", "utf-8")
    install(machine, project)
    assert sorted(files_of(places(machine).set_aside).values()) == [b"own add-in", b"own settings"]
    assert other.read_text("utf-8") == "own macros"


def test_a_script_of_another_xlwings_project_stays_his(make_machine: Any, project: Path) -> None:
    """The script that xlwings itself put there is neither replaced nor listed as ours."""
    machine = make_machine("darwin")
    script = machine.home / "Library/Application Scripts/com.microsoft.Excel/xlwings-0.37.8.applescript"
    script.parent.mkdir(parents=True)
    script.write_text("his", "utf-8")
    install(machine, project)
    assert script.read_text("utf-8") == "his"
    assert run_task("uninstall", project, machine) == 0
    assert script.read_text("utf-8") == "his"


def refusing(name: str) -> Callable[[Path, Path], None]:
    """Give a replacing that Windows refuses for one file: Excel holds it."""

    def replace(fresh: Path, path: Path) -> None:
        if path.name == name:
            raise PermissionError(errno.EACCES, "Access is denied", str(path))
        os.replace(fresh, path)

    return replace


@pytest.mark.parametrize("held", ["Sportulti.xlam", "sportulti.conf", "telepites.json"])
def test_a_file_that_excel_holds_leaves_the_former_one_whole(
    machine: Machine, project: Path, pip: Any, held: str, files_of: FilesOf
) -> None:
    """Whichever file cannot be replaced, add-in, settings and list are as before, and the sentence says what to do."""
    install(machine, project)
    former = installed(machine)
    before = {path: path.read_bytes() for path in (places(machine).addin, places(machine).conf)}
    (project / "templates" / "words" / "hu.toml").write_text("[y]", "utf-8")
    pip.addin = b"PK add-in 2"
    with pytest.raises(InstallationError, match="Zárja be az összes Excel-ablakot") as error:
        install(dataclasses.replace(machine, replace=refusing(held)), project)
    assert held in str(error.value)
    assert {path: path.read_bytes() for path in before} == before
    assert installed(machine) == former
    assert (former / "venv").is_dir()
    assert [name for name in files_of(machine.home) if name.endswith("-uj")] == []


def test_a_first_installation_that_fails_leaves_nothing_in_excel(machine: Machine, project: Path) -> None:
    """Where there was no add-in there is none after the failure."""
    with pytest.raises(InstallationError, match=r"sportulti\.conf"):
        install(dataclasses.replace(machine, replace=refusing("sportulti.conf")), project)
    assert not places(machine).addin.exists()
    assert not places(machine).manifest.exists()


@pytest.mark.parametrize("fault", ["pip failed", "no answer"])
def test_a_version_that_is_not_ready_is_not_switched_to(
    machine: Machine, project: Path, pip: Any, fault: str
) -> None:
    """No network, or a Python that an antivirus took away: the former add-in and its folder stay."""
    install(machine, project)
    former = installed(machine)
    (project / "templates" / "words" / "hu.toml").write_text("[y]", "utf-8")
    pip.code, pip.answers = (1, True) if fault == "pip failed" else (0, False)
    with pytest.raises(InstallationError, match="A korábbi telepítés változatlan"):
        install(machine, project)
    assert installed(machine) == former
    assert (former / "program" / "macros_py" / "__init__.py").is_file()


def test_linux_is_told_what_works_instead(
    make_machine: Any, project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No Excel there: the command line is named, exit code 1, nothing is made."""
    assert run_task("install", project, make_machine("linux")) == 1
    said = capsys.readouterr().err
    assert "nincs Microsoft Excel" in said
    assert "python -m macros_py" in said
    assert run_task("uninstall", project, make_machine("linux")) == 1
    assert list((tmp_path / "Gepek" / "eva").iterdir()) == []


@pytest.mark.parametrize(
    ("platform", "changes", "words"),
    [
        ("win32", {"python": Path("C:/Program Files/WindowsApps/python.exe")}, "Microsoft Store"),
        ("win32", {"environment": {"LOCALAPPDATA": "C:/OneDrive - Klub/x"}}, "szinkronizált"),
        ("win32", {"environment": {"LOCALAPPDATA": "//server/profil/x"}}, "szinkronizált"),
        ("win32", {"environment": {"LOCALAPPDATA": "G:/Saját meghajtó/x"}}, "szinkronizált"),
        ("win32", {"environment": {"LOCALAPPDATA": "C:/Dropbox (Klub)/x"}}, "szinkronizált"),
        ("win32", {"environment": {"LOCALAPPDATA": "D:/x", "OneDriveCommercial": "D:/"}}, "szinkronizált"),
        ("darwin", {"home": Path("/Volumes/m/Library/CloudStorage/GoogleDrive-x")}, "szinkronizált"),
        ("darwin", {"home": Path("/Volumes/m/Library/Mobile Documents/x")}, "szinkronizált"),
        ("darwin", {"home": Path("/Volumes/két szó")}, "elolvasni"),
    ],
)
def test_places_that_would_not_work_are_refused(
    make_machine: Any, platform: str, changes: dict[str, Any], words: str
) -> None:
    """A Store Python, a synced or shared folder, a path that Excel cannot read: a sentence before anything is made."""
    with pytest.raises(InstallationError, match=words):
        excel_places(make_machine(platform, **changes))


def test_an_accent_outside_the_code_page_is_no_trouble(make_machine: Any, tmp_path: Path) -> None:
    """A folder named from a variable needs no letter that Excel might not read."""
    home = tmp_path / "Юлия"
    variables = {"LOCALAPPDATA": str(home / "AppData" / "Local")}
    assert (
        excel_places(make_machine("win32", home=home, environment=variables)).root.parent.parent.parent
        == home
    )
