"""The pages of the project: no link leads nowhere, and the version told is the one built."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path for folder in (PROJECT, PROJECT / "docs", PROJECT / "tests") for path in folder.glob("*.md")
)
LINK = re.compile(r"\]\(([^()\s]+)\)")


def anchors(page: Path) -> set[str]:
    """Give the places of a page that a link may name: its headings, as forges write them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {anchor(heading) for heading in headings}


def anchor(heading: str) -> str:
    """Give a heading in small letters, without signs, with hyphens for spaces."""
    kept = (
        letter
        for letter in unicodedata.normalize("NFC", heading).lower()
        if letter in " -_" or letter.isalnum()
    )
    return "".join(kept).strip().replace(" ", "-")


def broken(page: Path, text: str) -> list[str]:
    """Give the links in the text of a page that lead to no file, or to no heading of it; the web is not asked."""
    found = []
    for link in LINK.findall(text):
        name, _, place = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        is_page = target.suffix == ".md" and target.is_file()
        if "://" in link or (target.exists() and (not place or (is_page and place in anchors(target)))):
            continue
        found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    """Pages are moved and renamed; whoever follows a link finds its file and its heading."""
    assert broken(page, page.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("link", "is_good"),
    [
        ("CHANGELOG.md", True),
        ("docs/naplo-lanc.md#for-auditors", True),
        ("https://www.python.org", True),
        ("docs/nincs.md", False),
        ("docs/naplo-lanc.md#nincs", False),
        ("#nincs", False),
    ],
)
def test_a_broken_link_is_found(link: str, is_good: bool) -> None:
    """The check of the links can fail."""
    assert broken(PROJECT / "README.md", f"lásd [itt]({link})") == ([] if is_good else [link])


def test_the_newest_version_told_is_the_one_built() -> None:
    """CHANGELOG.md begins with what is not yet out, then comes the version in pyproject.toml."""
    heads = re.findall(r"^## \[(.+?)\]", (PROJECT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert heads[:2] == ["Kiadatlan", project["version"]]
