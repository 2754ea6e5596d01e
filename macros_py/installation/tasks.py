"""The three tasks as the set-up starts them, each ending in an exit code: 0 done, all right · 1 it did not work."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from macros_py.installation.doctor import TO_DO, examine_machine, hints_for, page
from macros_py.installation.installing import install
from macros_py.installation.machine import InstallationError, Machine, this_machine
from macros_py.installation.removing import uninstall
from macros_py.words import say

_DONE, _NOT_DONE = 0, 1
PAGE_NAME = "sportulti-vizsgalat.txt"


def run_task(task: str, project: Path, machine: Machine | None = None) -> int:
    """Carry out ``install``, ``uninstall`` or ``doctor``; what stops it ends in one sentence."""
    machine = machine or this_machine()
    tasks: dict[str, Callable[[], int | None]] = {
        "install": partial(install, machine, project),
        "uninstall": partial(uninstall, machine),
        "doctor": partial(_look, machine, project),
    }
    try:
        return tasks[task]() or _DONE
    except InstallationError as error:
        print(error, file=sys.stderr)
        return _NOT_DONE


def _look(machine: Machine, project: Path) -> int:
    findings = examine_machine(machine, project)
    text = page(machine, findings, hints_for(machine))
    print(text, flush=True)
    print(say("doctor.written", path=_write_page(text, project)), flush=True)
    return _NOT_DONE if any(finding.level == TO_DO for finding in findings) else _DONE


def _write_page(text: str, project: Path) -> Path:
    """Write the page into the project's folder; where that is read-only, into a new one, where nobody can lay a link.

    The mark at its head (UTF-8 with BOM) lets every editor of Windows show the accents.
    """
    path = project / PAGE_NAME
    try:
        path.write_text(text, "utf-8-sig")
    except OSError:
        path = Path(tempfile.mkdtemp(prefix="sportulti-")) / PAGE_NAME
        path.write_text(text, "utf-8-sig")
    return path
