"""What apps declare of themselves that tasks need to know: how sentences name them, their categories and shortcuts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from omnigym.devices.config import backends
from omnigym.sim.app import App
from omnigym.sim.platform import platform_names, platform_of, programs

__all__ = ["category_of_app", "control_of", "named", "package_of_app", "shortcut_of", "spoken_names"]


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


@cache
def _packages() -> Mapping[str, str]:
    return {app.name: app.program.package for app in reversed(programs()) if app.program.package}


def package_of_app(app: str) -> str:
    """The name under which an app is installed and uninstalled; "" for one of the system, or of no simulated device."""
    return _packages().get(app, "")


def _app(platform: str, app: str) -> App | None:
    return platform_of(platform).apps().get(app) if platform in platform_names() else None


def control_of(platform: str, app: str, command: str) -> str:
    """The key of a command's control, the same on every device of a platform: "tasks.menu.delete" for "menu.delete".

    What the app does not declare is the key itself.
    """
    known = _app(platform, app)
    found = known.locate.get(command, {}).get("key", command) if known is not None else command
    return str(found)


def shortcut_of(platform: str, app: str, command: str) -> tuple[str, ...]:
    """The shortcut of a command, as `App.keys` has it: ("ctrl", "n"); empty where none is declared."""
    known = _app(platform, app)
    found = [keys for keys, msg in known.keys if msg == (command,)] if known is not None else []
    return tuple(found[0].split("+")) if found else ()
