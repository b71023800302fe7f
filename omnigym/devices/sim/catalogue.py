"""The apps of a platform: every `App` that a module of its packages declares."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType, ModuleType

from omnigym.devices.sim import apps, shell
from omnigym.devices.sim.app import App

__all__ = ["all_apps", "declared_apps"]


def declared_apps(*packages: ModuleType) -> Mapping[str, App]:
    """What the modules of packages declare in their ``APPS``, by name, in the order of packages and module names."""
    found: dict[str, App] = {}
    for package in packages:
        for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
            for app in getattr(importlib.import_module(f"{package.__name__}.{module.name}"), "APPS", ()):
                if app.name in found:
                    raise ValueError(f"Two apps are named {app.name!r}. Give one of them another name.")
                found[app.name] = app
    return MappingProxyType(found)


@lru_cache(maxsize=1)
def all_apps() -> Mapping[str, App]:
    """All apps, dialogs and parts of the shell of the simulated desktop by name."""
    return declared_apps(shell, apps)
