"""The ribbon tab: the frame of ``workbook/ribbon/ribbon.xml`` with a button for every verb in its group."""

from __future__ import annotations

import string
from xml.etree import ElementTree

from macros_py.builder.addin.verb_stubs import MODULE, callback
from macros_py.resources import WORKBOOK_FOLDER
from macros_py.verbs import Verb, verbs

FRAME = WORKBOOK_FOLDER / "ribbon" / "ribbon.xml"
NAMESPACES = {
    "customUI/customUI.xml": "http://schemas.microsoft.com/office/2006/01/customui",
    "customUI/customUI14.xml": "http://schemas.microsoft.com/office/2009/07/customui",
}
"""The two parts: the first for Excel 2007, the second for all later ones; both say the same."""
SECOND_KEYS = string.ascii_uppercase + string.digits


def ribbon_part(part: str) -> bytes:
    """Write one of the parts of :data:`NAMESPACES`.

    :raises ValueError: a verb belongs to a group that the frame does not have, or the group is full.
    """
    root = ElementTree.parse(FRAME).getroot()
    root.set("xmlns", NAMESPACES[part])
    groups = {group.get("label", ""): group for group in root.iter("group")}
    for label, members in by_group().items():
        if label not in groups or len(members) > len(SECOND_KEYS):
            raise ValueError(f"the ribbon has no group {label!r}, or no room in it")
        for place, verb in enumerate(members):
            groups[label].insert(place, button(verb, label[0] + SECOND_KEYS[place]))
    ElementTree.indent(root)
    text = ElementTree.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{text}'.encode()


def by_group() -> dict[str, list[Verb]]:
    """Give the verbs of each group, in the order of the list."""
    groups: dict[str, list[Verb]] = {}
    for verb in verbs().values():
        groups.setdefault(verb.group, []).append(verb)
    return groups


def button(verb: Verb, keys: str) -> ElementTree.Element:
    """Make the button of a verb; the first of its group is a large one."""
    look = {"label": verb.label, "imageMso": verb.icon, "keytip": keys, "screentip": verb.label}
    element = ElementTree.Element("button", {"id": verb.id, **look})
    element.set("size", "large" if keys.endswith(SECOND_KEYS[0]) else "normal")
    if verb.file == "open":
        element.set("getEnabled", "SportultiRibbon.NeedsBookEnabled")
        element.set("getSupertip", "SportultiRibbon.VerbSupertip")
        element.set("tag", verb.help)
    else:
        element.set("supertip", verb.help)
    element.set("onAction", f"{MODULE}.{callback(verb)}")
    return element
