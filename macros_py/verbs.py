"""The verbs: what a referee can do, read from the one list ``templates/buttons.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from macros_py import TEMPLATES

_BUTTONS_FILE = TEMPLATES / "buttons.toml"
OFFERS = {
    "text": "ActiveText",
    "sheet": "ActiveSheetOfDecisions",
    "row": "ActiveRow",
    "heading": "ActiveHeading",
}
"""What of the active cell a button may offer as an answer, with the procedure that finds it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a verb; ``kind`` is one of rounds, whole, text, path, target, flag.

    The rest is for the buttons: ``ask`` is the question by which a button asks for what it need not know, ``default``
    the answer offered, ``column`` the heading under which the active row has it, ``offers`` what else of the active
    cell is offered (:data:`OFFERS`). A button asks for what is required. ``unless`` names another option with which
    this one may be left out, ``beside`` one without which it means nothing: the button asks for neither then.
    """

    name: str
    kind: str
    help: str
    required: bool = False
    ask: str = ""
    default: str = ""
    column: str = ""
    unless: str = ""
    beside: str = ""
    offers: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing a referee does.

    ``icon`` is the name of a picture that Office has; ``file`` is ``new``, ``open`` or ``folder``; ``checks`` are the
    Kód letters that it examines anew. ``ends_typing``: typing is over for a while, the live check is taken off.
    ``ask_name`` is the question by which its button asks who vouches for something by his name.
    ``needs_rules``: it counts or publishes, so that nobody may be in doubt about the rules.
    ``publishes``: it shows results to others; ``corrects``: it may change what the last closing fixed (VSZ 5);
    ``shows_head``: it tells the end of the log's chain, to be written down. ``unless``: the codes of what must not
    hold for it to fit now (``OBSTACLES`` of ``rules.hall.progress``); ``due``: what is due when it comes next;
    ``step``: how it steps a round on: deal, reveal, close. ``quiet``: its outcome shows by where it leads.
    ``draws``: its row of the log names the fingerprint of the key. ``puts_back``: it puts back a copy;
    ``lists_without`` the option without which it only lists. ``decides_rules``: it settles which rules hold.
    ``offered_name``: the file name that its button offers.
    """

    id: str
    label: str
    icon: str
    group: str
    file: str
    help: str
    checks: str = ""
    ends_typing: bool = False
    ask_name: str = ""
    needs_rules: bool = False
    publishes: bool = False
    corrects: bool = False
    shows_head: bool = False
    unless: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    step: str = ""
    quiet: bool = False
    draws: bool = False
    puts_back: bool = False
    lists_without: str = ""
    decides_rules: bool = False
    offered_name: str = ""
    options: tuple[Option, ...] = ()


@cache
def verbs() -> dict[str, Verb]:
    """Give all verbs by id, in the order of the day."""
    buttons = tomllib.loads(_BUTTONS_FILE.read_text("utf-8"))["button"]
    return {button["id"]: _verb(button) for button in buttons}


def _verb(button: dict[str, Any]) -> Verb:
    keys: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in button.items()}
    return Verb(**(keys | {"options": tuple(Option(**entry) for entry in button.get("options", ()))}))
