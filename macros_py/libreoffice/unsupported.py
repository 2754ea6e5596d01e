"""What the engine does not cover says so by name, instead of xlwings' bare ``NotImplementedError``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from macros_py.libreoffice.errors import NotSupported

LIBRARY = "xlwings.base_classes"

Class = TypeVar("Class", bound=type)


def refusal(member: str) -> Callable[..., Any]:
    """Give a function that takes anything and raises ``NotSupported`` for the member."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise NotSupported(member)

    return refuse


def missing_attribute(owner: object, name: str) -> Any:
    """Stand in as ``__getattr__``: xlwings asked for a member that even its base classes do not know.

    :raises AttributeError: Python itself asks, as copying does.
    :raises NotSupported: xlwings or the caller asks.
    """
    if name.startswith("_"):
        raise AttributeError(name)
    raise NotSupported(f"{type(owner).__name__}.{name}")


def bare_members(cls: type) -> dict[str, Any]:
    """Give the members that only xlwings' abstract base class defines, but those that work by other members."""
    inherited: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        for name, value in vars(base).items():
            if base.__module__ == LIBRARY and not name.startswith("_"):
                inherited[name] = value
            else:
                inherited.pop(name, None)
    return {name: value for name, value in inherited.items() if name not in getattr(cls, "KEPT", ())}


def complete(cls: Class) -> Class:
    """Class decorator: every member left abstract raises ``NotSupported`` with ``Class.member`` in the sentence.

    A class lists in ``KEPT`` the members of its xlwings base that work without being written anew.
    """
    for name, value in bare_members(cls).items():
        refuse = refusal(f"{cls.__name__}.{name}")
        setattr(cls, name, property(refuse, refuse) if isinstance(value, property) else refuse)
    for name, value in list(vars(cls).items()):
        if isinstance(value, property) and value.fset is None:
            setattr(cls, name, value.setter(refusal(f"setting {cls.__name__}.{name}")))
    if "__getattr__" not in vars(cls):
        cls.__getattr__ = missing_attribute  # type: ignore[attr-defined]
    return cls
