"""Uninstall: exactly what installing made is removed, and what has been changed since is left and named."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from macros_py.installation.machine import (
    LISTING_NAME,
    InstallationError,
    InstallationPlaces,
    Machine,
    Manifest,
    check_not_open,
    hash_of,
    installation_places,
    read_listing,
    read_manifest,
    versions,
)
from macros_py.words import say

_LEFT_BY_TOOLS = ("__pycache__", "*.egg-info", "build")
"""Folders that Python and pip make beside a program's files."""


def uninstall(machine: Machine) -> None:
    """Remove the installation and say what was removed and what stays.

    :raises InstallationError: there is no Excel on this system, or Excel holds the add-in. Nothing was removed.
    """
    places = installation_places(machine)
    if places is None:
        raise InstallationError("no_excel_here")
    manifest = read_manifest(places.manifest)
    folders = versions(places.root)
    if manifest is None and not folders:
        print(say("installation.nothing_installed"), flush=True)
        return
    check_not_open(places.addin)
    owned = manifest or Manifest("")
    kept = [*_remove_files(owned), *(left for folder in folders for left in remove_version(folder))]
    _finish(places, owned, kept)


def _remove_files(manifest: Manifest) -> list[Path]:
    kept = []
    for path in filter(Path.is_file, map(Path, manifest.files)):
        if manifest.owns(path, path.read_bytes()) and is_removed(path):
            print(say("installation.removed", path=path), flush=True)
        else:
            kept.append(path)
    return kept


def is_removed(path: Path) -> bool:
    """Remove a file; tell whether it is gone."""
    try:
        path.unlink()
    except OSError:
        return False
    return True


def remove_version(folder: Path) -> list[Path]:
    """Remove one version: its environment, its files as they were installed; give what stays in it."""
    shutil.rmtree(folder / "venv", ignore_errors=True)
    program = folder / "program"
    for pattern in _LEFT_BY_TOOLS:
        for found in list(program.rglob(pattern)):
            shutil.rmtree(found, ignore_errors=True)
    for name, known in (read_listing(folder) or {}).items():
        path = program / name
        if path.is_file() and hash_of(path.read_bytes()) == known:
            is_removed(path)
    _remove_empty_folders(program)
    kept = [path for path in program.rglob("*") if path.is_file()]
    kept += [path for path in folder.iterdir() if path not in (program, folder / LISTING_NAME)]
    if not kept:
        (folder / LISTING_NAME).unlink(missing_ok=True)
        _remove_empty_folders(folder)
        print(say("installation.removed", path=folder), flush=True)
    return kept


def _remove_empty_folders(top: Path) -> None:
    folders = [path for path in top.rglob("*") if path.is_dir()]
    for folder in (*sorted(folders, key=lambda path: -len(path.parts)), top):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _finish(places: InstallationPlaces, manifest: Manifest, kept: list[Path]) -> None:
    """Remove the list, or shorten it to what stays; then the folders that were made, where they are empty."""
    ours = {path for path in kept if str(path) in manifest.files and manifest.owns(path, path.read_bytes())}
    left = {str(path): manifest.files[str(path)] for path in ours}
    if left:
        places.manifest.write_bytes(replace(manifest, files=left).to_bytes())
    else:
        places.manifest.unlink(missing_ok=True)
    for name in sorted(manifest.folders, key=len, reverse=True):
        folder = Path(name)
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    for path in kept:
        print(say("installation.kept", path=path), flush=True)
    print(say("installation.uninstalled"), flush=True)
