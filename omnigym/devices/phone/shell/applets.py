"""The programs by name, and what each gets and gives."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__ = ["Applet", "Result", "UsageError", "applet", "fail", "find_applet", "say"]


class Result(NamedTuple):
    """What a program wrote, and its exit code."""

    out: bytes | memoryview = b""
    err: bytes = b""
    code: int = 0


class UsageError(Exception):
    """A program was called in a way that it does not know; the message goes to its standard error."""


#: ``(phone, arguments, standard input) -> result``.
Applet: TypeAlias = "Callable[[Phone, list[str], bytes], Result]"

_APPLETS: dict[str, Applet] = {}


def applet(*names: str) -> Callable[[Applet], Applet]:
    """Register the decorated program under its names."""

    def register(function: Applet) -> Applet:
        _APPLETS.update(dict.fromkeys(names, function))
        return function

    return register


@cache
def _discover() -> None:
    """Import every module of programs, once."""
    package = importlib.import_module("omnigym.devices.phone.shell")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")


def find_applet(name: str) -> Applet | None:
    """The program of that name, or None."""
    _discover()
    return _APPLETS.get(name)


def say(text: str) -> Result:
    """A result of one text; a line end is added where it has none."""
    return Result((text if not text or text.endswith("\n") else text + "\n").encode())


def fail(text: str, code: int = 1) -> Result:
    """A failure that says why."""
    return Result(b"", (text + "\n").encode(), code)
