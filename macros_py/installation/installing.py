"""Install: a new version is made ready beside the former one, and only then switched to."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from macros_py.installation.conf import conf_bytes, conf_settings
from macros_py.installation.machine import InstallationError, Machine
from macros_py.installation.manifest import Manifest, hash_of, read_manifest, versions
from macros_py.installation.places import ADDIN_NAME, Places, excel_places, venv_python
from macros_py.installation.program import copy_program, note_built_files, version_name
from macros_py.installation.removing import remove_version
from macros_py.installation.switching import check_not_open, missing_folders, set_aside, switch
from macros_py.words import say

PROBE = """
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
        return Facts(**json.loads(machine.ask((str(python), "-I", "-c", PROBE))))
    except (ValueError, TypeError):
        return None


def install(machine: Machine, project: Path) -> None:
    """Install the project into Excel; what is the same already is left alone.

    :raises InstallationError: there is no Excel on this system, a file is open or may not be written, or the new
        version could not be made ready. The former installation works on.
    """
    places = excel_places(machine)
    former = read_manifest(places.manifest)
    check_not_open(places.addin)
    made = set(missing_folders((places.root / "x", places.addin, places.conf)))
    folder = places.root / version_name(project, machine.version)
    facts = make_ready(machine, project, folder)
    contents = {
        places.addin: (folder / "program" / "workbook" / ADDIN_NAME).read_bytes(),
        places.conf: conf_bytes(machine, conf_settings(machine, folder)),
    }
    for copy in set_aside(places.set_aside, changed(contents), former):
        print(say("installation.set_aside", path=copy), flush=True)
    script = mac_script(places, facts, former)
    made |= set(missing_folders(script))
    folders = sorted({*made, *(former.folders if former else ())}, key=lambda name: (len(name), name))
    take_over(
        machine,
        places,
        {**contents, **script},
        Manifest(folder.name, facts.libraries["xlwings"], {}, folders),
    )


def changed(contents: dict[Path, bytes]) -> list[Path]:
    """Give the files that stand there with another content."""
    return [path for path, content in contents.items() if path.is_file() and path.read_bytes() != content]


def make_ready(machine: Machine, project: Path, folder: Path) -> Facts:
    """Copy the program, and let the copy make its own environment and build its own add-in.

    :raises InstallationError: a step failed; its own sentence has been shown.
    """
    print(say("installation.copying", path=folder), flush=True)
    try:
        copy_program(project, folder)
    except OSError as error:
        raise InstallationError(
            "not_written", path=error.filename or folder, reason=error.strerror or error
        ) from error
    program = folder / "program"
    code = machine.run(
        (str(machine.python), str(program / "setup_workbook.py"), "--venv", str(folder / "venv")), program
    )
    note_built_files(folder)
    facts = facts_of(machine, venv_python(machine, folder / "venv"))
    if code or facts is None or not (program / "workbook" / ADDIN_NAME).is_file():
        raise InstallationError("not_ready", path=folder)
    return facts


def mac_script(places: Places, facts: Facts, former: Manifest | None) -> dict[Path, bytes]:
    """Give xlwings' script for Excel on macOS; nothing elsewhere, or where it stands already and is not ours."""
    if places.scripts is None:
        return {}
    name = f"xlwings-{facts.libraries['xlwings']}.applescript"
    target = places.scripts / name
    if target.exists() and not (former and str(target) in former.files):
        return {}
    return {target: (Path(facts.xlwings_folder) / name).read_bytes()}


def take_over(machine: Machine, places: Places, contents: dict[Path, bytes], manifest: Manifest) -> None:
    """Switch to the new version with its list, then remove the former versions and say what is where."""
    hashes = {str(path): hash_of(content) for path, content in contents.items()}
    whole = replace(manifest, files=hashes)
    switch(machine, {**contents, places.manifest: whole.to_bytes()})
    for version in versions(places.root):
        if version.name != manifest.version:
            remove_version(version)
    print(say("installation.done", path=places.addin, version=manifest.xlwings), flush=True)
    print(say("installation.next"), flush=True)
