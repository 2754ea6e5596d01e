"""Where LibreOffice stands on this machine: the program and the folders that may hold its Python library."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from macros_py.libreoffice.errors import SofficeMissing

DEBIAN_FOLDER = Path("/usr/lib/python3/dist-packages")
"""Where Debian and Ubuntu put ``uno``; it fits their own version of Python only."""
SYSTEM_PYTHON = Path("/usr/bin/python3")
USUAL_PLACES = {
    "win32": (r"LibreOffice\program\soffice.exe",),
    "darwin": ("/Applications/LibreOffice.app/Contents/MacOS/soffice",),
}
"""Where the installers of the other systems put the program; on Windows below the folders of programs."""


def this_python() -> str:
    """Give the version of the running Python as ``3.11``."""
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def system_python() -> str:
    """Give the version of the system's own Python as ``3.11``; ``""`` where there is none."""
    return SYSTEM_PYTHON.resolve().name.removeprefix("python") if SYSTEM_PYTHON.exists() else ""


def usual_places() -> Iterator[Path]:
    """Give the files that the installers of this system write."""
    roots = [os.environ.get(name, "") for name in ("PROGRAMFILES", "PROGRAMFILES(X86)")]
    for place in USUAL_PLACES.get(sys.platform, ()):
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


def bundled_folders(soffice: Path) -> Iterator[Path]:
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
        yield from bundled_folders(find_soffice())
    except SofficeMissing:
        return
