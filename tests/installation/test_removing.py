"""Uninstalling: exactly what was installed goes, and nothing of the referee's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from macros_py.installation import removing
from macros_py.installation.installing import install
from macros_py.installation.machine import (
    InstallationError,
    InstallationPlaces,
    Machine,
    installation_places,
    read_manifest,
)
from macros_py.installation.removing import uninstall
from macros_py.installation.tasks import run_task

FilesOf = Callable[[Path], dict[str, bytes]]


def places(machine: Machine) -> InstallationPlaces:
    """Give the places of a machine with Excel."""
    found = installation_places(machine)
    assert found is not None
    return found


def folders_of(folder: Path) -> list[Path]:
    """Give every folder below one."""
    return sorted(path for path in folder.rglob("*") if path.is_dir())


def test_after_it_all_is_as_before(
    machine: Machine, project: Path, files_of: FilesOf, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other add-ins, xlwings' own settings and the copies of events stay; folders that were made go."""
    own = {
        places(machine).startup / "Sajat.xlsb": "own macros",
        places(machine).root / "masolatok" / "kupa.json": "a copy of an event",
        machine.home / ".xlwings" / "xlwings.conf": "his settings",
    }
    for path, text in own.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    before, folders = files_of(machine.home), folders_of(machine.home)
    install(machine, project)
    assert len(files_of(machine.home)) > len(before)
    capsys.readouterr()
    assert run_task("uninstall", project, machine) == 0
    assert files_of(machine.home) == before
    assert folders_of(machine.home) == folders
    said = capsys.readouterr().out
    assert f"Eltávolítva: {places(machine).addin}" in said
    assert f"Eltávolítva: {places(machine).conf}" in said


def test_on_a_bare_machine_nothing_is_left(machine: Machine, project: Path) -> None:
    """Where there was nothing before there is nothing after."""
    install(machine, project)
    uninstall(machine)
    assert list(machine.home.iterdir()) == []


def test_twice_is_told(machine: Machine, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second time there is nothing to remove, and that is no failure."""
    install(machine, project)
    uninstall(machine)
    assert run_task("uninstall", project, machine) == 0
    assert "Nincs mit eltávolítani" in capsys.readouterr().out


def test_what_was_changed_since_stays(
    machine: Machine, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Settings written by hand, an event kept in the program's folder: left in place and named."""
    install(machine, project)
    manifest = read_manifest(places(machine).manifest)
    assert manifest is not None
    event = places(machine).root / manifest.version / "program" / "kupa.xlsx"
    event.write_text("an event", "utf-8")
    places(machine).conf.write_text('"SHOW CONSOLE","True"\n', "utf-8")
    capsys.readouterr()
    uninstall(machine)
    said = capsys.readouterr().out
    assert [path for path in (event, places(machine).conf) if f": {path}" not in said] == []
    assert event.read_text("utf-8") == "an event"
    assert places(machine).conf.read_text("utf-8") == '"SHOW CONSOLE","True"\n'
    assert [path.name for path in event.parent.iterdir()] == ["kupa.xlsx"]
    assert not places(machine).addin.exists()


def test_after_a_half_made_installation_all_goes(machine: Machine, project: Path, pip: Any) -> None:
    """A first installation that failed left a copy of the program: it is removed as well."""
    pip.code = 1
    assert run_task("install", project, machine) == 1
    uninstall(machine)
    assert not places(machine).root.exists() or list(places(machine).root.iterdir()) == []


def test_with_excel_open_nothing_is_removed(
    machine: Machine, project: Path, monkeypatch: pytest.MonkeyPatch, files_of: FilesOf
) -> None:
    """The sentence asks to close Excel, and everything works on."""

    def held(path: Path) -> None:
        raise InstallationError("in_use", path=path, reason="nyitva")

    install(machine, project)
    before = files_of(machine.home)
    monkeypatch.setattr(removing, "check_not_open", held)
    with pytest.raises(InstallationError, match="Zárja be az összes Excel-ablakot"):
        uninstall(machine)
    assert files_of(machine.home) == before


def test_what_could_not_be_removed_is_kept_on_the_list(
    machine: Machine, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that another program holds just then stays on the list: the next time it goes."""
    install(machine, project)
    really = removing.is_removed
    monkeypatch.setattr(removing, "is_removed", lambda path: path.name != "Sportulti.xlam" and really(path))
    uninstall(machine)
    manifest = read_manifest(places(machine).manifest)
    assert manifest is not None
    assert list(manifest.files) == [str(places(machine).addin)]
    monkeypatch.setattr(removing, "is_removed", really)
    uninstall(machine)
    assert not places(machine).addin.exists()
    assert not places(machine).manifest.exists()
