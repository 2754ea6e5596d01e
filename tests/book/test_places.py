"""Where copies lie: beside a local file, among the user's own data for a synced or shared one."""

from __future__ import annotations

from pathlib import Path

import pytest

from macros_py.book.places import copies_folder, is_synced, local_data


@pytest.mark.parametrize(
    ("folder", "environment", "synced"),
    [
        ("/otthon/anna/ulti", {}, False),
        ("/otthon/anna/OneDrive - Egyesület/ulti", {}, True),
        ("/otthon/anna/Library/Mobile Documents/com~apple~CloudDocs", {}, True),
        ("/otthon/anna/Dropbox/ulti", {}, True),
        ("/otthon/anna/felho/ulti", {"OneDrive": "/otthon/anna/felho"}, True),
        ("/otthon/anna/felho2/ulti", {"OneDrive": "/otthon/anna/felho"}, False),
        ("//szerver/kozos/ulti", {}, True),
        ("https://egyesulet.sharepoint.com/ulti", {}, True),
    ],
)
def test_a_synced_or_shared_folder_is_known(folder: str, environment: dict[str, str], synced: bool) -> None:
    """Cloud clients by their folder or their variable, shares by two slashes, addresses by their scheme."""
    assert is_synced(Path(folder) if "://" not in folder else folder, environment) is synced  # type: ignore[arg-type]


def test_copies_of_a_synced_workbook_lie_among_the_users_data(tmp_path: Path) -> None:
    """Two workbooks of one name in two synced folders do not share a folder of copies."""
    environment = {"XDG_DATA_HOME": str(tmp_path / "adat"), "HOME": str(tmp_path)}
    folders = set()
    for club in ("egyik", "masik"):
        place = tmp_path / "OneDrive" / club
        place.mkdir(parents=True)
        folders.add(copies_folder(place / "Kupa.xlsx", "masolatok", environment))
    assert len(folders) == 2
    assert {folder.parent for folder in folders} == {tmp_path / "adat" / "sportulti" / "masolatok"}
    assert copies_folder(tmp_path / "Kupa.xlsx", "masolatok", environment) == tmp_path.resolve() / "masolatok"


def test_each_system_has_its_own_place() -> None:
    """Windows, macOS and Linux keep a program's own data where nothing is synced."""
    home = {"HOME": "/otthon"}
    assert local_data({**home, "LOCALAPPDATA": "/helyi"}, "win32") == Path("/helyi/sportulti")
    assert local_data(home, "darwin") == Path("/otthon/Library/Application Support/sportulti")
    assert local_data(home, "linux") == Path("/otthon/.local/share/sportulti")
