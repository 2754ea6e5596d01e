"""The engine as xlwings wants it, the running Calcs of this process, and one of them."""

from __future__ import annotations

import atexit
import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import xlwings
from xlwings import base_classes

from macros_py.libreoffice.books import Books
from macros_py.libreoffice.bridge import Bridge, Remote
from macros_py.libreoffice.errors import CalcRefused, LibreOfficeError, NotSupported, complete
from macros_py.libreoffice.process import Soffice, constant, properties
from macros_py.libreoffice.ranges import Range
from macros_py.libreoffice.values import Prepared, cleaned, prepare

NAME = "libreoffice"
_MANUAL, _AUTOMATIC = "manual", "automatic"
_BUTTONS = {"ok": 1, "ok_cancel": 2, "yes_no": 3, "yes_no_cancel": 4}
_ANSWERS = {0: "cancel", 1: "ok", 2: "yes", 3: "no"}
_BOXES = {"info": "INFOBOX", "critical": "ERRORBOX"}


@complete
class Apps(base_classes.Apps):
    """Every Calc that this process started, the active one first; the dead are forgotten."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._apps: list[App] = []

    def add(
        self, spec: str | None = None, add_book: bool = True, xl: object = None, visible: bool | None = None
    ) -> App:
        """Start a Calc; a window is shown only if ``visible`` is true and there is a screen.

        :raises NotSupported: ``spec`` or ``xl`` is given: they choose among several Excels.
        :raises UnoMissing, SofficeMissing, SofficeNotStarted: as these errors say.
        """
        if spec is not None or xl is not None:
            raise NotSupported("App(spec)")
        app = App(self._engine, self, visible=bool(visible))
        self._apps.insert(0, app)
        if add_book:
            app.books.add()
        return app

    def keys(self) -> list[int]:
        """Give the process ids."""
        return [app.pid for app in self]

    def cleanup(self) -> None:  # type: ignore[override]
        """Forget the Calcs that have ended."""
        self._apps = [app for app in self._apps if app.is_running()]

    def put_first(self, app: App) -> None:
        """Make one the active app."""
        self._apps = [app, *(other for other in self._apps if other is not app)]

    def __iter__(self) -> Iterator[App]:
        self.cleanup()
        return iter(list(self._apps))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, pid: object) -> bool:
        return any(app.pid == pid for app in self)

    def __getitem__(self, pid: int) -> App:
        """Give the Calc with a process id.

        :raises KeyError: there is none.
        """
        for app in self:
            if app.pid == pid:
                return app
        raise KeyError(pid)


@complete
class App(base_classes.App):
    """One running Calc: ``bridge.trips`` counts its calls, ``alerts`` keeps what was told without a window."""

    def __init__(self, engine: Engine, apps: Apps, *, visible: bool) -> None:
        self.engine = engine
        self._apps = apps
        self._process = Soffice(visible=visible)
        atexit.register(self.kill)
        self.bridge = Bridge(self._process)
        self.desktop = self.bridge.service("frame.Desktop")
        self.alerts: list[str] = []
        self._locked: list[Remote] = []
        self._status: str | bool = False
        self._shows_alerts = True
        self._books = Books(self, self.desktop, self.bridge.trips)

    @property
    def api(self) -> Remote:
        """Give LibreOffice's desktop."""
        return self.desktop

    @property
    def books(self) -> Books:
        """Give the open books."""
        return self._books

    @property
    def pid(self) -> int:
        """Give the process id."""
        return self._process.pid

    @property
    def path(self) -> str:
        """Give where the program stands."""
        return str(self._process.program)

    @property
    def version(self) -> str:
        """Give the version, such as ``7.4``."""
        provider = self.bridge.service("configuration.ConfigurationProvider")
        place = properties(nodepath="/org.openoffice.Setup/Product")
        access = provider.createInstanceWithArguments("com.sun.star.configuration.ConfigurationAccess", place)
        return str(access.getByName("ooSetupVersion"))

    def is_running(self) -> bool:
        """Say whether the program is there."""
        return self._process.is_running()

    def activate(self, steal_focus: bool = False) -> None:
        """Make this the active app; no window is brought to the front."""
        self._apps.put_first(self)

    def quit(self) -> None:
        """Close every book without saving and end the program, by force if it does not end by itself."""
        with contextlib.suppress(LibreOfficeError):
            for book in self._books:
                book.close()
            self.desktop.terminate()
        self._process.wait()
        self._forget()

    def kill(self) -> None:
        """End the program now."""
        self._process.kill()
        self._forget()

    def _forget(self) -> None:
        atexit.unregister(self.kill)
        self._apps.cleanup()

    @property
    def visible(self) -> bool:
        """Say whether there is a window; it is decided at the start."""
        return self._process.visible

    @visible.setter
    def visible(self, value: bool) -> None:
        """Leave it as it is: xlwings sets this by itself after every start."""

    @property
    def display_alerts(self) -> bool:
        """Say what was set last; Calc over UNO asks nothing of its own."""
        return self._shows_alerts

    @display_alerts.setter
    def display_alerts(self, value: bool) -> None:
        """Keep the wish; nothing else changes."""
        self._shows_alerts = bool(value)

    @property
    def screen_updating(self) -> bool:
        """Say whether the windows follow what happens in the books."""
        return not self._locked

    @screen_updating.setter
    def screen_updating(self, value: bool) -> None:
        """Stop the windows, or let the same ones go again."""
        if value:
            locked, self._locked = self._locked, []
            for document in locked:
                with contextlib.suppress(CalcRefused):
                    document.unlockControllers()
        elif not self._locked:
            self._locked = [book.api for book in self._books]
            for document in self._locked:
                document.lockControllers()

    @property
    def calculation(self) -> str:
        """Give ``manual`` or ``automatic``, of the active book."""
        book = self._books.active_or_none()
        return _AUTOMATIC if book is None or book.api.isAutomaticCalculationEnabled() else _MANUAL

    @calculation.setter
    def calculation(self, value: str) -> None:
        """Set it for every open book."""
        for book in self._books:
            book.api.enableAutomaticCalculation(value != _MANUAL)

    def calculate(self) -> None:
        """Compute every formula of every open book anew."""
        for book in self._books:
            book.api.calculateAll()

    @property
    def selection(self) -> Range | None:
        """Give the cells selected in the active book; None if it is something else."""
        book = self._books.active_or_none()
        return None if book is None else book.selection()

    @property
    def status_bar(self) -> str | bool:
        """Give the text set last; False if the program itself writes there."""
        return self._status

    @status_bar.setter
    def status_bar(self, value: str | bool | None) -> None:
        """Show a text; False or None gives the status bar back."""
        self._status = value if isinstance(value, str) else False
        book = self._books.active_or_none()
        controller = None if book is None else book.api.CurrentController
        if controller is None:
            return
        indicator = controller.StatusIndicator
        if isinstance(value, str):
            indicator.start(value, 0)
        else:
            indicator.end()

    def alert(self, prompt: str, title: str | None, buttons: str, mode: str | None, callback: object) -> str:
        """Show a message box and give the answer; without a window the message is kept in ``alerts``.

        :raises NotSupported: there is no window and the message is a question.
        """
        book = self._books.active_or_none()
        if not self.visible or book is None:
            self.alerts.append(prompt)
            if buttons != "ok":
                raise NotSupported("App.alert with a question and without a window")
            return buttons
        window = book.api.CurrentController.Frame.ContainerWindow
        kind = constant("awt.MessageBoxType", _BOXES.get(mode or "", "MESSAGEBOX"))
        box = window.Toolkit.createMessageBox(window, kind, _BUTTONS[buttons], title or "", prompt)
        return _ANSWERS[box.execute()]


