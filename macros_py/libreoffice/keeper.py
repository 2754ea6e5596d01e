"""Runs one LibreOffice and ends it when nobody wants it any more: a script of its own, standard library only.

``python keeper.py soffice pipe option…`` makes a fresh profile, starts the program, prints its process id, and waits.
The starter holds our standard input open. When that closes – the starter is done, or was killed – LibreOffice is
killed with all its processes; whichever ends first, the profile and the pipe's file are removed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

_RESTART_CODES = (79, 81)
"""Exit codes by which LibreOffice asks to be started again, as after writing a fresh profile."""
_SETTINGS = (
    ("Office.Common/Misc", "UseLocking", "false"),
    ("Office.Common/Misc", "FirstRun", "false"),
    ("Office.Calc/Formula/Load", "OOXMLRecalcMode", "0"),
    ("Office.Calc/Formula/Load", "ODFRecalcMode", "0"),
)
"""A stale lock file would make a load come back empty; 0 = recompute on load whatever value the file holds."""
_ITEM = (
    '<item oor:path="/org.openoffice.{}"><prop oor:name="{}" oor:op="fuse"><value>{}</value></prop></item>\n'
)
_FRAME = '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry">\n{}</oor:items>\n'


def _write_settings(profile: Path) -> None:
    (profile / "user").mkdir()
    items = "".join(_ITEM.format(*setting) for setting in _SETTINGS)
    (profile / "user" / "registrymodifications.xcu").write_text(_FRAME.format(items), "utf-8")


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    """Start LibreOffice silently, in a process group of its own."""
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent, start_new_session=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the program and every process it started."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def _remove_traces(profile: Path, pipe: str) -> None:
    """Remove the profile and the pipe's file; a dying process may still hold or write some of it."""
    for _ in range(20):
        shutil.rmtree(profile, ignore_errors=True)
        if not profile.exists():
            break
        time.sleep(0.1)
    for place in ("/tmp", "/var/tmp"):
        for leftover in Path(place).glob(f"OSL_PIPE_*_{pipe}*"):
            leftover.unlink(missing_ok=True)


def _keep(command: list[str]) -> int:
    """Run the command until it ends or our standard input closes; give its exit code."""
    wanted = threading.Event()
    wanted.set()
    process = _start(command)
    print(process.pid, flush=True)

    def watch() -> None:
        sys.stdin.buffer.read()
        wanted.clear()
        _end(process)

    threading.Thread(target=watch, daemon=True).start()
    code = process.wait()
    while wanted.is_set() and code in _RESTART_CODES:
        process = _start(command)
        code = process.wait()
    _end(process)
    return code


def main(arguments: list[str]) -> int:
    """Make the profile, run LibreOffice in it, remove the profile; give LibreOffice's exit code."""
    soffice, pipe, *options = arguments
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    profile = Path(tempfile.mkdtemp(prefix="calc_profile_"))
    try:
        _write_settings(profile)
        return _keep([soffice, f"-env:UserInstallation={profile.as_uri()}", *options])
    finally:
        _remove_traces(profile, pipe)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
