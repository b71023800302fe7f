"""Declarations of apps that tasks need: their names in sentences, their categories and shortcuts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from omnigym.devices.config import backends
from omnigym.sim.app import App
from omnigym.sim.platform import platform_names, platform_of, programs

__all__ = ["category_of_app", "control_of", "named", "package_of_app", "shortcut_of", "spoken_names"]


@cache
def spoken_names() -> tuple[str, ...]:
    """Return the names of apps before a verb in sentences, the longest first."""
    names = {name for app in programs() for name in app.program.spoken}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


def named(title: str) -> str:
    """Return omnigym's name of the app with a title, in any letter case; "" if none has it."""
    return next((app.name for app in programs() if app.title.casefold() == title.casefold()), "")


@cache
def _categories() -> Mapping[str, str]:
    return {app: category for config in backends().values() for app, category in config.categories().items()}


def category_of_app(app: str) -> str:
    """Return the category that an app declares, on any device; "" if no app has that name."""
    return _categories().get(app, "")


@cache
def _packages() -> Mapping[str, str]:
    return {app.name: app.program.package for app in reversed(programs()) if app.program.package}


def package_of_app(app: str) -> str:
    """Return the name under which an app is installed; "" for a system app, or an app of no simulated device."""
    return _packages().get(app, "")


def _app(platform: str, app: str) -> App | None:
    return platform_of(platform).apps().get(app) if platform in platform_names() else None


def control_of(platform: str, app: str, command: str) -> str:
    """Return the key of a command's control, equal on all devices of a platform: "tasks.menu.delete" for "menu.delete".

    What the app does not declare is the key itself.
    """
    known = _app(platform, app)
    found = known.locate.get(command, {}).get("key", command) if known is not None else command
    return str(found)


def shortcut_of(platform: str, app: str, command: str) -> tuple[str, ...]:
    """Return the shortcut of a command, as in `App.keys`: ("ctrl", "n"); empty if none is declared."""
    known = _app(platform, app)
    found = [keys for keys, msg in known.keys if msg == (command,)] if known is not None else []
    return tuple(found[0].split("+")) if found else ()
