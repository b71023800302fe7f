"""Metadata of apps that tasks need: their names in sentences, their categories, controls and shortcuts.

The configurations of devices give it (`omnigym.devices.backend.DeviceConfig.programs`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from omnigym.devices.backend import ProgramMetadata
from omnigym.devices.config import backends

__all__ = [
    "app_of_title",
    "apps_of_product",
    "category_of_app",
    "control_of",
    "package_of_app",
    "shortcut_of",
    "spoken_names",
]


@cache
def _programs() -> tuple[ProgramMetadata, ...]:
    return tuple([program for config in backends().values() for program in config.programs()])


@cache
def spoken_names() -> tuple[str, ...]:
    """Return the names of apps before a verb in sentences, the longest first."""
    names = {name for program in _programs() for name in program.spoken}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


def app_of_title(title: str) -> str:
    """Omnigym's name of the app that has a title, whatever its case; "" for none."""
    return next((p.name for p in _programs() if p.title.casefold() == title.casefold()), "")


#: Names of products that no title says whole.
_SHORT = {"vscode": ("code_editor",), "7zip": ("sevenzip",), "libreoffice": ("writer", "calc", "impress")}
_MAKERS = ("Microsoft ", "Google ", "LibreOffice ", "Windows ")


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


@cache
def _products() -> Mapping[str, tuple[str, ...]]:
    """The apps of each title, with its maker and without, by its letters and digits."""
    found = {name: dict.fromkeys(apps) for name, apps in _SHORT.items()}
    for program in _programs():
        for title in (program.title, *[program.title.removeprefix(maker) for maker in _MAKERS]):
            if _folded(title) not in _SHORT:
                found.setdefault(_folded(title), {})[program.name] = None
    return {name: tuple(apps) for name, apps in found.items()}


def apps_of_product(product: str) -> tuple[str, ...]:
    """Return omnigym's names of the apps that people call by the name of a product, with its maker or without.

    >>> apps_of_product("outlook"), apps_of_product("Microsoft Edge"), apps_of_product("to-do")
    (('mail',), ('browser',), ('todo',))
    """
    return _products().get(_folded(product), ())


@cache
def _categories() -> Mapping[str, str]:
    return {app: category for config in backends().values() for app, category in config.categories().items()}


def category_of_app(app: str) -> str:
    """Return the category that an app declares, on any device; "" if no app has that name."""
    return _categories().get(app, "")


@cache
def _packages() -> Mapping[str, str]:
    return {program.name: program.package for program in reversed(_programs()) if program.package}


def package_of_app(app: str) -> str:
    """Return the name under which an app is installed; "" for a system app, or an app of no simulated device."""
    return _packages().get(app, "")


def control_of(platform: str, app: str, command: str) -> str:
    """Return the key of a command's control, equal on all devices of a platform: "tasks.menu.delete" for "menu.delete".

    What the app does not declare is the key itself.
    """
    found = [config.controls(platform, app).get(command) for config in backends().values()]
    return next((key for key in found if key is not None), command)


def shortcut_of(platform: str, app: str, command: str) -> tuple[str, ...]:
    """The shortcut of a command, as ("ctrl", "n"); empty where none is declared."""
    found = [config.shortcuts(platform, app).get(command) for config in backends().values()]
    return next((tuple(keys.split("+")) for keys in found if keys), ())
