"""The key file: made once, private, and refused whenever it is not surely the right one."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from macros_py.book.key_file import (
    FileKeyStore,
    MemoryKeyStore,
    StoredKey,
    existing_key,
    obtain_key,
    write_secret,
)
from macros_py.book.port import BookError, FileExists
from macros_py.rules.cards.draws import fingerprint
from tests.refusals import refused

EVENT = "0123456789abcdef"
KEY = bytes(range(32))


def no_randomness(count):
    """Fail: no new key may be made."""
    raise AssertionError("a new key was made")


@pytest.fixture(params=["memory", "file"])
def store(request, tmp_path):
    """Give an empty key store of each kind."""
    return MemoryKeyStore() if request.param == "memory" else FileKeyStore.beside(tmp_path / "Őszi kupa.xlsx")


def test_the_first_need_makes_the_key(store):
    """256 bits of the randomness given; the next need finds the same key."""
    asked = []

    def randomness(count):
        asked.append(count)
        return KEY

    assert obtain_key(store, EVENT, "", randomness) == KEY
    assert asked == [32]
    assert obtain_key(store, EVENT, fingerprint(KEY), no_randomness) == KEY
    assert existing_key(store, EVENT, fingerprint(KEY)) == KEY


def test_a_lost_key_is_never_replaced(store):
    """The workbook shows a fingerprint: other deals would come out of a new key."""
    with pytest.raises(BookError, match=r"Nincs meg a verseny kulcsfájlja.*--key"):
        obtain_key(store, EVENT, fingerprint(KEY), no_randomness)
    assert store.read() is None


def test_revealing_never_makes_a_key(store):
    """Without a key there is nothing to reveal."""
    with pytest.raises(BookError, match="Nincs meg a verseny kulcsfájlja"):
        existing_key(store, EVENT, "")


@pytest.mark.parametrize(
    ("stored", "shown", "words"),
    [
        (StoredKey("másik", KEY), "", "egy másik versenyé"),
        (StoredKey(EVENT, KEY[:15]), "", r"túl rövid \(120 bit"),
        (StoredKey(EVENT, KEY), fingerprint(KEY[::-1]), "a lenyomata eltér"),
    ],
)
def test_a_key_that_does_not_fit_is_refused(store, stored, shown, words):
    """Of another event, too short, or not the one the event began with."""
    store.create(stored)
    for ask in (
        lambda: existing_key(store, EVENT, shown),
        lambda: obtain_key(store, EVENT, shown, no_randomness),
    ):
        with pytest.raises(BookError, match=words):
            ask()


def test_a_key_is_stored_once(store):
    """A second key is refused, the first stays."""
    store.create(StoredKey(EVENT, KEY))
    with pytest.raises(FileExists):
        store.create(StoredKey(EVENT, KEY[::-1]))
    assert store.read() == StoredKey(EVENT, KEY)


def test_a_secret_list_is_written_once(store):
    """The same list again is no fault, another one under its name is."""
    store.write_secret("osztólista", "P ÁX")
    store.write_secret("osztólista", "P ÁX")
    with refused("secret_differs", match="más tartalommal"):
        store.write_secret("osztólista", "P KF")


def test_the_key_does_not_show_in_a_message():
    """Neither a traceback nor a log shows the key."""
    assert KEY.hex() not in repr(StoredKey(EVENT, KEY))
    assert repr(KEY) not in repr(StoredKey(EVENT, KEY))


def test_the_file_says_that_it_is_secret(tmp_path):
    """Who opens the file reads at once what it is and who may see it."""
    store = FileKeyStore.beside(tmp_path / "Őszi kupa.xlsx")
    store.create(StoredKey(EVENT, KEY))
    assert store.path == tmp_path / "Őszi kupa.kulcs"
    lines = store.path.read_text("utf-8").splitlines()
    assert lines[0].startswith("# TITKOS!")
    assert any("Játékos nem láthatja" in line for line in lines)
    assert lines[-2:] == [f"verseny = {EVENT}", f"kulcs = {KEY.hex()}"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission bits")
def test_secrets_are_for_the_owner_only(tmp_path):
    """Key and dealers' list are private."""
    store = FileKeyStore.beside(tmp_path / "kupa.xlsx")
    store.create(StoredKey(EVENT, KEY))
    place = store.write_secret("osztólista-1", "P ÁX")
    assert place.endswith("kupa-osztólista-1.txt")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert len(list(tmp_path.iterdir())) == 2
    assert modes == {0o600}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# TITKOS\n",
        f"verseny = {EVENT}\n",
        f"kulcs = {KEY.hex()}\n",
        f"verseny = {EVENT}\nkulcs = {KEY.hex()[:-1]}\n",
        f"verseny = {EVENT}\nkulcs = {KEY.hex()[:-1]}g\n",
        f"verseny = {EVENT}\nkulcs = {KEY.hex()}\nkulcs = {KEY.hex()}\n",
        f"verseny = \nkulcs = {KEY.hex()}\n",
        "\x00\x00\x00",
    ],
)
def test_a_damaged_key_file_is_refused(tmp_path, text):
    """Cut off, typed over, doubled: refused, and left as it is."""
    store = FileKeyStore.beside(tmp_path / "kupa.xlsx")
    store.path.write_text(text, "utf-8")
    with pytest.raises(BookError, match="sérült"):
        obtain_key(store, EVENT, "", no_randomness)
    assert store.path.read_text("utf-8") == text


