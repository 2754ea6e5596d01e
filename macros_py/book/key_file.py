"""The event's secret on the disk: a small text file beside the workbook, and the dealers' list beside that.

The deals follow from the key: whoever reads it knows every hand. The workbook never holds it, it shows only
its fingerprint. A key that was once used is never replaced by a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from macros_py.book.places import local_data
from macros_py.book.port import BookError, FileExists, FolderReadOnly, KeyMissing
from macros_py.book.saving import PRIVATE_MODE, write_atomically
from macros_py.book.snapshots import SHORT_EVENT
from macros_py.rules.cards.draws import fingerprint
from macros_py.words import say

KEY_SUFFIX = ".kulcs"
KEY_BYTES = 32
_LEAST_BITS = 128
_PRIVATE_FOLDER = "kulcsok"
_EVENT_LABEL, _KEY_LABEL = "verseny", "kulcs"


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A key and the event (``verseny_azonosito``) it belongs to."""

    event: str
    key: bytes = field(repr=False)


class KeyStore(Protocol):
    """Where the secret of one event is kept, and the secret lists made of it."""

    @property
    def place(self) -> str:
        """Name the place to a person."""

    @property
    def folder(self) -> Path | None:
        """Give the folder of the key and the lists; None where nothing touches the disk."""

    def read(self) -> StoredKey | None:
        """Give what is stored; None if nothing is."""

    def create(self, stored: StoredKey) -> None:
        """Store a key where none is yet."""

    def write_secret(self, name: str, text: str) -> str:
        """Keep a secret list under a name; give the place it went to."""


def existing_key(store: KeyStore, event: str, shown: str) -> bytes:
    """Give the key that fits the event and the fingerprint the workbook shows (``""``: none yet).

    :raises KeyMissing: nothing is stored.
    :raises BookError: it is another user's (``key_unreadable``); it cannot be read (``key_damaged``); it has
        less than 128 bits (``key_too_short``); it names another event (``key_of_another_event``); its
        fingerprint is not the one shown (``key_differs``).
    """
    stored = store.read()
    if stored is None:
        raise KeyMissing(path=store.place)
    if 8 * len(stored.key) < _LEAST_BITS:
        raise BookError("key_too_short", path=store.place, bits=8 * len(stored.key))
    if stored.event != event:
        raise BookError("key_of_another_event", path=store.place)
    if shown and fingerprint(stored.key) != shown:
        raise BookError("key_differs", path=store.place)
    return stored.key


def obtain_key(store: KeyStore, event: str, shown: str, randomness: Callable[[int], bytes]) -> bytes:
    """Give the event's key; make it from ``randomness`` (bytes wanted → bytes) if nobody needed one so far.

    :raises KeyMissing: the workbook shows a fingerprint, so a key was used; a new one would change the deals.
    :raises BookError: the stored key does not fit (see :func:`existing_key`), or cannot be written.
    """
    if shown or store.read() is not None:
        return existing_key(store, event, shown)
    store.create(StoredKey(event, randomness(KEY_BYTES)))
    return existing_key(store, event, shown)


@dataclass(slots=True)
class MemoryKeyStore:
    """A key store for tests: nothing touches the disk."""

    stored: StoredKey | None = None
    secrets: dict[str, str] = field(default_factory=dict)
    place: str = "memory"
    folder: Path | None = None

    def read(self) -> StoredKey | None:
        """Give what is stored."""
        return self.stored

    def create(self, stored: StoredKey) -> None:
        """Store a key.

        :raises FileExists: there is one.
        """
        if self.stored is not None:
            raise FileExists(path=self.place)
        self.stored = stored

    def write_secret(self, name: str, text: str) -> str:
        """Keep a secret list.

        :raises BookError: another one bears the name (``secret_differs``).
        """
        if self.secrets.setdefault(name, text) != text:
            raise BookError("secret_differs", path=name)
        return name


