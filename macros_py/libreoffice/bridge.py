"""The wire to Calc: every UNO object is held in a ``Remote`` that counts its calls and notices when Calc is dead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from macros_py.libreoffice.errors import CalcRefused, SofficeDied
from macros_py.libreoffice.process import Soffice, load_uno

_UNO_OBJECT, _UNO_METHOD = "pyuno", "PyUNO_callable"
"""The type names of what ``uno`` gives back for an object of Calc and for a method of one."""


@dataclass(slots=True)
class Trips:
    """How often the wire was used; a test compares two copies."""

    calls: int = 0
    """Every property read or set and every method called."""
    reads: int = 0
    """Blocks of values or formulas read."""
    writes: int = 0
    """Blocks of values or formulas written."""

    def reset(self) -> None:
        """Count from zero again."""
        self.calls = self.reads = self.writes = 0


class Bridge:
    """The connection to one running LibreOffice."""

    __slots__ = ("_context", "_errors", "process", "trips")

    def __init__(self, process: Soffice) -> None:
        """Connect to a process that was just started.

        :raises SofficeNotStarted: it does not answer.
        """
        self.process = process
        self.trips = Trips()
        self._context = process.connect()
        self._errors = load_uno().getClass("com.sun.star.uno.Exception")

    def service(self, name: str) -> Remote:
        """Give a service of LibreOffice, such as ``frame.Desktop``."""
        context = self.wrapped(self._context)
        made: Remote = context.ServiceManager.createInstanceWithContext(f"com.sun.star.{name}", context)
        return made

    def run(self, action: Callable[..., Any], *arguments: Any) -> Any:
        """Do one thing over the wire; what Calc answers comes back, its objects wrapped.

        :raises SofficeDied: LibreOffice is no longer there.
        :raises CalcRefused: LibreOffice is there and refused.
        """
        self.trips.calls += 1
        try:
            return self.wrapped(action(*(_unwrapped(argument) for argument in arguments)))
        except (self._errors, AttributeError) as error:
            if not self.answers():
                self.process.kill()
                raise SofficeDied from error
            raise CalcRefused(f"LibreOffice refused: {error}") from error

    def wrapped(self, value: Any) -> Any:
        """Hold an object of Calc in a ``Remote``; other values are given back as they are."""
        kind = type(value).__name__
        if kind == _UNO_OBJECT:
            return Remote(self, value)
        if kind == _UNO_METHOD:
            self.trips.calls -= 1  # it counts when it is called
            return lambda *arguments: self.run(value, *arguments)
        return value

    def answers(self) -> bool:
        """Say whether LibreOffice still answers."""
        if not self.process.is_running():
            return False
        try:
            self._context.getServiceManager()
        except (self._errors, AttributeError):
            return False
        return True


class Remote:
    """One object inside Calc; reading, setting and calling go over the wire."""

    __slots__ = ("_bridge", "_object")

    def __init__(self, bridge: Bridge, held: Any) -> None:
        object.__setattr__(self, "_bridge", bridge)
        object.__setattr__(self, "_object", held)

    def __getattr__(self, name: str) -> Any:
        """Read a property or find a method.

        :raises AttributeError: Python itself asks for something that no object of Calc has.
        """
        if name.startswith("__"):
            raise AttributeError(name)
        return self._bridge.run(getattr, self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._bridge.run(setattr, self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Remote) and self._object == other._object

    def __hash__(self) -> int:
        return hash(id(self._object))


def _unwrapped(value: Any) -> Any:
    """Give the bare UNO object that a ``Remote`` holds; other values as they are."""
    return object.__getattribute__(value, "_object") if isinstance(value, Remote) else value
