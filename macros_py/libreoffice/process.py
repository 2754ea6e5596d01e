"""A LibreOffice process of our own and the library ``uno``: find both, start, connect in time, end for certain.

``uno`` belongs to LibreOffice and stands outside a virtual environment: its folder is on the path only while it is
imported, and the import hook it installs for ``com.sun.star`` names is taken back, since nothing here uses it.
"""

from __future__ import annotations

import builtins
import functools
import importlib
import os
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from macros_py.libreoffice import keeper
from macros_py.libreoffice.errors import SofficeMissing, SofficeNotStarted, UnoMissing

DEBIAN_FOLDER = Path("/usr/lib/python3/dist-packages")
"""Where Debian and Ubuntu put ``uno``; it fits their own version of Python only."""
_SYSTEM_PYTHON = Path("/usr/bin/python3")
_USUAL_PLACES = {
    "win32": (r"LibreOffice\program\soffice.exe",),
    "darwin": ("/Applications/LibreOffice.app/Contents/MacOS/soffice",),
}
"""Where the installers of the other systems put the program; on Windows below the folders of programs."""
_WHAT_TO_INSTALL = (
    "on Debian and Ubuntu: apt-get install python3-uno; elsewhere a LibreOffice with this Python inside"
)
_ENGLISH = ("en", "US")
"""The language and country of the number format codes that xlwings speaks."""
_OPTIONS = ("--nologo", "--nodefault", "--norestore", "--nolockcheck", "--nofirststartwizard")
_CONNECT_SECONDS = 60.0
_QUIT_SECONDS = 10.0
_POLL_SECONDS = 0.05


def this_python() -> str:
    """Give the version of the running Python as ``3.11``."""
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def system_python() -> str:
    """Give the version of the system's own Python as ``3.11``; ``""`` where there is none."""
    return _SYSTEM_PYTHON.resolve().name.removeprefix("python") if _SYSTEM_PYTHON.exists() else ""


def usual_places() -> Iterator[Path]:
    """Give the files that the installers of this system write."""
    roots = [os.environ.get(name, "") for name in ("PROGRAMFILES", "PROGRAMFILES(X86)")]
    for place in _USUAL_PLACES.get(sys.platform, ()):
        if sys.platform == "win32":
            yield from (Path(root, place) for root in roots if root)
        else:
            yield Path(place)
    yield from sorted(Path("/opt").glob("libreoffice*/program/soffice"), reverse=True)


def find_soffice() -> Path:
    """Give the program: on the PATH first, then where installers put it.

    :raises SofficeMissing: it is in none of these places.
    """
    found = shutil.which("soffice") or shutil.which("libreoffice")
    if found:
        return Path(found)
    for place in usual_places():
        if place.is_file():
            return place
    raise SofficeMissing(
        "there is no LibreOffice on this machine (no soffice on the PATH, none in the usual places)"
    )


def _bundled_folders(soffice: Path) -> Iterator[Path]:
    """Give the folders of a LibreOffice that brings a Python of our version; other versions would crash."""
    program = soffice.resolve().parent
    for folder in (program, program.parent / "Resources"):
        versions = (
            *folder.glob("python-core-*"),
            *program.parent.glob("Frameworks/*Python.framework/Versions/*"),
        )
        if any(entry.name.removeprefix("python-core-").startswith(this_python()) for entry in versions):
            yield folder


def uno_folders() -> Iterator[Path]:
    """Give the folders in which a ``uno`` for this very version of Python may lie."""
    if system_python() == this_python():
        yield DEBIAN_FOLDER
    try:
        yield from _bundled_folders(find_soffice())
    except SofficeMissing:
        return


def import_from(folder: Path | None) -> Any:
    """Import ``uno`` with one more folder at the end of the path; None adds no folder.

    :raises ImportError: it is not there, or was built for another Python.
    """
    kept_path, kept_import = list(sys.path), builtins.__import__
    try:
        if folder is not None:
            sys.path.append(str(folder))
        return importlib.import_module("uno")
    finally:
        sys.path[:] = kept_path
        builtins.__import__ = kept_import


