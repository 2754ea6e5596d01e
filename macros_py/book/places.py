"""Where copies may lie: beside the workbook on a local disk, else in the user's own data folder.

A folder that a cloud client carries away, or a share on a network, is no place to write at every verb: the client
locks files, makes copies of its own, and may be offline.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path

CLOUD_VARIABLES = ("OneDrive", "OneDriveCommercial", "OneDriveConsumer")
CLOUD_FOLDERS = (
    "onedrive",
    "dropbox",
    "google drive",
    "googledrive",
    "my drive",
    "saját meghajtó",
    "icloud drive",
    "iclouddrive",
    "cloudstorage",
    "mobile documents",
    "sharepoint",
)
"""How the folders of cloud clients begin, in any case; a team's folder goes on with its name."""
PROGRAM = "sportulti"
SHORT_HASH = 8


def is_synced(folder: Path, environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether a cloud client keeps the folder, or it lies on a network share or behind an address."""
    text = str(folder)
    if text.startswith(("\\\\", "//")) or "://" in text or text.startswith(("http:", "https:")):
        return True
    roots = [environment[name] for name in CLOUD_VARIABLES if environment.get(name)]
    if any(folder.is_relative_to(root) for root in roots):
        return True
    return any(part.casefold().startswith(CLOUD_FOLDERS) for part in folder.parts)


def local_data(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Give the folder of the user's own data for this program: never synced, never shared."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / PROGRAM
    if platform == "darwin":
        return home / "Library" / "Application Support" / PROGRAM
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / PROGRAM


def copies_folder(workbook: Path, name: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Give the folder of a workbook's copies: ``name`` beside it, or one of its own among the user's data."""
    folder = workbook.resolve().parent
    if not is_synced(folder, environment):
        return folder / name
    mark = hashlib.sha256(str(folder).encode("utf-8", "surrogatepass")).hexdigest()[:SHORT_HASH]
    return local_data(environment) / name / mark
