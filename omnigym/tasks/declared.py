"""What apps declare of themselves that tasks need to know: how sentences name them, and their categories."""

from __future__ import annotations

from functools import cache

from omnigym.devices.sim.app import App
from omnigym.devices.sim.platform import platform_names, platform_of

__all__ = ["category_of_app", "named", "spoken_names"]


@cache
def _apps() -> tuple[App, ...]:
    """The apps of every platform that a person can start."""
    apps = [app for name in platform_names() for app in platform_of(name).apps().values()]
    return tuple([app for app in apps if app.layer == "window" and not app.dialog])


@cache
def spoken_names() -> tuple[str, ...]:
    """How sentences name apps before their verb, the longest first."""
    names = {name for app in _apps() for name in app.program.spoken}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


def named(title: str) -> str:
    """Omnigym's name of the app that has a title, whatever its case; "" for none."""
    return next((app.name for app in _apps() if app.title.casefold() == title.casefold()), "")


def category_of_app(app: str) -> str:
    """The category that an app declares; "" where none of that name does."""
    return next((known.program.category for known in _apps() if known.name == app), "")
