"""What the doctor finds, and the page it is written on: one line a finding, nothing that tells who the user is."""

from __future__ import annotations

from dataclasses import dataclass

from macros_py.installation.machine import Machine
from macros_py.words import say

OK, TO_DO, GOOD_TO_KNOW = "ok", "todo", "know"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the page: is it right (``ok``), is there something to do (``todo``), or is it good to know."""

    level: str
    text: str


def right(code: str, **fields: object) -> Finding:
    """Give a finding that all is well."""
    return Finding(OK, say(f"doctor.{code}", **fields))


def to_do(code: str, **fields: object) -> Finding:
    """Give a finding that asks for something."""
    return Finding(TO_DO, say(f"doctor.{code}", **fields))


def good_to_know(code: str, **fields: object) -> Finding:
    """Give a finding that only informs."""
    return Finding(GOOD_TO_KNOW, say(f"doctor.{code}", **fields))


def page(machine: Machine, findings: list[Finding], hints: list[str]) -> str:
    """Give the whole page: what there is to do first, then the rest, then the answers to known troubles."""
    count = sum(finding.level == TO_DO for finding in findings)
    verdict = say("doctor.something_to_do", count=count) if count else say("doctor.all_right")
    levels = (TO_DO, GOOD_TO_KNOW, OK)
    lines = [
        f"{say(f'doctor.level_{finding.level}')} {finding.text}"
        for finding in sorted(findings, key=lambda finding: levels.index(finding.level))
    ]
    head = say("doctor.title", day=machine.now().date(), system=machine.system or machine.platform)
    answers = [say("doctor.hints_title"), *hints] if hints else []
    parts = [head, verdict, "\n".join(lines), *answers, say("doctor.end")]
    return machine.nameless("\n\n".join(parts) + "\n")
