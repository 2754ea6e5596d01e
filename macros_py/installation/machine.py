"""What installing needs to know of a machine, and does to it: one object, so that tests can play any system."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from macros_py.words import say

_WINDOWS, _MAC = "win32", "darwin"
_ANSWER_SECONDS = 60
_STORE_FOLDER = "windowsapps"
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

        try:
            winreg.CloseKey(winreg.OpenKey(winreg.HKEY_CLASSES_ROOT, "Excel.Application"))
        except OSError:
            return False
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
        return self.is_windows and any(part.casefold() == _STORE_FOLDER for part in self.python.parts)

    def folder(self, variable: str, *otherwise: str) -> Path:
        """Give the folder that an environment variable names, else one below the user's own."""
        named = self.environment.get(variable)
        return Path(named) if named else self.home.joinpath(*otherwise)

    def nameless(self, text: str) -> str:
        """Give the text with the user's own folder, which holds his name, shortened to ``~``."""
        return text.replace(str(self.home), "~")


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
    if not path.is_file():
        return
    try:
        with path.open("r+b"):
            pass
    except PermissionError as error:
        raise InstallationError("in_use", path=path, reason=error.strerror or error) from error
