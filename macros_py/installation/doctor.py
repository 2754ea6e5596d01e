"""The doctor: looks at everything an installation needs and says, in plain words, what there is to do."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from macros_py.book.places import is_synced
from macros_py.installation.machine import (
    Facts,
    InstallationPlaces,
    Machine,
    Manifest,
    can_excel_read,
    conf_settings,
    facts_of,
    installation_places,
    read_manifest,
    venv_python,
    wrong_lines,
)
from macros_py.words import say

OK, TO_DO, GOOD_TO_KNOW = "ok", "todo", "know"
_DEEPEST_PART = 150
"""Letters that the longest path inside a version's folder adds to it."""
HINTS = {
    "win32": ("antivirus", "defender", "com_server", "onedrive", "editing", "protected_view", "zombie"),
    "darwin": ("mac_automation", "mac_files", "onedrive", "editing", "protected_view"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the page: is it right (``ok``), is there something to do (``todo``), or is it good to know."""

    level: str
    text: str


def _finding(level: str, code: str, **fields: object) -> Finding:
    return Finding(level, say(f"doctor.{code}", **fields))


_right, _to_do, _good_to_know = (partial(_finding, level) for level in (OK, TO_DO, GOOD_TO_KNOW))


def page(machine: Machine, findings: list[Finding], hints: list[str]) -> str:
    """Give the whole page: what there is to do first, then the rest, then the answers to known troubles."""
    count = sum(finding.level == TO_DO for finding in findings)
    verdict = say("doctor.something_to_do", count=count) if count else say("doctor.all_right")
    levels = (TO_DO, GOOD_TO_KNOW, OK)
    in_order = sorted(findings, key=lambda finding: levels.index(finding.level))
    lines = [f"{say(f'doctor.level_{finding.level}')} {finding.text}" for finding in in_order]
    head = say("doctor.title", day=machine.now().date(), system=machine.system or machine.platform)
    answers = [say("doctor.hints_title"), *hints] if hints else []
    parts = [head, verdict, "\n".join(lines), *answers, say("doctor.end")]
    return ("\n\n".join(parts) + "\n").replace(str(machine.home), "~")  # it holds the user's name


def examine_machine(machine: Machine, project: Path) -> list[Finding]:
    """Examine the machine and the installation on it, if there is one."""
    places = installation_places(machine)
    if places is None:
        return [_good_to_know("no_excel_here"), *_examine_environment(machine, project / ".venv", project)]
    excel = _right("excel") if machine.excel else _to_do("no_excel")
    found = [excel, _python_source(machine), *_where(machine, places, project)]
    manifest = read_manifest(places.manifest)
    if manifest is None:
        return [*found, _to_do("not_installed")]
    folder = places.root / manifest.version
    found += _examine_environment(machine, folder / "venv", folder / "program")
    return found + _examine_excel_side(machine, places, manifest)


def hints_for(machine: Machine) -> list[str]:
    """Give the answers to the troubles that are known on such a machine."""
    return [say(f"doctor.hint_{name}") for name in HINTS.get(machine.platform, ())]


def _python_source(machine: Machine) -> Finding:
    if machine.is_store_python:
        return _to_do("store_python")
    return _right("python_source", version=machine.version)


def _where(machine: Machine, places: InstallationPlaces, project: Path) -> list[Finding]:
    """Are the folders local, short, readable for Excel and writable?"""
    found = []
    if is_synced(places.root, machine.environment):
        found.append(_to_do("root_synced", path=places.root))
    if is_synced(project, machine.environment):
        found.append(_good_to_know("project_synced", path=project))
    if not can_excel_read(machine, places.root):
        found.append(_to_do("unreadable_path", path=places.root))
    if machine.is_windows and len(str(places.root)) + _DEEPEST_PART > machine.longest_path:
        found.append(_to_do("long_path", path=places.root, count=len(str(places.root))))
    if not str(machine.home).isascii():
        found.append(_good_to_know("accents"))
    for path in (places.root, places.startup, places.conf.parent):
        found.append(_right("writable", path=path) if _is_writable(path) else _to_do("read_only", path=path))
    return found


def _is_writable(folder: Path) -> bool:
    """Tell whether a file can be written there, or in the nearest folder that exists; nothing stays behind."""
    place = next(parent for parent in (folder, *folder.parents) if parent.exists())
    trial = place / ".sportulti-proba"
    try:
        trial.write_bytes(b"")
        trial.unlink()
    except OSError:
        return False
    return True


def _examine_environment(machine: Machine, venv: Path, program: Path) -> list[Finding]:
    """Does the environment's Python start, and are the libraries those that are asked for?"""
    facts = facts_of(machine, venv_python(machine, venv))
    if facts is None:
        return [_to_do("no_python", path=venv)]
    found = [_right("python", version=facts.python, bits=facts.bits)]
    for name, wanted in _pins(program).items():
        have = facts.libraries.get(name, "")
        fields = {"library": name, "found": have or "–", "wanted": wanted}
        found.append(_right("library", **fields) if have == wanted else _to_do("library_wrong", **fields))
    return [*found, *_windows_parts(facts, venv)] if machine.is_windows else found


def _pins(program: Path) -> dict[str, str]:
    """Give the libraries that the program asks for, each with its exact version; none if it cannot be read."""
    try:
        settings = tomllib.loads((program / "pyproject.toml").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    pairs = (entry.partition("==") for entry in settings["project"]["dependencies"])
    return {name.strip(): version.strip() for name, _, version in pairs}


def _windows_parts(facts: Facts, venv: Path) -> list[Finding]:
    """Are xlwings' dll (beside the Python or one folder up, where Excel looks) and pywin32 there?"""
    names = [f"xlwings{bits}-{facts.libraries.get('xlwings', '')}.dll" for bits in (64, 32)]
    missing = [name for name in names if not any((at / name).is_file() for at in (venv / "Scripts", venv))]
    dll = [_to_do("dll_missing", name=name) for name in missing] or [_right("dll")]
    return [*dll, _right("pywin32") if facts.pywin32 else _to_do("pywin32_missing")]


def _examine_excel_side(machine: Machine, places: InstallationPlaces, manifest: Manifest) -> list[Finding]:
    """Are the add-in in the start folder, the settings and, on macOS, the script those of this installation?"""
    folder = places.root / manifest.version
    facts = facts_of(machine, venv_python(machine, folder / "venv"))
    have = facts.libraries.get("xlwings", "") if facts else ""
    found = [_addin(places, manifest), _conf(machine, places, folder)]
    if facts and have != manifest.xlwings:
        found.append(_to_do("addin_version", built=manifest.xlwings, found=have))
    if places.scripts is not None:
        script = places.scripts / f"xlwings-{manifest.xlwings}.applescript"
        found.append(_right("script") if script.is_file() else _to_do("script_missing", path=script))
    return found


def _addin(places: InstallationPlaces, manifest: Manifest) -> Finding:
    if not places.addin.is_file():
        return _to_do("addin_missing", path=places.addin)
    same = manifest.owns(places.addin, places.addin.read_bytes())
    return _right("addin", path=places.addin) if same else _to_do("addin_changed", path=places.addin)


def _conf(machine: Machine, places: InstallationPlaces, folder: Path) -> Finding:
    try:
        wrong = wrong_lines(machine, places.conf.read_bytes(), conf_settings(machine, folder))
    except OSError:
        return _to_do("conf_missing", path=places.conf)
    return _to_do("conf_wrong", path=places.conf, lines=", ".join(wrong)) if wrong else _right("conf")
