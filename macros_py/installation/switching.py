"""Putting the new files in the place of the former ones: all of them, or none."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from macros_py.installation.machine import InstallationError, Machine
from macros_py.installation.manifest import Manifest, hash_of

NEW_SUFFIX = ".sportulti-uj"
"""Ends the name of a file being written: no name that Excel would open."""
SHORT_HASH = 8


def switch(machine: Machine, contents: dict[Path, bytes]) -> None:
    """Write every file; if one cannot be written, those written already get their former content back.

    :raises InstallationError: a file is open in Excel, or may not be written. All is as it was.
    """
    former = {path: path.read_bytes() if path.is_file() else None for path in contents}
    written: list[Path] = []
    try:
        for path, content in contents.items():
            if former[path] != content:
                put(machine, path, content)
                written.append(path)
    except OSError as error:
        for done in written:
            put_back(machine, done, former[done])
        code = "in_use" if isinstance(error, PermissionError) else "not_written"
        raise InstallationError(code, path=path, reason=error.strerror or error) from error


def put(machine: Machine, path: Path, content: bytes) -> None:
    """Write one file in one step; nothing half-written stays if it fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + NEW_SUFFIX)
    try:
        fresh.write_bytes(content)
        machine.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def put_back(machine: Machine, path: Path, content: bytes | None) -> None:
    """Give a file its former content, or remove it where there was none."""
    if content is None:
        path.unlink(missing_ok=True)
    else:
        put(machine, path, content)


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


def set_aside(folder: Path, paths: Iterable[Path], manifest: Manifest | None) -> list[Path]:
    """Keep a copy of every file that stands where ours must be and is not as we left it; give the copies."""
    copies = []
    for path in paths:
        if not path.is_file():
            continue
        content = path.read_bytes()
        if manifest is not None and manifest.owns(path, content):
            continue
        copy = folder / f"{path.stem}-{hash_of(content)[:SHORT_HASH]}{path.suffix}"
        folder.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)
        copies.append(copy)
    return copies


def missing_folders(paths: Iterable[Path]) -> list[str]:
    """Give the folders that have to be made for the paths, outer ones first."""
    missing = {parent for path in paths for parent in path.parents if not parent.exists()}
    return [str(folder) for folder in sorted(missing, key=lambda folder: len(folder.parts))]
