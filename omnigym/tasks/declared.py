"""What apps declare of themselves that tasks need to know: how sentences name them, and their categories."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from omnigym.devices.config import backends
from omnigym.devices.sim.platform import programs

__all__ = ["category_of_app", "named", "spoken_names"]


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
