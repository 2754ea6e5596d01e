"""The list of what was installed, with the hash of every file, so that exactly that can be removed again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

LISTING_NAME = "tartalom.json"


def hash_of(content: bytes) -> str:
    """Give the SHA-256 of a file's content."""
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an installation made outside its program folder.

    ``version`` is the name of the folder in use; ``xlwings`` the version the add-in was built for; ``files`` path →
    hash; ``folders`` those that were not there before.
    """

    version: str
    xlwings: str = ""
    files: dict[str, str] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)

    def to_bytes(self) -> bytes:
        """Give the file's content."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1).encode("utf-8")

    def owns(self, path: Path, content: bytes) -> bool:
        """Tell whether a file is still as it was installed."""
        return self.files.get(str(path)) == hash_of(content)


def read_manifest(path: Path) -> Manifest | None:
    """Read a list of what was installed; None if there is none, or it is torn."""
    try:
        found = json.loads(path.read_text("utf-8"))
        return Manifest(
            str(found["version"]), str(found["xlwings"]), dict(found["files"]), list(found["folders"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_listing(folder: Path, files: dict[str, str]) -> None:
    """Write the list of a version's own files: path in ``program`` → hash."""
    (folder / LISTING_NAME).write_text(json.dumps(files, ensure_ascii=False, indent=1), "utf-8")


def read_listing(folder: Path) -> dict[str, str] | None:
    """Read the list of a version's own files; None if the folder is not one of ours."""
    try:
        return dict(json.loads((folder / LISTING_NAME).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def versions(root: Path) -> list[Path]:
    """Give the folders of all versions, the whole and the half made, by name."""
    return (
        sorted(entry for entry in root.iterdir() if read_listing(entry) is not None) if root.is_dir() else []
    )