@dataclass(frozen=True, slots=True)
class FileKeyStore:
    """The key file of a workbook; its secret lists lie beside it."""

    path: Path

    @classmethod
    def beside(cls, workbook: Path, chosen: Path | None = None, event: str = "") -> FileKeyStore:
        """Give a workbook's store: the file chosen, ``<stem>.kulcs``, or an existing ``<name>.kulcs``.

        Where there is none of these, the one that is kept for the event among the user's own data.
        """
        ours = workbook.with_suffix(KEY_SUFFIX)
        others = [workbook.with_name(workbook.name + KEY_SUFFIX), private_key_place(workbook, event)]
        return cls(chosen or next((path for path in (ours, *others) if path.exists()), ours))

    @property
    def place(self) -> str:
        """Name the file."""
        return str(self.path)

    @property
    def folder(self) -> Path:
        """Give the folder of the key file."""
        return self.path.absolute().parent

    def read(self) -> StoredKey | None:
        """Read the file; None if there is none.

        :raises BookError: it is another user's (``key_unreadable``); it is not a key file, or not a whole one
            (``key_damaged``).
        """
        try:
            text = self.path.read_text("utf-8-sig")
        except FileNotFoundError:
            return None
        except PermissionError as error:  # Windows says so of a folder too
            is_folder = self.path.is_dir()
            raise BookError("key_damaged" if is_folder else "key_unreadable", path=self.path) from error
        except (OSError, UnicodeDecodeError) as error:
            raise BookError("key_damaged", path=self.path) from error
        return _parse_key_text(text, self.path)

    def create(self, stored: StoredKey) -> None:
        """Write the file, for the owner's eyes only; never over another.

        :raises FileExists: there is one.
        :raises FolderReadOnly: its folder among the user's own data cannot be made.
        :raises BookError: it cannot be written.
        """
        if self.folder == local_data() / _PRIVATE_FOLDER:  # another folder is whoever's who named it
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise FolderReadOnly(folder=self.folder) from error
        _write_new(self.path, key_text(stored))

    def write_secret(self, name: str, text: str) -> str:
        """Write ``<stem>-<name>.txt`` beside the key file; see :func:`write_secret`."""
        path = self.path.with_name(f"{self.path.stem}-{name}.txt")
        write_secret(path, text)
        return str(path)


def private_key_place(workbook: Path, event: str) -> Path:
    """Give where the key of an event can lie among the user's own data, where nothing is synced."""
    return local_data() / _PRIVATE_FOLDER / f"{workbook.stem}.{event[:SHORT_EVENT]}{KEY_SUFFIX}"


def write_secret(path: Path, text: str) -> None:
    """Write a secret text for the owner's eyes only; the same text already there is left alone.

    :raises BookError: another text stands there (``secret_differs``); what stands there cannot be read
        (``read_only``); it cannot be written.
    """
    try:
        _write_new(path, text)
    except FileExists:
        try:
            found = path.read_bytes()
        except OSError as error:
            raise BookError("read_only", path=path) from error
        if found != text.encode("utf-8"):
            raise BookError("secret_differs", path=path) from None


def _write_new(path: Path, text: str) -> None:
    """Write a text whole or not at all, readable to its owner only.

    :raises FileExists: the file is there.
    :raises BookError: it cannot be written.
    """
    write_atomically(path, lambda stream: stream.write(text.encode("utf-8")), is_new=True, mode=PRIVATE_MODE)


def key_text(stored: StoredKey) -> str:
    """Put a key into the file's text: a warning to who opens it, the event, the key in hexadecimal digits."""
    warning = "".join(f"# {line}\n" for line in say("book.key_heading").splitlines())
    return f"{warning}{_EVENT_LABEL} = {stored.event}\n{_KEY_LABEL} = {stored.key.hex()}\n"


def _parse_key_text(text: str, path: Path) -> StoredKey:
    """Read what :func:`key_text` made.

    :raises BookError: a line is missing, double or unreadable (``key_damaged``).
    """
    lines = [line.partition("=") for line in text.splitlines() if line.strip() and not line.startswith("#")]
    fields = {label.strip(): value.strip() for label, _, value in lines}
    if len(lines) != len(fields) or set(fields) != {_EVENT_LABEL, _KEY_LABEL} or not fields[_EVENT_LABEL]:
        raise BookError("key_damaged", path=path)
    try:
        return StoredKey(fields[_EVENT_LABEL], bytes.fromhex(fields[_KEY_LABEL]))
    except ValueError:
        raise BookError("key_damaged", path=path) from None