@functools.cache
def load_uno() -> Any:
    """Give the module ``uno``.

    :raises UnoMissing: none of the places has one for this Python; the sentence says what to install.
    """
    tried: list[str] = []
    for folder in (None, *uno_folders()):
        try:
            return import_from(folder)
        except ImportError as error:
            tried.append(f"{folder or 'the path'}: {error}")
    found = "; ".join(tried)
    raise UnoMissing(f"no uno library for Python {this_python()} ({found}). Install it: {_WHAT_TO_INSTALL}")


def struct(kind: str, **fields: Any) -> Any:
    """Make a UNO struct of ``com.sun.star.<kind>`` with some fields set."""
    made = load_uno().createUnoStruct(f"com.sun.star.{kind}")
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def constant(kind: str, value: str) -> Any:
    """Give one value of the enumeration ``com.sun.star.<kind>``."""
    return load_uno().Enum(f"com.sun.star.{kind}", value)


def properties(**values: Any) -> tuple[Any, ...]:
    """Give named values in the shape that loading and saving take."""
    return tuple(struct("beans.PropertyValue", Name=name, Value=value) for name, value in values.items())


def rectangle(sheet: int, top: int, left: int, bottom: int, right: int) -> Any:
    """Give a range address; all numbers are 0-based, bottom and right belong to it."""
    return struct(
        "table.CellRangeAddress", Sheet=sheet, StartRow=top, StartColumn=left, EndRow=bottom, EndColumn=right
    )


def english() -> Any:
    """Give the locale in which number format codes are written."""
    return struct("lang.Locale", Language=_ENGLISH[0], Country=_ENGLISH[1])


def file_url(path: str) -> str:
    """Give a path as LibreOffice names files."""
    return str(load_uno().systemPathToFileUrl(path))


def file_path(url: str) -> str:
    """Give the path behind a ``file:`` address."""
    return str(load_uno().fileUrlToSystemPath(url))


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY"))


class Soffice:
    """One LibreOffice with its own profile and pipe; as many as wanted may run side by side."""

    __slots__ = ("_keeper", "pid", "pipe", "program", "visible")

    def __init__(self, *, visible: bool = False) -> None:
        """Start the program; without a screen there is no window, whatever ``visible`` says.

        :raises SofficeMissing: there is no LibreOffice on this machine.
        :raises SofficeNotStarted: the program could not even be started.
        """
        load_uno()
        self.program = find_soffice()
        self.pipe = f"calc{uuid.uuid4().hex}"
        self.visible = visible and _has_screen()
        accept = f"--accept=pipe,name={self.pipe};urp;StarOffice.ComponentContext"
        options = [*_OPTIONS, accept] if self.visible else ["--headless", *_OPTIONS, accept]
        command = [sys.executable, "-I", keeper.__file__, str(self.program), self.pipe, *options]
        self._keeper = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=Path(self.program.anchor),
        )
        self.pid = self._read_pid()

    def _read_pid(self) -> int:
        assert self._keeper.stdout is not None
        line = self._keeper.stdout.readline()
        if not line.strip():
            self.kill()
            raise SofficeNotStarted(f"{self.program} could not be started")
        return int(line)

    def is_running(self) -> bool:
        """Say whether the process is there."""
        return self._keeper.poll() is None

    def connect(self, seconds: float = _CONNECT_SECONDS) -> Any:
        """Give LibreOffice's component context.

        :raises SofficeNotStarted: it ended, or did not answer within ``seconds``; it is ended then.
        """
        uno = load_uno()
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        limit = time.monotonic() + seconds
        while self.is_running() and time.monotonic() < limit:
            try:
                return resolver.resolve(f"uno:pipe,name={self.pipe};urp;StarOffice.ComponentContext")
            except uno.getClass("com.sun.star.uno.Exception"):
                time.sleep(_POLL_SECONDS)
        reason = "did not answer in time" if self.is_running() else "ended while starting"
        self.kill()
        raise SofficeNotStarted(f"LibreOffice ({self.program}) {reason}")

    def wait(self, seconds: float = _QUIT_SECONDS) -> None:
        """Wait for a LibreOffice that was asked to end; what has not ended by then is killed."""
        try:
            self._keeper.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
        self._close_pipes()

    def kill(self) -> None:
        """End LibreOffice now; when this returns it and its profile are gone."""
        self._close_pipes()
        try:
            self._keeper.wait(_QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()

    def _close_pipes(self) -> None:
        for pipe in (self._keeper.stdin, self._keeper.stdout):
            if pipe is not None:
                pipe.close()
