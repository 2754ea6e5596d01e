"""A LibreOffice process of our own: start, connect within a time limit, notice its death, end it for certain."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

from macros_py.libreoffice import keeper
from macros_py.libreoffice.errors import SofficeNotStarted
from macros_py.libreoffice.programs import find_soffice
from macros_py.libreoffice.uno_library import load_uno

OPTIONS = ("--nologo", "--nodefault", "--norestore", "--nolockcheck", "--nofirststartwizard")
CONNECT_SECONDS = 60.0
QUIT_SECONDS = 10.0
POLL_SECONDS = 0.05


def has_screen() -> bool:
    """Say whether a window could be shown."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY"))


class Soffice:
    """One LibreOffice with its own profile and pipe; as many as wanted may run side by side."""

    __slots__ = ("_keeper", "pid", "pipe", "program", "visible")

    def __init__(self, *, visible: bool = False) -> None:
        """Start the program; without a screen there is no window, whatever ``visible`` says.

        :raises SofficeMissing: there is no LibreOffice on this machine.
        :raises SofficeNotStarted: the program could not even be started.
        """
        load_uno()
        self.program = find_soffice()
        self.pipe = f"calc{uuid.uuid4().hex}"
        self.visible = visible and has_screen()
        accept = f"--accept=pipe,name={self.pipe};urp;StarOffice.ComponentContext"
        options = [*OPTIONS, accept] if self.visible else ["--headless", *OPTIONS, accept]
        command = [sys.executable, "-I", keeper.__file__, str(self.program), self.pipe, *options]
        self._keeper = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=Path(self.program.anchor),
        )
        self.pid = self._read_pid()

    def _read_pid(self) -> int:
        assert self._keeper.stdout is not None
        line = self._keeper.stdout.readline()
        if not line.strip():
            self.kill()
            raise SofficeNotStarted(f"{self.program} could not be started")
        return int(line)

    def is_running(self) -> bool:
        """Say whether the process is there."""
        return self._keeper.poll() is None

    def connect(self, seconds: float = CONNECT_SECONDS) -> Any:
        """Give LibreOffice's component context.

        :raises SofficeNotStarted: it ended, or did not answer within ``seconds``; it is ended then.
        """
        uno = load_uno()
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        limit = time.monotonic() + seconds
        while self.is_running() and time.monotonic() < limit:
            try:
                return resolver.resolve(f"uno:pipe,name={self.pipe};urp;StarOffice.ComponentContext")
            except uno.getClass("com.sun.star.uno.Exception"):
                time.sleep(POLL_SECONDS)
        reason = "did not answer in time" if self.is_running() else "ended while starting"
        self.kill()
        raise SofficeNotStarted(f"LibreOffice ({self.program}) {reason}")

    def wait(self, seconds: float = QUIT_SECONDS) -> None:
        """Wait for a LibreOffice that was asked to end; what has not ended by then is killed."""
        try:
            self._keeper.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
        self._close_pipes()

    def kill(self) -> None:
        """End LibreOffice now; when this returns it and its profile are gone."""
        self._close_pipes()
        try:
            self._keeper.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()

    def _close_pipes(self) -> None:
        for pipe in (self._keeper.stdin, self._keeper.stdout):
            if pipe is not None:
                pipe.close()
