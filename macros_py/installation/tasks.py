"""The three tasks as the set-up starts them, each ending in an exit code: 0 done, all right · 1 it did not work."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from macros_py.installation.doctor import examine, hints_for
from macros_py.installation.findings import TO_DO, page
from macros_py.installation.installing import install
from macros_py.installation.machine import InstallationError, Machine, this_machine
from macros_py.installation.removing import uninstall
from macros_py.words import say

DONE, NOT_DONE = 0, 1
PAGE_NAME = "sportulti-vizsgalat.txt"


def carry_out(task: str, project: Path, machine: Machine | None = None) -> int:
    """Carry out ``install``, ``uninstall`` or ``doctor``; what stops it ends in one sentence."""
    tasks: dict[str, Callable[[Machine, Path], int]] = {
        "install": into_excel,
        "uninstall": out_of_excel,
        "doctor": look,
    }
    try:
        return tasks[task](machine or this_machine(), project)
    except InstallationError as error:
        print(error, file=sys.stderr)
        return NOT_DONE


def into_excel(machine: Machine, project: Path) -> int:
    """Install into Excel."""
    install(machine, project)
    return DONE


def out_of_excel(machine: Machine, project: Path) -> int:
    """Remove what was installed."""
    uninstall(machine)
    return DONE


def look(machine: Machine, project: Path) -> int:
    """Examine everything, show the page and write it where it can be sent from."""
    findings = examine(machine, project)
    text = page(machine, findings, hints_for(machine))
    print(text, flush=True)
    print(say("doctor.written", path=write_page(text, project)), flush=True)
    return NOT_DONE if any(finding.level == TO_DO for finding in findings) else DONE


def write_page(text: str, project: Path) -> Path:
    """Write the page into the project's folder, or where that is read-only into a new temporary one; give its path.

    In the common temporary folder somebody could have laid a link of that name. The mark at the page's head (UTF-8
    with BOM) lets every editor of Windows show the accents.
    """
    path = project / PAGE_NAME
    try:
        path.write_text(text, "utf-8-sig")
    except OSError:
        path = Path(tempfile.mkdtemp(prefix="sportulti-")) / PAGE_NAME
        path.write_text(text, "utf-8-sig")
    return path
