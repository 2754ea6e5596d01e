"""Install: a copy of the program is made ready beside the former version, and only then switched to, all or none."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from macros_py.installation.machine import (
    ADDIN_NAME,
    Facts,
    InstallationError,
    InstallationPlaces,
    Machine,
    Manifest,
    check_not_open,
    conf_bytes,
    conf_settings,
    excel_places,
    facts_of,
    hash_of,
    read_listing,
    read_manifest,
    venv_python,
    versions,
    write_listing,
)
from macros_py.installation.removing import remove_version
from macros_py.words import say

_PARTS = ("macros_py", "templates", "workbook", "locks")
_SINGLE_FILES = (
    *("setup_workbook.py", "pyproject.toml"),
    *("README.md", "CHANGELOG.md", "LICENSE", "THIRD_PARTY_NOTICES.md"),
)
_BUILT = ("workbook/Sportulti.xlsx", "workbook/Sportulti.xlam")
"""Made anew at install, for the xlwings that is there; so not copied."""
_VERSION_HASH, _ASIDE_HASH = 10, 8
_NEW_SUFFIX = ".sportulti-uj"
"""Ends the name of a file being written: no name that Excel would open."""


def install(machine: Machine, project: Path) -> None:
    """Install the project into Excel; what is the same already is left alone.

    :raises InstallationError: there is no Excel on this system, a file is open or may not be written, or the new
        version could not be made ready. The former installation works on.
    """
    places = excel_places(machine)
    former = read_manifest(places.manifest)
    check_not_open(places.addin)
    made = set(_missing_folders((places.root / "x", places.addin, places.conf)))
    folder = places.root / _version_name(project, machine.version)
    facts = _make_ready(machine, project, folder)
    contents = {
        places.addin: (folder / "program" / "workbook" / ADDIN_NAME).read_bytes(),
        places.conf: conf_bytes(machine, conf_settings(machine, folder)),
    }
    for copy in _set_aside(places.set_aside, contents, former):
        print(say("installation.set_aside", path=copy), flush=True)
    script = _mac_script(places, facts, former)
    made |= set(_missing_folders(script))
    folders = sorted({*made, *(former.folders if former else ())}, key=lambda name: (len(name), name))
    hashes = {str(path): hash_of(content) for path, content in {**contents, **script}.items()}
    manifest = Manifest(folder.name, facts.libraries["xlwings"], hashes, folders)
    _switch(machine, {**contents, **script, places.manifest: manifest.to_bytes()})
    for version in versions(places.root):
        if version.name != manifest.version:
            remove_version(version)
    print(say("installation.done", path=places.addin, version=manifest.xlwings), flush=True)
    print(say("installation.next"), flush=True)


def _make_ready(machine: Machine, project: Path, folder: Path) -> Facts:
    """Copy the program, and let the copy make its own environment and build its own add-in.

    :raises InstallationError: a step failed; its own sentence has been shown.
    """
    print(say("installation.copying", path=folder), flush=True)
    try:
        _copy_program(project, folder)
    except OSError as error:
        path, reason = error.filename or folder, error.strerror or error
        raise InstallationError("not_written", path=path, reason=reason) from error
    program = folder / "program"
    words = (machine.python, program / "setup_workbook.py", "--venv", folder / "venv")
    code = machine.run(tuple(map(str, words)), program)
    built = {name: program / name for name in _BUILT}
    _note(folder, {name: path.read_bytes() for name, path in built.items() if path.is_file()})
    facts = facts_of(machine, venv_python(machine, folder / "venv"))
    if code or facts is None or not (program / "workbook" / ADDIN_NAME).is_file():
        raise InstallationError("not_ready", path=folder)
    return facts


def _mac_script(places: InstallationPlaces, facts: Facts, former: Manifest | None) -> dict[Path, bytes]:
    """Give xlwings' script for Excel on macOS; nothing elsewhere, or where it stands already and is not ours."""
    if places.scripts is None:
        return {}
    name = f"xlwings-{facts.libraries['xlwings']}.applescript"
    target = places.scripts / name
    if target.exists() and not (former and str(target) in former.files):
        return {}
    return {target: (Path(facts.xlwings_folder) / name).read_bytes()}


def program_files(project: Path) -> list[str]:
    """Give the files that the program needs, as paths in the project with ``/``, in order."""
    found = [path for part in _PARTS for path in (project / part).rglob("*") if path.is_file()]
    names = [path.relative_to(project).as_posix() for path in found if "__pycache__" not in path.parts]
    # "~$" begins the owner file that Excel puts beside an open workbook.
    kept = {name for name in names if name not in _BUILT and not Path(name).name.startswith("~$")}
    return sorted(kept | {name for name in _SINGLE_FILES if (project / name).is_file()})


def _version_name(project: Path, python_version: str) -> str:
    digest = hashlib.sha256(python_version.encode())
    for name in program_files(project):
        digest.update(b"\0".join((b"", name.encode(), (project / name).read_bytes())))
    return f"v-{digest.hexdigest()[:_VERSION_HASH]}"


def _copy_program(project: Path, folder: Path) -> None:
    """Copy the program into ``folder / "program"``; what is the same there already is left alone.

    The list of the files is written first, so that a copy cut off can be removed as well.
    """
    contents = {name: (project / name).read_bytes() for name in program_files(project)}
    folder.mkdir(parents=True, exist_ok=True)
    _note(folder, contents)
    for name, content in contents.items():
        target = folder / "program" / name
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def _note(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Add files of the version to the list of its own."""
    hashes = {name: hash_of(content) for name, content in contents.items()}
    write_listing(folder, {**(read_listing(folder) or {}), **hashes})


def _switch(machine: Machine, contents: dict[Path, bytes]) -> None:
    """Write every file; if one cannot be written, those written already get their former content back.

    :raises InstallationError: a file is open in Excel, or may not be written. All is as it was.
    """
    former = {path: path.read_bytes() if path.is_file() else None for path in contents}
    written: list[Path] = []
    try:
        for path, content in contents.items():
            if former[path] != content:
                _put(machine, path, content)
                written.append(path)
    except OSError as error:
        for done in written:
            _put(machine, done, former[done])
        code = "in_use" if isinstance(error, PermissionError) else "not_written"
        raise InstallationError(code, path=path, reason=error.strerror or error) from error


def _put(machine: Machine, path: Path, content: bytes | None) -> None:
    """Write one file in one step, nothing half-written stays if it fails; None removes it."""
    if content is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + _NEW_SUFFIX)
    try:
        fresh.write_bytes(content)
        machine.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def _set_aside(folder: Path, ours: Mapping[Path, bytes], manifest: Manifest | None) -> list[Path]:
    """Keep a copy of every file that stands where ours must be and is not as we left it; give the copies."""
    copies = []
    for path in filter(Path.is_file, ours):
        content = path.read_bytes()
        if content == ours[path] or (manifest is not None and manifest.owns(path, content)):
            continue
        copy = folder / f"{path.stem}-{hash_of(content)[:_ASIDE_HASH]}{path.suffix}"
        folder.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)
        copies.append(copy)
    return copies


def _missing_folders(paths: Iterable[Path]) -> list[str]:
    missing = {parent for path in paths for parent in path.parents if not parent.exists()}
    return [str(folder) for folder in sorted(missing, key=lambda folder: len(folder.parts))]
