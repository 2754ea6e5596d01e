"""Where things go, what the add-in's settings say, and the list of what was made.

The program goes among the user's own data, the add-in into Excel's start folder. On macOS the program lies in
``~/Library/Sportulti`` and not in ``Application Support``: xlwings hands the path of the Python to a shell without
quotes, so it may hold no blank. VBA reads the settings (one ``"KEY","value"`` a line, no blank line among them) in the
system's own code page, hence paths are named from variables (``_conf_path``).
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path

from macros_py.book.places import is_synced
from macros_py.installation.machine import InstallationError, Machine

_PROJECT_NAME = "sportulti"
"""The name by which the add-in's VBA finds its own settings."""
ADDIN_NAME = "Sportulti.xlam"
_MANIFEST_NAME = "telepites.json"
_SET_ASIDE_NAME = "felretett"
_LINE = re.compile(r'"([^"]*)","([^"]*)"')
LISTING_NAME = "tartalom.json"


@dataclass(frozen=True, slots=True)
class InstallationPlaces:
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
        return self.root / _MANIFEST_NAME

    @property
    def set_aside(self) -> Path:
        """Give the folder for files of others that stood where ours must be."""
        return self.root / _SET_ASIDE_NAME


def installation_places(machine: Machine) -> InstallationPlaces | None:
    """Give the places of a machine; None where there is no Excel (Linux)."""
    if machine.is_windows:
        return InstallationPlaces(
            root=machine.folder("LOCALAPPDATA", "AppData", "Local") / "Sportulti",
            startup=machine.folder("APPDATA", "AppData", "Roaming") / "Microsoft" / "Excel" / "XLSTART",
            conf=machine.folder("USERPROFILE") / f".{_PROJECT_NAME}" / f"{_PROJECT_NAME}.conf",
        )
    if not machine.is_mac:
        return None
    library = machine.home / "Library"
    office = library / "Group Containers" / "UBF8T346G9.Office" / "User Content.localized"
    return InstallationPlaces(
        root=library / "Sportulti",
        startup=office / "Startup.localized" / "Excel",
        conf=library / "Containers" / "com.microsoft.Excel" / "Data" / f"{_PROJECT_NAME}.conf",
        scripts=library / "Application Scripts" / "com.microsoft.Excel",
    )


def excel_places(machine: Machine) -> InstallationPlaces:
    """Give the places to install into.

    :raises InstallationError: there is no Excel on this system; its Python is the Store's; the program's folder would
        be synced to a cloud or lie on a network; Excel could not read its path.
    """
    places = installation_places(machine)
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
    text = _conf_path(machine, path)
    try:
        text.encode(machine.ansi)
    except UnicodeEncodeError:
        return False
    return not (machine.is_mac and " " in str(path))


def _conf_path(machine: Machine, path: Path) -> str:
    """Give a path as the settings name it: from a variable that Excel fills in, so that it holds no accent."""
    if machine.is_windows:
        for variable in ("LOCALAPPDATA", "USERPROFILE"):
            start = machine.environment.get(variable)
            if start and path.is_relative_to(start):
                return "\\".join((f"%{variable}%", *path.relative_to(start).parts))
        return str(path)
    return (
        "/".join(("$HOME", *path.relative_to(machine.home).parts))
        if path.is_relative_to(machine.home)
        else str(path)
    )


def venv_python(machine: Machine, venv: Path) -> Path:
    """Give the Python of a virtual environment."""
    return venv / "Scripts" / "python.exe" if machine.is_windows else venv / "bin" / "python"


def conf_settings(machine: Machine, folder: Path) -> dict[str, str]:
    """Give the settings for the program and the environment in ``folder`` (one version's)."""
    python = _conf_path(machine, venv_python(machine, folder / "venv"))
    settings = {
        "INTERPRETER_WIN" if machine.is_windows else "INTERPRETER_MAC": python,
        "PYTHONPATH": _conf_path(machine, folder / "program"),
        "ADD_WORKBOOK_TO_PYTHONPATH": "False",
        "UDF MODULES": "macros_py.functions",
        "SHOW CONSOLE": "False",
    }
    return {**settings, "USE UDF SERVER": "True"} if machine.is_windows else settings


def conf_bytes(machine: Machine, settings: dict[str, str]) -> bytes:
    """Give the file's bytes, as VBA reads them on that system."""
    end = "\r\n" if machine.is_windows else "\n"
    return "".join(f'"{key}","{value}"{end}' for key, value in settings.items()).encode(machine.ansi)


def wrong_lines(machine: Machine, content: bytes, expected: dict[str, str]) -> list[str]:
    """Give what is wrong with a settings file: the number of a line that VBA cannot read, or a key set otherwise."""
    found: dict[str, str] = {}
    wrong = []
    for number, line in enumerate(content.decode(machine.ansi, errors="replace").splitlines(), 1):
        match = _LINE.fullmatch(line)
        if match is None:
            wrong.append(f"{number}.")
        else:
            found.setdefault(match[1].upper(), match[2])
    return wrong + [key for key, value in expected.items() if found.get(key) != value]


def hash_of(content: bytes) -> str:
    """Give the SHA-256 of a file's content."""
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an installation made outside its program folder.

    ``version`` is the name of the folder in use; ``xlwings`` the version the add-in was built for; ``files`` path →
    hash; ``folders`` those that were not there before.
    """

    version: str
    xlwings: str = ""
    files: dict[str, str] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)

    def to_bytes(self) -> bytes:
        """Give the file's content."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1).encode("utf-8")

    def owns(self, path: Path, content: bytes) -> bool:
        """Tell whether a file is still as it was installed."""
        return self.files.get(str(path)) == hash_of(content)


def read_manifest(path: Path) -> Manifest | None:
    """Read a list of what was installed; None if there is none, or it is torn."""
    try:
        found = json.loads(path.read_text("utf-8"))
        return Manifest(
            str(found["version"]), str(found["xlwings"]), dict(found["files"]), list(found["folders"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_listing(folder: Path, files: dict[str, str]) -> None:
    """Write the list of a version's own files: path in ``program`` → hash."""
    (folder / LISTING_NAME).write_text(json.dumps(files, ensure_ascii=False, indent=1), "utf-8")


def read_listing(folder: Path) -> dict[str, str] | None:
    """Read the list of a version's own files; None if the folder is not one of ours."""
    try:
        return dict(json.loads((folder / LISTING_NAME).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def versions(root: Path) -> list[Path]:
    """Give the folders of all versions, the whole and the half made, by name."""
    return (
        sorted(entry for entry in root.iterdir() if read_listing(entry) is not None) if root.is_dir() else []
    )
