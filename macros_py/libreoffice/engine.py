"""The engine as xlwings wants it: a name, the running apps, and how values pass in both directions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import xlwings

from macros_py.libreoffice.apps import Apps
from macros_py.libreoffice.cell_values import Prepared, cleaned, prepare

NAME = "libreoffice"


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


ENGINE = Engine()
"""One for the process; every Calc that was started is in its ``apps``."""


def register() -> xlwings.Engine:
    """Add the engine to xlwings, once, and give it; the active engine stays the one it was, if there was one."""
    if NAME not in [engine.name for engine in xlwings.engines]:
        xlwings.engines.add(xlwings.Engine(impl=ENGINE))
    engine = xlwings.engines[NAME]
    if xlwings.engines.active is None:
        engine.activate()
    return engine
