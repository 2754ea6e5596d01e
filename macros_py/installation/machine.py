"""The machine installed on, where things go on it, what the add-in's settings say, and the list of what was made.

What installing does to a machine goes through one object, so that tests can play any system.

The program goes among the user's own data, the add-in into Excel's start folder. On macOS the program lies in
``~/Library/Sportulti`` and not in ``Application Support``: xlwings hands the path of the Python to a shell without
quotes, so it may hold no blank. VBA reads the settings (one ``"KEY","value"`` a line, no blank line among them) in the
system's own code page, hence paths are named from variables (``_conf_path``).
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from macros_py.book.places import is_synced
from macros_py.words import say

_WINDOWS, _MAC = "win32", "darwin"
_ANSWER_SECONDS = 60
_PROJECT_NAME = "sportulti"
"""The name by which the add-in's VBA finds its own settings."""
ADDIN_NAME, LISTING_NAME = "Sportulti.xlam", "tartalom.json"
_SETTING = re.compile(r'"([^"]*)","([^"]*)"')
_PROBE = """
import importlib.metadata as metadata, importlib.util, json, platform, sys
def version(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
spec = importlib.util.find_spec("xlwings")
print(json.dumps({
    "python": platform.python_version(),
    "bits": 64 if sys.maxsize > 2**32 else 32,
    "libraries": {name: version(name) for name in ("xlwings", "openpyxl", "XlsxWriter")},
    "xlwings_folder": spec.submodule_search_locations[0] if spec else "",
    "pywin32": importlib.util.find_spec("pythoncom") is not None,
}))
"""


class InstallationError(Exception):
    """It cannot be installed, or not removed. ``str()`` is the Hungarian sentence."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(say(f"installation.{code}", **fields))


def run_seen(words: Sequence[str], folder: Path) -> int:
    """Run a program in a folder, its output seen by the user, and give its exit code."""
    return subprocess.run(list(words), cwd=folder, check=False).returncode


def ask_quietly(words: Sequence[str]) -> str:
    """Give what a program prints; ``""`` if it does not start, fails or does not answer in a minute."""
    settings = {"capture_output": True, "text": True, "encoding": "utf-8", "errors": "replace"}
    try:
        run = subprocess.run(list(words), timeout=_ANSWER_SECONDS, check=False, **settings)  # type: ignore[call-overload]
    except (OSError, subprocess.SubprocessError):
        return ""
    return "" if run.returncode else str(run.stdout)


def _has_excel() -> bool:
    """Tell whether Excel is known to this system: to its registry (Windows) or among its programs (macOS)."""
    if sys.platform == "win32":
        import winreg

        with suppress(OSError):
            winreg.CloseKey(winreg.OpenKey(winreg.HKEY_CLASSES_ROOT, "Excel.Application"))
            return True
    return sys.platform == _MAC and Path("/Applications/Microsoft Excel.app").exists()


@dataclass(frozen=True, slots=True)
class Machine:
    """One system: its facts, and the few things that are done to it.

    ``platform`` is as in ``sys.platform``; ``python`` the Python that new environments are made from; ``ansi`` the
    encoding in which Excel's VBA reads a text file there; ``longest_path`` the letters that a path may have on Windows
    without a special setting.
    """

    platform: str
    environment: Mapping[str, str]
    home: Path
    python: Path
    version: str
    ansi: str = "ascii"
    system: str = ""
    excel: bool = False
    longest_path: int = 259
    run: Callable[[Sequence[str], Path], int] = field(default=run_seen)
    ask: Callable[[Sequence[str]], str] = field(default=ask_quietly)
    replace: Callable[[Path, Path], None] = field(default=os.replace)
    now: Callable[[], datetime] = field(default=datetime.now)

    @property
    def is_windows(self) -> bool:
        """Tell whether it runs Windows."""
        return self.platform == _WINDOWS

    @property
    def is_mac(self) -> bool:
        """Tell whether it runs macOS."""
        return self.platform == _MAC

    @property
    def is_store_python(self) -> bool:
        """Tell whether the Python is Microsoft Store's: what it writes among the user's data no other program sees."""
        return self.is_windows and any(part.casefold() == "windowsapps" for part in self.python.parts)

    def folder(self, variable: str, *otherwise: str) -> Path:
        """Give the folder that an environment variable names, else one below the user's own."""
        named = self.environment.get(variable)
        return Path(named) if named else self.home.joinpath(*otherwise)


def this_machine() -> Machine:
    """Give the machine that the program runs on."""
    return Machine(
        platform=sys.platform,
        environment=dict(os.environ),
        home=Path.home(),
        python=Path(getattr(sys, "_base_executable", None) or sys.executable),
        version=platform.python_version(),
        ansi="mbcs" if sys.platform == _WINDOWS else "ascii",
        system=f"{platform.platform()} {platform.machine()}",
        excel=_has_excel(),
    )


@dataclass(frozen=True, slots=True)
class Facts:
    """What an environment says of itself: versions by library, whether it can speak COM (Windows)."""

    python: str
    bits: int
    libraries: dict[str, str]
    xlwings_folder: str
    pywin32: bool


def facts_of(machine: Machine, python: Path) -> Facts | None:
    """Ask an environment's Python about itself; None if it does not start."""
    try:
        return Facts(**json.loads(machine.ask((str(python), "-I", "-c", _PROBE))))
    except (ValueError, TypeError):
        return None


def check_not_open(path: Path) -> None:
    """Make sure that Excel does not hold the add-in, before a minute is spent on building.

    :raises InstallationError: the file is open elsewhere.
    """
    try:
        if path.is_file():
            path.open("r+b").close()
    except PermissionError as error:
        raise InstallationError("in_use", path=path, reason=error.strerror or error) from error


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
        return self.root / "telepites.json"

    @property
    def set_aside(self) -> Path:
        """Give the folder for files of others that stood where ours must be."""
        return self.root / "felretett"


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
    try:
        _conf_path(machine, path).encode(machine.ansi)
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
    elif path.is_relative_to(machine.home):
        return "/".join(("$HOME", *path.relative_to(machine.home).parts))
    return str(path)


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
        if match := _SETTING.fullmatch(line):
            found.setdefault(match[1].upper(), match[2])
        else:
            wrong.append(f"{number}.")
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
        version, xlwings = str(found["version"]), str(found["xlwings"])
        return Manifest(version, xlwings, dict(found["files"]), list(found["folders"]))
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
    found = root.iterdir() if root.is_dir() else ()
    return sorted(entry for entry in found if read_listing(entry) is not None)