@pytest.mark.parametrize("contents", [b"\xff\xfe\x00", "verseny = ő".encode("cp1250")])
def test_a_key_file_that_is_no_text_is_refused(tmp_path, contents):
    """Bytes that are no UTF-8 text."""
    store = FileKeyStore.beside(tmp_path / "kupa.xlsx")
    store.path.write_bytes(contents)
    with pytest.raises(BookError, match="sérült"):
        store.read()


def test_another_users_key_is_not_called_damaged(tmp_path, monkeypatch):
    """It may be whole: whoever has no right to read it is told that, and not to look for a sound copy."""
    store = FileKeyStore.beside(tmp_path / "kupa.xlsx")
    store.create(StoredKey(EVENT, KEY))

    def refuse(path, *settings):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(BookError, match=r"olvasására nincs joga.*--key") as found:
        obtain_key(store, EVENT, "", no_randomness)
    assert "sérült" not in str(found.value)


def test_a_folder_in_place_of_the_key_is_no_key(tmp_path, monkeypatch):
    """On Windows a folder answers as a file that must not be read."""
    store = FileKeyStore.beside(tmp_path / "kupa.xlsx")
    store.path.mkdir()
    for error in (IsADirectoryError(21, "Is a directory"), PermissionError(13, "Permission denied")):
        monkeypatch.setattr(Path, "read_text", Mock(side_effect=error))
        with pytest.raises(BookError, match="sérült"):
            store.read()


def test_a_key_file_edited_on_windows_is_read(tmp_path):
    """A byte order mark, CRLF and blank lines do no harm."""
    store = FileKeyStore.beside(tmp_path / "kupa.xlsx")
    text = f"# TITKOS!\r\n\r\nverseny = {EVENT}\r\nkulcs = {KEY.hex().upper()}\r\n"
    store.path.write_bytes(b"\xef\xbb\xbf" + text.encode("utf-8"))
    assert store.read() == StoredKey(EVENT, KEY)


def test_the_longer_name_is_accepted(tmp_path):
    """An existing kupa.xlsx.kulcs is taken; a file that was chosen goes first."""
    workbook = tmp_path / "kupa.xlsx"
    longer = tmp_path / "kupa.xlsx.kulcs"
    longer.write_text("")
    assert FileKeyStore.beside(workbook).path == longer
    assert FileKeyStore.beside(workbook, tmp_path / "más.kulcs").path == tmp_path / "más.kulcs"
    (tmp_path / "kupa.kulcs").write_text("")
    assert FileKeyStore.beside(workbook).path == tmp_path / "kupa.kulcs"


def test_a_folder_in_the_way_of_a_secret_is_named(tmp_path):
    """What cannot even be read is not written over."""
    (tmp_path / "lista.txt").mkdir()
    with pytest.raises(BookError, match="A fájl nem írható"):
        write_secret(tmp_path / "lista.txt", "P ÁX")