class Engine:
    """LibreOffice Calc as an xlwings engine; ``type`` tells xlwings that it works like a desktop Excel."""

    name = NAME
    type = "desktop"

    def __init__(self) -> None:
        self.apps = Apps(self)

    @staticmethod
    def prepare_xl_data_element(value: object, options: object) -> Prepared:
        """Give a value in the shape that can be written; xlwings' ``options`` change nothing here."""
        return prepare(value)

    @staticmethod
    def clean_value_data(
        data: Sequence[Sequence[Any]],
        datetime_builder: Callable[..., Any],
        empty_as: Any,
        number_builder: Callable[[float], Any] | None,
        err_to_str: bool,
    ) -> list[list[Any]]:
        """Give values read as the options of the range want them; error cells are None unless ``err_to_str``."""
        return cleaned(data, datetime_builder, empty_as, number_builder, err_to_str)


_ENGINE = Engine()
"""One for the process; every Calc that was started is in its ``apps``."""


def register() -> xlwings.Engine:
    """Add the engine to xlwings, once, and give it; the active engine stays the one it was, if there was one."""
    if NAME not in [engine.name for engine in xlwings.engines]:
        xlwings.engines.add(xlwings.Engine(impl=_ENGINE))
    engine = xlwings.engines[NAME]
    if xlwings.engines.active is None:
        engine.activate()
    return engine
