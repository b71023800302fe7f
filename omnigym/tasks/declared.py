"""What apps declare of themselves that tasks need to know: how sentences name them, their categories and shortcuts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from omnigym.devices.config import backends
from omnigym.devices.sim.platform import programs

__all__ = ["category_of_app", "named", "shortcut_of", "spoken_names"]


@cache
def spoken_names() -> tuple[str, ...]:
    """How sentences name apps before their verb, the longest first."""
    names = {name for app in programs() for name in app.program.spoken}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


def named(title: str) -> str:
    """Omnigym's name of the app that has a title, whatever its case; "" for none."""
    return next((app.name for app in programs() if app.title.casefold() == title.casefold()), "")


@cache
def _categories() -> Mapping[str, str]:
    return {app: category for config in backends().values() for app, category in config.categories().items()}


def category_of_app(app: str) -> str:
    """The category that an app declares, whatever its device; "" where none of that name does."""
    return _categories().get(app, "")


def shortcut_of(app: str, command: str) -> tuple[str, ...]:
    """The shortcut of a command of an app, as `App.keys` has it: ("ctrl", "n"); empty where none is declared."""
    found = [keys for known in programs() if known.name == app for keys, msg in known.keys if msg == (command,)]
    return tuple(found[0].split("+")) if found else ()
