"""The copy of the program: which files, and the name of the folder that one version of them lies in."""

from __future__ import annotations

import hashlib
from pathlib import Path

from macros_py.installation.manifest import hash_of, read_listing, write_listing

PARTS = ("macros_py", "templates", "workbook", "locks")
SINGLE_FILES = (
    *("setup_workbook.py", "pyproject.toml"),
    *("README.md", "CHANGELOG.md", "LICENSE", "THIRD_PARTY_NOTICES.md"),
)
BUILT = ("workbook/Sportulti.xlsx", "workbook/Sportulti.xlam")
"""Made anew at install, for the xlwings that is there; so not copied."""
SHORT_HASH = 10


def program_files(project: Path) -> list[str]:
    """Give the files that the program needs, as paths in the project with ``/``, in order."""
    found = [path for part in PARTS for path in (project / part).rglob("*") if path.is_file()]
    names = [path.relative_to(project).as_posix() for path in found if "__pycache__" not in path.parts]
    # "~$" begins the owner file that Excel puts beside an open workbook.
    kept = {name for name in names if name not in BUILT and not Path(name).name.startswith("~$")}
    return sorted(kept | {name for name in SINGLE_FILES if (project / name).is_file()})


def version_name(project: Path, python_version: str) -> str:
    """Give the name of the version's folder: other files or another Python, another name."""
    digest = hashlib.sha256(python_version.encode())
    for name in program_files(project):
        digest.update(b"\0".join((b"", name.encode(), (project / name).read_bytes())))
    return f"v-{digest.hexdigest()[:SHORT_HASH]}"


def copy_program(project: Path, folder: Path) -> None:
    """Copy the program into ``folder / "program"``; what is the same there already is left alone.

    The list of the files is written first, so that a copy cut off can be removed as well.
    """
    contents = {name: (project / name).read_bytes() for name in program_files(project)}
    folder.mkdir(parents=True, exist_ok=True)
    hashes = {name: hash_of(content) for name, content in contents.items()}
    write_listing(folder, {**(read_listing(folder) or {}), **hashes})
    for name, content in contents.items():
        target = folder / "program" / name
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def note_built_files(folder: Path) -> None:
    """Add what was built in the copy to the list of its files."""
    built = {name: folder / "program" / name for name in BUILT}
    hashes = {name: hash_of(path.read_bytes()) for name, path in built.items() if path.is_file()}
    write_listing(folder, {**(read_listing(folder) or {}), **hashes})
