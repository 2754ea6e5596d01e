"""Where things go: the program among the user's own data, the add-in into Excel's start folder, the settings.

On macOS the program lies in ``~/Library/Sportulti`` and not in ``Application Support``: xlwings hands the path of
the Python to a shell without quotes, so it may hold no blank.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePath

from macros_py.book.places import is_synced
from macros_py.installation.machine import InstallationError, Machine

PROJECT_NAME = "sportulti"
"""The name by which the add-in's VBA finds its own settings."""
ADDIN_NAME = "Sportulti.xlam"
MANIFEST_NAME = "telepites.json"
SET_ASIDE_NAME = "felretett"


@dataclass(frozen=True, slots=True)
class Places:
    """The folders and files of an installation; ``scripts`` is Excel's script folder, on macOS only."""

    root: Path
    startup: Path
    conf: Path
    scripts: Path | None = None

    @property
    def addin(self) -> Path:
        """Give the path of the add-in in Excel's start folder."""
        return self.startup / ADDIN_NAME

    @property
    def manifest(self) -> Path:
        """Give the path of the list of what was installed."""
        return self.root / MANIFEST_NAME

    @property
    def set_aside(self) -> Path:
        """Give the folder for files of others that stood where ours must be."""
        return self.root / SET_ASIDE_NAME


def places_of(machine: Machine) -> Places | None:
    """Give the places of a machine; None where there is no Excel (Linux)."""
    if machine.is_windows:
        return Places(
            root=machine.folder("LOCALAPPDATA", "AppData", "Local") / "Sportulti",
            startup=machine.folder("APPDATA", "AppData", "Roaming") / "Microsoft" / "Excel" / "XLSTART",
            conf=machine.folder("USERPROFILE") / f".{PROJECT_NAME}" / f"{PROJECT_NAME}.conf",
        )
    if not machine.is_mac:
        return None
    library = machine.home / "Library"
    office = library / "Group Containers" / "UBF8T346G9.Office" / "User Content.localized"
    return Places(
        root=library / "Sportulti",
        startup=office / "Startup.localized" / "Excel",
        conf=library / "Containers" / "com.microsoft.Excel" / "Data" / f"{PROJECT_NAME}.conf",
        scripts=library / "Application Scripts" / "com.microsoft.Excel",
    )


def excel_places(machine: Machine) -> Places:
    """Give the places to install into.

    :raises InstallationError: there is no Excel on this system; its Python is the Store's; the program's folder would
        be synced to a cloud or lie on a network; Excel could not read its path.
    """
    places = places_of(machine)
    if places is None:
        raise InstallationError("no_excel_here")
    if machine.is_store_python:
        raise InstallationError("store_python")
    if is_synced(places.root, machine.environment):
        raise InstallationError("synced", path=places.root)
    if not can_excel_read(machine, places.root):
        raise InstallationError("unreadable_path", path=places.root)
    return places


def can_excel_read(machine: Machine, path: Path) -> bool:
    """Tell whether the settings can name the path: by letters Excel reads there; on macOS without a blank."""
    text = conf_path(machine, path)
    try:
        text.encode(machine.ansi)
    except UnicodeEncodeError:
        return False
    return not (machine.is_mac and " " in str(path))


def conf_path(machine: Machine, path: Path) -> str:
    """Give a path as the settings name it: from a variable that Excel fills in, so that it holds no accent."""
    if machine.is_windows:
        for variable in ("LOCALAPPDATA", "USERPROFILE"):
            start = machine.environment.get(variable)
            if start and path.is_relative_to(start):
                return "\\".join((f"%{variable}%", *path.relative_to(start).parts))
        return str(path)
    return (
        "/".join(("$HOME", *path.relative_to(machine.home).parts))
        if is_below_home(machine, path)
        else str(path)
    )


def is_below_home(machine: Machine, path: PurePath) -> bool:
    """Tell whether a path lies in the user's own folder."""
    return path.is_relative_to(machine.home)


def venv_python(machine: Machine, venv: Path) -> Path:
    """Give the Python of a virtual environment."""
    return venv / "Scripts" / "python.exe" if machine.is_windows else venv / "bin" / "python"
